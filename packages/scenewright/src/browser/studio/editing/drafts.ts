import { computed, signal } from '@preact/signals'
import type { ScenarioAnswer } from '../../../commands/studio/protocol.ts'
import { keepFocus } from '../focus.ts'
import { loadScenario, loadSource } from '../project.ts'
import { type Operation, presentValue, subjectOf } from './operation.ts'

/** The unsaved changes of a scenario, based on one state of its file. */
export interface Draft {
  readonly base: ScenarioAnswer
  readonly operations: readonly Operation[]
  /** Those that were undone, the last one first. */
  readonly undone: readonly Operation[]
}

/** The unsaved text of a file, made from the text `base`, whose file has this hash. */
export interface TextDraft {
  readonly file: string
  readonly hash: string
  readonly base: string
  readonly text: string
}

/** The unsaved changes by the key of their scenario, the last changed one last. Nothing saves them but Save. */
export const drafts = signal<ReadonlyMap<string, Draft>>(new Map())

/** The unsaved texts by their file, the last changed one last. */
export const textDrafts = signal<ReadonlyMap<string, TextDraft>>(new Map())

/** The keys and files whose unsaved changes are being saved: they cannot be taken back meanwhile. */
const saving = new Set<string>()

/** From now on, the unsaved changes with this key or file are being saved. */
export function beginSaving(name: string): void {
  saving.add(name)
}

/** They are saved, or were refused. What was changed back meanwhile is a change of what was saved, or else none. */
export function endSaving(name: string): void {
  saving.delete(name)
  const draft = drafts.peek().get(name)
  if (draft?.operations.some(isBack)) {
    setDraft({ ...draft, operations: draft.operations.filter(each => !isBack(each)) })
  }
  const text = textDrafts.peek().get(name)
  if (text !== undefined && text.text === text.base) discardTextDraft(name)
}

/** How many changes are unsaved. */
export const unsavedCount = computed(
  () => [...drafts.value.values()].reduce((sum, { operations }) => sum + operations.length, 0) + textDrafts.value.size,
)

addEventListener('beforeunload', event => {
  if (unsavedCount.peek() > 0) event.preventDefault()
})

/** The keys of scenarios with unsaved changes. */
export function unsavedKeys(): readonly string[] {
  return [...drafts.value.values()].filter(({ operations }) => operations.length > 0).map(({ base }) => base.key)
}

/** The unsaved operations of a scenario. */
export function operationsOf(key: string): readonly Operation[] {
  return drafts.value.get(key)?.operations ?? []
}

/** Adds an operation, in place of an earlier one with the same subject. */
export function addOperation(scenario: ScenarioAnswer, operation: Operation): void {
  const { base, operations } = drafts.peek().get(scenario.key) ?? { base: scenario, operations: [] }
  const others = operations.filter(each => subjectOf(each) !== subjectOf(operation))
  const isDropped = isBack(operation) && !saving.has(scenario.key)
  setDraft({ base, operations: isDropped ? others : [...others, operation], undone: [] })
}

/** Whether an operation changes nothing any more. */
function isBack(operation: Operation): boolean {
  return 'base' in operation && (operation.base ?? '') === (operation.value ?? '')
}

/** Removes one operation, unless it is being saved. */
export function dropOperation(key: string, operation: Operation): void {
  const draft = drafts.peek().get(key)
  if (draft === undefined || saving.has(key)) return
  setDraft({ ...draft, operations: draft.operations.filter(each => each !== operation) })
  keepFocus()
}

export function setDraft(draft: Draft): void {
  const others = [...drafts.peek()].filter(([key]) => key !== draft.base.key)
  const isEmpty = draft.operations.length === 0 && draft.undone.length === 0
  drafts.value = new Map(isEmpty ? others : [...others, [draft.base.key, draft]])
}

/** Removes all operations of a scenario, unless they are being saved. */
export function dropOperations(key: string): void {
  if (!saving.has(key)) discardDraft(key)
}

export function discardDraft(key: string): void {
  drafts.value = new Map([...drafts.peek()].filter(([each]) => each !== key))
}

/**
 * Keeps an unsaved text, in place of an earlier one of its file. One that is as its base is none, unless the file is
 * being saved.
 */
export function setTextDraft(draft: TextDraft): void {
  const others = [...textDrafts.peek()].filter(([file]) => file !== draft.file)
  const isBase = draft.text === draft.base && !saving.has(draft.file)
  textDrafts.value = new Map(isBase ? others : [...others, [draft.file, draft]])
}

export function discardTextDraft(file: string): void {
  textDrafts.value = new Map([...textDrafts.peek()].filter(([each]) => each !== file))
}

/** Bases unsaved changes on the scenario as it is now. Those that it contains already are dropped. */
export function rebase({ base: { key }, operations }: Draft, present: ScenarioAnswer): void {
  const kept = operations.map((operation): Operation => {
    const value = presentValue(operation, present)
    if (operation.kind === 'active') return { ...operation, base: present.isActive }
    const isKnown = value !== undefined && typeof value !== 'boolean'
    return 'base' in operation && isKnown ? { ...operation, base: value } : operation
  })
  const left = kept.filter(each => !isBack(each))
  discardDraft(key)
  setDraft({ base: present, operations: left, undone: [] })
}

/** After a write of this page: bases the unsaved changes of the file on what was written, if they were current before. */
export async function rebaseDrafts(file: string, before: unknown, after: string): Promise<void> {
  for (const { base } of drafts.peek().values()) {
    if (base.file !== file || base.hash !== before) continue
    const present = await loadScenario(base.key).catch(() => undefined)
    const draft = drafts.peek().get(base.key)
    if (present?.hash === after && draft !== undefined) rebase(draft, present)
  }
  if (textDrafts.peek().get(file)?.hash !== before) return
  const present = await loadSource(file).catch(() => undefined)
  const draft = textDrafts.peek().get(file)
  if (present?.hash !== after || draft === undefined) return
  const { mergeLines } = await import('./merge-lines.ts')
  const text = mergeLines(draft.base, draft.text, present.text)
  // Else, Save shows both.
  if (text !== undefined) setTextDraft({ file, hash: after, base: present.text, text })
}
