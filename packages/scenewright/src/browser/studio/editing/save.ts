import { signal } from '@preact/signals'
import type { CheckEditAnswer, EditAnswer, ScenarioAnswer } from '../../../commands/studio/protocol.ts'
import { refuse, reportError } from '../notices.tsx'
import { loadScenario, writeFile } from '../project.ts'
import { post, RequestError } from '../session.ts'
import { type Draft, discardDraft, drafts, rebase, setDraft, type TextDraft, textDraft } from './drafts.ts'
import { recordSaved, writeEdit } from './history.ts'
import { describeOperation, fieldLabels, type Operation, toChanges } from './operation.ts'
import { faultOf } from './operation-faults.ts'

/** Unsaved changes whose file was changed by somebody else. */
export type Conflict =
  | { readonly kind: 'scenario'; readonly draft: Draft; readonly present: ScenarioAnswer | undefined }
  | { readonly kind: 'text'; readonly draft: TextDraft; readonly text: string; readonly hash: string }

export const conflict = signal<Conflict | undefined>(undefined)

let isSaving = false

/** Saves all unsaved changes, file after file, until one is refused. None is saved if a value among them is invalid. */
export async function save(): Promise<void> {
  if (isSaving || refuseFaults([...drafts.peek().values()])) return
  isSaving = true
  try {
    for (const { base, operations } of drafts.peek().values()) {
      if (operations.length > 0 && !(await saveDraft(base.key))) return
    }
    const text = textDraft.peek()
    if (text !== undefined) await saveText(text)
  } finally {
    isSaving = false
  }
}

/** Says which value is invalid, if there is one. */
function refuseFaults(all: readonly Draft[]): boolean {
  for (const { base, operations } of all) {
    for (const operation of operations) {
      const fault = faultOf(operation)
      if (fault === undefined || operation.kind !== 'field') continue
      refuse(`Nothing can be saved: the ${fieldLabels[operation.field]} of ${base.key} is not valid.`, fault)
      return true
    }
  }
  return false
}

async function saveDraft(key: string): Promise<boolean> {
  const draft = drafts.peek().get(key)
  if (draft === undefined) return true
  const { base, operations } = draft
  const [first] = operations
  const isOne = operations.length === 1 && first !== undefined
  const label = isOne ? describeOperation(first) : `${operations.length} changes of ${key}`
  const steps: EditAnswer[] = []
  const saveEach = async (parts: readonly (readonly Operation[])[]) => {
    for (const part of parts) steps.push(...(await saveOperations(key, part)))
  }
  try {
    await saveEach([operations]).catch(error => {
      if (isOverlap(error)) return saveEach(inParts(operations))
      throw error
    })
    return true
  } catch (error) {
    if (!isConflict(error)) reportError(error)
    else conflict.value = { kind: 'scenario', draft, present: await loadScenario(key).catch(() => undefined) }
    return false
  } finally {
    if (steps.length > 0) recordSaved({ file: base.file, steps, label })
  }
}

/**
 * One by one, for changes whose places in the text touch. Of equal texts or connections, the last one comes first, so
 * that the others keep their number. New names come last: the others use the present ones.
 */
function inParts(operations: readonly Operation[]): readonly (readonly Operation[])[] {
  const isRename = ({ kind }: Operation) => Number(kind === 'rename-node')
  const nthOf = (operation: Operation) => {
    const { nth = 0 } = operation.kind === 'add-node' ? (operation.between ?? {}) : 'nth' in operation ? operation : {}
    return nth
  }
  return operations.toSorted((a, b) => isRename(a) - isRename(b) || nthOf(b) - nthOf(a)).map(each => [each])
}

/** Saves some unsaved operations of a scenario. Those that were made meanwhile stay. */
async function saveOperations(key: string, operations: readonly Operation[]): Promise<readonly EditAnswer[]> {
  const base = drafts.peek().get(key)?.base
  if (base === undefined) return []
  const saved = new Set(operations.map(each => JSON.stringify(withoutBase(each))))
  const answer = await writeFile(() => post<EditAnswer>('/api/edit', editOf({ base, operations })))
  const present = await loadScenario(key).catch(() => undefined)
  const draft = drafts.peek().get(key)
  const left = draft?.operations.filter(each => !saved.has(JSON.stringify(withoutBase(each)))) ?? []
  if (draft === undefined || left.length === 0) discardDraft(key)
  else if (present?.hash === answer.hash) rebase({ ...draft, operations: left }, present)
  else setDraft({ ...draft, operations: left })
  return [answer]
}

function withoutBase(operation: Operation) {
  return { ...operation, base: undefined }
}

async function saveText(draft: TextDraft): Promise<void> {
  try {
    const { hash } = await writeEdit('/api/edit', { ...draft }, `the text of ${draft.file}`)
    const now = textDraft.peek()
    // What was typed meanwhile is based on what was saved.
    if (now?.file === draft.file) textDraft.value = now.text === draft.text ? undefined : { ...now, hash }
  } catch (error) {
    if (!isConflict(error)) return reportError(error)
    const { text, hash } = error
    conflict.value = { kind: 'text', draft, text: text ?? '', hash: hash ?? '' }
  }
}

/** What saving would change among the findings of the file; undefined if a value is invalid. */
export async function previewDraft(draft: Draft): Promise<CheckEditAnswer | undefined> {
  if (refuseFaults([draft])) return undefined
  return post<CheckEditAnswer>('/api/check-edit', editOf(draft))
}

/** Keeps the unsaved changes, based on the file as it is now; those without a subject are dropped. Saves nothing. */
export function reapply(settled: Conflict): void {
  if (settled.kind === 'text') textDraft.value = { ...settled.draft, hash: settled.hash }
  else if (settled.present !== undefined) rebase(settled.draft, settled.present)
}

/** Drops the unsaved changes, so that the file is shown as it is now. */
export function dropDraft(settled: Conflict): void {
  if (settled.kind === 'text') textDraft.value = undefined
  else discardDraft(settled.draft.base.key)
}

function editOf({ base, operations }: Pick<Draft, 'base' | 'operations'>) {
  return { file: base.file, hash: base.hash, key: base.key, changes: toChanges(operations, base) }
}

function isConflict(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status === 409
}

/** Several changes that cannot be written at once, although each of them may be. */
function isOverlap(error: unknown): boolean {
  return error instanceof RequestError && error.refusal === 'conflict'
}
