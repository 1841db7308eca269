import { computed, signal } from '@preact/signals'
import type { Edit } from '@scenewright/model'
import type { EditAnswer, RemoveAnswer } from '../../../commands/studio/protocol.ts'
import { keepFocus } from '../focus.ts'
import { announce, refuse, reportError } from '../notices.tsx'
import { writeFile } from '../project.ts'
import { post, RequestError } from '../session.ts'
import { clipped } from '../texts.tsx'
import { discardTextDraft, drafts, rebaseDrafts, setDraft, setTextDraft, type TextDraft, textDrafts } from './drafts.ts'

/** A write, and what takes it back from the file with this hash: edits, removing a new file, or making it again. */
type Step =
  | { readonly hash: string; readonly inverse: readonly Edit[]; readonly isNew?: true }
  | { readonly removedText: string }

/** What was saved at once: the writes of one file, in their order. */
interface Saved {
  readonly file: string
  readonly steps: readonly Step[]
  readonly label: string
}

const past = signal<readonly Saved[]>([])
const future = signal<readonly Saved[]>([])
/** The unsaved texts that were undone, the last one last. */
const undoneTexts = signal<readonly TextDraft[]>([])

/** Whether there is anything to undo or redo, unsaved changes first. */
export const canUndo = computed(
  () => lastDraft('operations') !== undefined || textDrafts.value.size > 0 || past.value.length > 0,
)
export const canRedo = computed(
  () => lastDraft('undone') !== undefined || undoneText() !== undefined || future.value.length > 0,
)

/** A request that writes a file. */
interface WriteBody {
  readonly hash?: string
  readonly [field: string]: unknown
}

let commands: Promise<unknown> = Promise.resolve()

/**
 * Runs what writes or undoes one after the other: each begins with what the one before has left, and none takes back
 * what another one is saving.
 */
export function inTurn<Result>(command: () => Promise<Result>): Promise<Result> {
  const done = commands.then(command)
  commands = done.catch(() => undefined)
  return done
}

/**
 * Writes something of this page in its turn, with the body as it is then, and remembers how to take it back. The label
 * says what was done.
 */
export function writeEdit(
  path: string,
  body: WriteBody | (() => Promise<WriteBody>),
  label: string,
): Promise<EditAnswer> {
  return inTurn(async () => {
    const answer = await write(path, typeof body === 'function' ? await body() : body)
    recordSaved({ file: answer.file, steps: [answer], label })
    return answer
  })
}

/**
 * Writes, and bases the unsaved changes of the file on what was written: `onSaved` first removes those that it contains.
 * To be called in turn.
 */
export function write(path: string, body: WriteBody, onSaved?: (answer: EditAnswer) => void): Promise<EditAnswer> {
  return writeFile(
    () => post<EditAnswer>(path, body),
    answer => {
      onSaved?.(answer)
      return rebaseDrafts(answer.file, body.hash, answer.hash)
    },
  )
}

/** Remembers how to take back what was written. The label is cut, since it is read aloud, too. */
export function recordSaved({ label: whole, ...saved }: Saved): void {
  const label = clipped(whole)
  if (saved.steps.some(isChange)) past.value = [...past.value, { ...saved, label }]
  future.value = []
  undoneTexts.value = []
  announce(`Saved: ${label}.`)
  keepFocus()
}

/** Whether there is something to take back. */
function isChange(step: Step): boolean {
  return 'removedText' in step || step.isNew === true || step.inverse.length > 0
}

/** Takes back the last unsaved change, or else the last saved edit, at once. What is being saved is saved first. */
export function undo(): Promise<void> {
  return inTurn(undoLast)
}

async function undoLast(): Promise<void> {
  const draft = lastDraft('operations')
  const last = draft?.operations.at(-1)
  if (draft !== undefined && last !== undefined) {
    setDraft({ ...draft, operations: draft.operations.slice(0, -1), undone: [last, ...draft.undone] })
    return announce('Took back an unsaved change.')
  }
  const text = [...textDrafts.peek().values()].at(-1)
  if (text !== undefined) {
    undoneTexts.value = [...undoneTexts.peek().filter(({ file }) => file !== text.file), text]
    discardTextDraft(text.file)
    return announce(`Took back the unsaved text of ${text.file}.`)
  }
  return takeBack(past, future, undoWords)
}

/** Makes what was undone again. */
export function redo(): Promise<void> {
  return inTurn(redoLast)
}

async function redoLast(): Promise<void> {
  const draft = lastDraft('undone')
  const [next, ...rest] = draft?.undone ?? []
  if (draft !== undefined && next !== undefined) {
    setDraft({ ...draft, operations: [...draft.operations, next], undone: rest })
    return announce('Made an unsaved change again.')
  }
  const text = undoneText()
  if (text !== undefined) {
    undoneTexts.value = undoneTexts.peek().filter(each => each !== text)
    setTextDraft(text)
    return announce(`Made the unsaved text of ${text.file} again.`)
  }
  return takeBack(future, past, redoWords)
}

const undoWords = { done: 'Undone', refused: 'Not undone', help: 'Take it back by hand: Undo skips it from now on.' }
const redoWords = { done: 'Redone', refused: 'Not redone', help: 'Make it again by hand: Redo skips it from now on.' }

/**
 * Moves the last entry from one list to the other. One that its file does not allow any more is dropped, so that those
 * before it can be taken back.
 */
async function takeBack(from: typeof past, to: typeof past, words: typeof undoWords): Promise<void> {
  const saved = from.peek().at(-1)
  if (saved === undefined) return
  const { file, steps, label } = saved
  const taken: Step[] = []
  const move = () => {
    from.value = from.peek().filter(each => each !== saved)
    if (taken.length > 0) to.value = [...to.peek(), { file, label, steps: taken }]
  }
  try {
    for (const step of steps.toReversed()) taken.push(await takeBackStep(file, step))
  } catch (error) {
    const reason = refusalOf(error, file)
    if (reason === undefined) return reportError(error)
    move()
    return refuse(`${words.refused}: ${label}. ${reason}`, words.help)
  }
  move()
  announce(`${words.done}: ${label}.`)
}

/** Why a file does not allow a step, now and later; undefined for any other error. */
function refusalOf(error: unknown, file: string): string | undefined {
  if (!(error instanceof RequestError)) return undefined
  if (error.status === 409)
    return `The file ${file} ${error.text == null ? 'does not exist any more' : 'has changed since'}.`
  return error.status === 404 || error.status === 422 ? error.message : undefined
}

async function takeBackStep(file: string, step: Step): Promise<Step> {
  if ('removedText' in step) return write('/api/create', { file, text: step.removedText })
  const { hash, inverse, isNew } = step
  if (isNew !== true) return write('/api/edit', { file, hash, edits: inverse })
  const { text } = await writeFile(
    () => post<RemoveAnswer>('/api/remove', { file, hash }),
    () => undefined,
  )
  return { removedText: text }
}

/** The text that was undone last of the files without a newer one. */
function undoneText(): TextDraft | undefined {
  return undoneTexts.value.findLast(({ file }) => !textDrafts.value.has(file))
}

/** The draft that was changed last, if it has such operations. */
function lastDraft(field: 'operations' | 'undone') {
  return [...drafts.value.values()].findLast(draft => draft[field].length > 0)
}
