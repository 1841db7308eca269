import { computed, signal } from '@preact/signals'
import type { Edit } from '@scenewright/model'
import type { EditAnswer } from '../../../commands/studio/protocol.ts'
import { announce, reportError } from '../notices.tsx'
import { writeFile } from '../project.ts'
import { post } from '../session.ts'
import { drafts, setDraft, textDraft } from './drafts.ts'

/** A saved edit, and the edits that take it back from the file with this hash. */
interface Saved {
  readonly file: string
  readonly hash: string
  readonly inverse: readonly Edit[]
  readonly label: string
}

const past = signal<readonly Saved[]>([])
const future = signal<readonly Saved[]>([])

/** Whether there is anything to undo or redo, unsaved changes first. */
export const canUndo = computed(
  () => lastDraft('operations') !== undefined || textDraft.value !== undefined || past.value.length > 0,
)
export const canRedo = computed(() => lastDraft('undone') !== undefined || future.value.length > 0)

/** Writes something of this page, and remembers how to take it back. The label says what was done. */
export async function writeEdit(path: string, body: unknown, label: string): Promise<EditAnswer> {
  const answer = await writeFile(() => post<EditAnswer>(path, body))
  // A new file has no text to go back to.
  const saved = { file: answer.file, hash: answer.hash, inverse: answer.inverse, label }
  if (answer.inverse.length > 0) past.value = [...past.value, saved]
  future.value = []
  announce(`Saved: ${label}.`)
  return answer
}

/** Takes back the last unsaved change, or else the last saved edit, at once. */
export async function undo(): Promise<void> {
  const draft = lastDraft('operations')
  const last = draft?.operations.at(-1)
  if (draft !== undefined && last !== undefined) {
    setDraft({ ...draft, operations: draft.operations.slice(0, -1), undone: [last, ...draft.undone] })
    return announce('Took back an unsaved change.')
  }
  if (textDraft.peek() !== undefined) {
    textDraft.value = undefined
    return announce('Discarded the unsaved text.')
  }
  await takeBack(past, future, 'Undone')
}

/** Makes what was undone again. */
export async function redo(): Promise<void> {
  const draft = lastDraft('undone')
  const [next, ...rest] = draft?.undone ?? []
  if (draft !== undefined && next !== undefined) {
    setDraft({ ...draft, operations: [...draft.operations, next], undone: rest })
    return announce('Made an unsaved change again.')
  }
  await takeBack(future, past, 'Redone')
}

async function takeBack(from: typeof past, to: typeof past, word: string): Promise<void> {
  const saved = from.peek().at(-1)
  if (saved === undefined) return
  const { file, hash, inverse, label } = saved
  const answer = await writeFile(() => post<EditAnswer>('/api/edit', { file, hash, edits: inverse })).catch(reportError)
  if (answer === undefined) return
  from.value = from.peek().slice(0, -1)
  to.value = [...to.peek(), { file, label, hash: answer.hash, inverse: answer.inverse }]
  announce(`${word}: ${label}.`)
}

/** The draft that was changed last, if it has such operations. */
function lastDraft(field: 'operations' | 'undone') {
  return [...drafts.value.values()].findLast(draft => draft[field].length > 0)
}
