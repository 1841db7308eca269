import { signal } from '@preact/signals'
import type { CheckEditAnswer, ScenarioAnswer } from '../../../commands/studio/protocol.ts'
import { reportError } from '../notices.tsx'
import { loadScenario } from '../project.ts'
import { post, RequestError } from '../session.ts'
import { type Draft, discardDraft, drafts, setDraft, type TextDraft, textDraft } from './drafts.ts'
import { writeEdit } from './history.ts'
import { describeOperation, type Operation, presentValue, toChanges } from './operation.ts'

/** Unsaved changes whose file was changed by somebody else. */
export type Conflict =
  | { readonly kind: 'scenario'; readonly draft: Draft; readonly present: ScenarioAnswer | undefined }
  | { readonly kind: 'text'; readonly draft: TextDraft; readonly text: string; readonly hash: string }

export const conflict = signal<Conflict | undefined>(undefined)

/** Saves all unsaved changes, file after file, until one is refused. */
export async function save(): Promise<void> {
  for (const draft of drafts.peek().values()) {
    if (draft.operations.length > 0 && !(await saveDraft(draft))) return
  }
  const text = textDraft.peek()
  if (text !== undefined) await saveText(text)
}

async function saveDraft(draft: Draft): Promise<boolean> {
  const { base, operations } = draft
  const [first] = operations
  const label =
    operations.length === 1 && first !== undefined
      ? describeOperation(first)
      : `${operations.length} changes of ${base.key}`
  try {
    await writeEdit('/api/edit', editOf(draft), label)
    discardDraft(base.key)
    return true
  } catch (error) {
    if (!isConflict(error)) reportError(error)
    else conflict.value = { kind: 'scenario', draft, present: await loadScenario(base.key).catch(() => undefined) }
    return false
  }
}

async function saveText(draft: TextDraft): Promise<void> {
  try {
    await writeEdit('/api/edit', draft, `the text of ${draft.file}`)
    if (textDraft.peek() === draft) textDraft.value = undefined
  } catch (error) {
    if (!isConflict(error)) return reportError(error)
    const { text, hash } = error
    conflict.value = { kind: 'text', draft, text: text ?? '', hash: hash ?? '' }
  }
}

/** What saving would change among the findings of the file. */
export function previewDraft(draft: Draft): Promise<CheckEditAnswer> {
  return post<CheckEditAnswer>('/api/check-edit', editOf(draft))
}

/** Keeps the unsaved changes, based on the file as it is now; those without a subject are dropped. Saves nothing. */
export function reapply(settled: Conflict): void {
  if (settled.kind === 'text') textDraft.value = { ...settled.draft, hash: settled.hash }
  else if (settled.present !== undefined) rebase(settled.draft, settled.present)
  conflict.value = undefined
}

function rebase(draft: Draft, present: ScenarioAnswer): void {
  const operations = draft.operations.flatMap((operation): readonly Operation[] => {
    const value = presentValue(operation, present)
    if (value === undefined) return []
    if (operation.kind === 'active') return [{ ...operation, base: present.isActive }]
    return 'base' in operation && typeof value !== 'boolean' ? [{ ...operation, base: value }] : [operation]
  })
  setDraft({ base: present, operations, undone: [] })
}

/** Drops the unsaved changes, so that the file is shown as it is now. */
export function dropDraft(settled: Conflict): void {
  if (settled.kind === 'text') textDraft.value = undefined
  else discardDraft(settled.draft.base.key)
  conflict.value = undefined
}

function editOf({ base, operations }: Draft) {
  return { file: base.file, hash: base.hash, key: base.key, changes: toChanges(operations, base) }
}

function isConflict(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status === 409
}
