import { signal } from '@preact/signals'
import type { CheckEditAnswer, EditAnswer, ScenarioAnswer } from '../../../commands/studio/protocol.ts'
import { refuse, reportError } from '../notices.tsx'
import { loadScenario, withPlainLineEnds } from '../project.ts'
import { post, RequestError } from '../session.ts'
import {
  beginSaving,
  type Draft,
  discardDraft,
  discardTextDraft,
  drafts,
  endSaving,
  rebase,
  setDraft,
  setTextDraft,
  type TextDraft,
  textDrafts,
} from './drafts.ts'
import { inTurn, recordSaved, write } from './history.ts'
import { describeOperation, fieldLabels, type Operation, presentValue, toChanges } from './operation.ts'
import { faultOf } from './operation-faults.ts'

/** Unsaved changes whose file was changed by somebody else. */
export type Conflict =
  | { readonly kind: 'scenario'; readonly draft: Draft; readonly present: ScenarioAnswer | undefined }
  | { readonly kind: 'text'; readonly draft: TextDraft; readonly present: PresentText | undefined }

interface PresentText {
  readonly text: string
  readonly hash: string
  /** With the unsaved changes, if they are in other lines than what was changed by somebody else. */
  readonly merged: string | undefined
}

export const conflict = signal<Conflict | undefined>(undefined)

/** What shows why something was not saved; undefined if it was. */
type Refusal = (() => void) | undefined

/**
 * Saves all unsaved changes, file after file, and shows why the first one of those that are refused is. None is saved
 * if a value among them is invalid. A second call waits for the first, and saves what was changed meanwhile.
 */
export function save(): Promise<void> {
  return inTurn(saveAll)
}

async function saveAll(): Promise<void> {
  if (refuseFaults([...drafts.peek().values()])) return
  const refusals: Refusal[] = []
  for (const { base, operations } of drafts.peek().values()) {
    if (operations.length > 0) refusals.push(await saveDraft(base.key))
  }
  // An unsaved text is based on what was saved of its file just now.
  for (const file of textDrafts.peek().keys()) refusals.push(await saveText(file))
  refusals.find(refusal => refusal !== undefined)?.()
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

async function saveDraft(key: string): Promise<Refusal> {
  const draft = drafts.peek().get(key)
  if (draft === undefined) return undefined
  const { base, operations } = draft
  const steps: EditAnswer[] = []
  const saved: Operation[] = []
  const saveEach = async (parts: readonly (readonly Operation[])[]) => {
    for (const part of parts) {
      const step = await saveOperations(key, part)
      if (step === undefined) return
      steps.push(step)
      saved.push(...part)
    }
  }
  beginSaving(key)
  try {
    await saveEach([operations]).catch(error => {
      if (mayFitSingly(error)) return saveEach(inParts(operations))
      throw error
    })
    return undefined
  } catch (error) {
    if (error instanceof LostSubject) return () => refuse(error.message, lostHelp)
    if (!isConflict(error)) return () => reportError(error)
    const present = await loadScenario(key).catch(() => undefined)
    return () => {
      conflict.value = { kind: 'scenario', draft: drafts.peek().get(key) ?? draft, present }
    }
  } finally {
    endSaving(key)
    const [first] = saved
    const isOne = saved.length === 1 && first !== undefined
    const label = isOne ? describeOperation(first) : `${saved.length} changes of ${key}`
    if (steps.length > 0) recordSaved({ file: base.file, steps, label })
  }
}

/** An unsaved change whose node, text or connection does not exist any more. */
class LostSubject extends Error {}

const lostHelp = 'Drop the change, or make it again.'

/** Which change has no subject; undefined if all have one. */
function findLost({ base, operations }: Pick<Draft, 'base' | 'operations'>): string | undefined {
  const lost = operations.find(each => presentValue(each, base) === undefined)
  return lost && `Not saved: ${describeOperation(lost)}. What it changes does not exist any more.`
}

/**
 * One by one, for changes whose places in the text touch. Of equal texts or connections, the last one comes first, so
 * that the others keep their number. New texts come first, since a list may not be left without any, and new names come
 * last: the others use the present ones.
 */
function inParts(operations: readonly Operation[]): readonly (readonly Operation[])[] {
  const rankOf = ({ kind }: Operation) => Number(kind === 'rename-node') - Number(kind === 'add-text')
  const nthOf = (operation: Operation) => {
    const { nth = 0 } = operation.kind === 'add-node' ? (operation.between ?? {}) : 'nth' in operation ? operation : {}
    return nth
  }
  return operations.toSorted((a, b) => rankOf(a) - rankOf(b) || nthOf(b) - nthOf(a)).map(each => [each])
}

/** Saves some unsaved operations of a scenario. Those that were made meanwhile stay. */
async function saveOperations(key: string, operations: readonly Operation[]): Promise<EditAnswer | undefined> {
  const base = drafts.peek().get(key)?.base
  if (base === undefined) return undefined
  const lost = findLost({ base, operations })
  if (lost !== undefined) throw new LostSubject(lost)
  const saved = new Set(operations.map(each => JSON.stringify(withoutBase(each))))
  return write('/api/edit', editOf({ base, operations }), () => {
    const draft = drafts.peek().get(key)
    const left = draft?.operations.filter(each => !saved.has(JSON.stringify(withoutBase(each)))) ?? []
    if (draft === undefined || left.length === 0) discardDraft(key)
    else setDraft({ ...draft, operations: left })
  })
}

function withoutBase(operation: Operation) {
  return { ...operation, base: undefined }
}

async function saveText(file: string): Promise<Refusal> {
  const draft = textDrafts.peek().get(file)
  if (draft === undefined) return undefined
  const { hash: before, text } = draft
  beginSaving(file)
  try {
    const answer = await write('/api/edit', { file, hash: before, text }, ({ hash }) => {
      const now = textDrafts.peek().get(file)
      // What was typed meanwhile is based on what was saved.
      if (now !== undefined) setTextDraft({ ...now, hash, base: text })
      endSaving(file)
    })
    recordSaved({ file, steps: [answer], label: `the text of ${file}` })
    return undefined
  } catch (error) {
    endSaving(file)
    if (!isConflict(error)) return () => reportError(error)
    const present = await presentText(error, draft)
    return () => {
      conflict.value = { kind: 'text', draft, present }
    }
  }
}

async function presentText({ text, hash }: RequestError, draft: TextDraft): Promise<PresentText | undefined> {
  if (text == null || hash == null) return undefined
  const { mergeLines } = await import('./merge-lines.ts')
  const plain = withPlainLineEnds(text)
  return { text: plain, hash, merged: mergeLines(draft.base, draft.text, plain) }
}

/** What saving would change among the findings of the file; undefined if a value is invalid. */
export async function previewDraft(draft: Draft): Promise<CheckEditAnswer | undefined> {
  if (refuseFaults([draft])) return undefined
  const lost = findLost(draft)
  if (lost !== undefined) {
    refuse(lost, lostHelp)
    return undefined
  }
  return post<CheckEditAnswer>('/api/check-edit', editOf(draft))
}

/** Keeps the unsaved changes, based on the file as it is now; those without a subject are dropped. Saves nothing. */
export function reapply(settled: Conflict): void {
  if (settled.present === undefined) return
  if (settled.kind === 'text') {
    const { draft, present } = settled
    setTextDraft({ file: draft.file, hash: present.hash, base: present.text, text: present.merged ?? draft.text })
    return
  }
  const { draft, present } = settled
  const operations = draft.operations.filter(each => presentValue(each, present) !== undefined)
  rebase({ ...draft, operations }, present)
}

/** Drops the unsaved changes, so that the file is shown as it is now. */
export function dropDraft({ kind, draft }: Conflict): void {
  if (kind === 'text') discardTextDraft(draft.file)
  else discardDraft(draft.base.key)
}

function editOf({ base, operations }: Pick<Draft, 'base' | 'operations'>) {
  return { file: base.file, hash: base.hash, key: base.key, changes: toChanges(operations, base) }
}

/** Whether the file was changed, or removed. */
function isConflict(error: unknown): error is RequestError {
  return error instanceof RequestError && (error.status === 409 || error.status === 404)
}

/**
 * Whether several changes cannot be written at once, although each of them may be: they overlap, or one takes the name
 * of a node that another removes.
 */
function mayFitSingly(error: unknown): boolean {
  return error instanceof RequestError && (error.refusal === 'conflict' || error.refusal === 'present')
}
