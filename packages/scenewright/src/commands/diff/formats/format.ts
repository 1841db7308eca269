import {
  type BehaviorChange,
  type Change,
  type ComparedScenario,
  type CustomerText,
  describeChange,
  type MovedMessages,
  type ScenarioDiff,
} from '@scenewright/differ'
import { type ChangeLevel, changeLevels } from '@scenewright/model/config'
import { count } from '@scenewright/model/text'
import type { AcceptedChange, ChangeGroup } from '../acceptances/acceptances.ts'
import type { ComparedBots } from '../compared-bots.ts'
import type { FlowSides } from '../joined-flow.ts'

/** The report of a comparison. */
export interface DiffReport {
  /** The names of the two sides. */
  readonly base: string
  readonly head: string
  readonly scenarios: readonly ScenarioDiff[]
  /** The changes in the project file, and its name. */
  readonly settings?: readonly Change[]
  readonly configFile?: string
  /** Every message with a different decision; of these, `moved` groups those that start another scenario, or none. */
  readonly behavior: readonly BehaviorChange[]
  readonly moved?: readonly MovedMessages[]
  /** The accepted changes, by fingerprint. */
  readonly accepted?: ReadonlyMap<string, AcceptedChange>
  /** Acceptances that the head has and the base does not, whether or not the change exists. */
  readonly acceptedHere?: readonly AcceptedChange[]
  /** The compared scenarios, for drawing flows. */
  readonly compared: { readonly base: readonly ComparedScenario[]; readonly head: readonly ComparedScenario[] }
  /** Both bots, if the page is to answer messages. */
  readonly bots?: ComparedBots
}

/** The data that formats use in addition to the report. */
export interface DiffContext {
  /** The path from the root of the repository to that of the project: empty, or `bots/shop/`. */
  readonly folder: string
  /** Whether the text may carry color. */
  readonly color: boolean
}

/** Creates the text for standard output. Pure: equal arguments give equal text. */
export type DiffFormat = (report: DiffReport, context: DiffContext) => string

/** All changes of a report: those of the project file, of the scenarios, and of decisions. */
export function groupChanges({
  settings = [],
  configFile = '',
  scenarios,
  moved = [],
}: Pick<DiffReport, 'settings' | 'configFile' | 'scenarios' | 'moved'>): readonly ChangeGroup[] {
  return [...(settings.length === 0 ? [] : [{ key: configFile, changes: settings }]), ...scenarios, ...moved]
}

/** The number of changes of each level. */
export function countLevels(groups: readonly ChangeGroup[]): Readonly<Record<ChangeLevel, number>> {
  const counts = { breaking: 0, risky: 0, info: 0, layout: 0 }
  for (const { changes } of groups) for (const { level } of changes) counts[level] += 1
  return counts
}

/** The scenarios with the most severe changes first; each lists its own most severe first. */
export function byGravity(scenarios: readonly ScenarioDiff[]): readonly ScenarioDiff[] {
  const rank = ({ changes: [gravest] }: ScenarioDiff) => changeLevels.indexOf(gravest?.level ?? 'layout')
  return scenarios.toSorted((a, b) => rank(a) - rank(b))
}

/** The flow of a scenario on each side that has it. */
export function indexFlows({ base, head }: DiffReport['compared']): (scenario: ScenarioDiff) => Partial<FlowSides> {
  const flows = (side: readonly ComparedScenario[]) =>
    new Map(side.map(({ key, document }) => [key, document.scenario.definition]))
  const all = { base: flows(base), head: flows(head) }
  return ({ key, was = key, change }) => {
    const before = change === 'added' ? undefined : all.base.get(was)
    const now = change === 'removed' ? undefined : all.head.get(key)
    return { ...(before && { base: before }), ...(now && { head: now }) }
  }
}

/** The place of a change: at the head, or else at the base. */
export function placeOf({ head, base }: Change, folder: string): string | undefined {
  const place = head ?? base
  if (place === undefined) return undefined
  return `${head === undefined ? 'was ' : ''}${folder}${place.file}:${place.range.start.line}`
}

/** The counts in words, most severe first. */
export function levelsText(groups: readonly ChangeGroup[], paint = (_level: ChangeLevel, text: string) => text) {
  const counts = countLevels(groups)
  return changeLevels
    .flatMap(level => (counts[level] > 0 ? [paint(level, `${counts[level]} ${level}`)] : []))
    .join(', ')
}

/** Who has accepted a change, and why; undefined if nobody has. */
export function acceptedText({ accepted }: DiffReport, { fingerprint }: Change): string | undefined {
  const entry = accepted?.get(fingerprint)
  return entry === undefined ? undefined : consentText(entry)
}

function consentText(entry: AcceptedChange): string {
  const until = entry.until === undefined ? '' : ` until ${entry.until}`
  return `accepted by ${entry.who}${until}: ${entry.reason}`
}

/** The number of accepted changes, for a verdict: ", 2 of them accepted", or nothing. */
export function acceptedCount(report: DiffReport): string {
  const all = groupChanges(report).flatMap(({ changes }) => changes)
  const number = all.filter(({ fingerprint }) => report.accepted?.has(fingerprint)).length
  if (number === 0) return ''
  return number === all.length ? ', all accepted' : `, ${number} of them accepted`
}

/** The number of differences, for a verdict: "1 setting and 2 scenarios differ". */
export function subjectText({ settings = [], scenarios }: DiffReport): string {
  const all = [
    ...(settings.length > 0 ? [count(settings.length, 'setting')] : []),
    ...(scenarios.length > 0 ? [count(scenarios.length, 'scenario')] : []),
  ]
  if (all.length === 0) return 'no scenario differs'
  return `${all.join(' and ')} ${settings.length + scenarios.length === 1 ? 'differs' : 'differ'}`
}

/** The number of messages with a different decision, for a verdict. */
export function messagesText({ behavior }: DiffReport): string {
  return count(behavior.length, 'message gets a different answer', 'messages get a different answer')
}

/** The messages outside all groups: recorded ones, and those with a different clarification. */
export function otherMessages({ behavior, moved = [] }: DiffReport): readonly BehaviorChange[] {
  const grouped = new Set(moved.flatMap(({ messages }) => messages))
  return behavior.filter(({ message }) => !grouped.has(message))
}

/** An acceptance that the change adds, in words. */
export interface AcceptedHere {
  readonly scenario: string
  /** The accepted change, if this diff contains it. */
  readonly said: string
  readonly who: string
}

/** The acceptances that the change itself adds. */
export function describeAccepted(report: DiffReport): readonly AcceptedHere[] {
  const changes = new Map(groupChanges(report).flatMap(group => group.changes.map(each => [each.fingerprint, each])))
  return (report.acceptedHere ?? []).map(entry => {
    const change = changes.get(entry.fingerprint)
    const description = change === undefined ? `${entry.kind}, which this diff does not have` : describeChange(change)
    return { scenario: entry.scenario, said: description, who: consentText(entry) }
  })
}

/** The texts of a change: those of a step follow its sentence, others are below it. */
export function splitTexts({ kind, texts = [] }: Change): {
  readonly inline?: string
  readonly below: readonly CustomerText[]
} {
  const [only, ...others] = texts
  return only === undefined || others.length > 0 || kind === 'scenario-added'
    ? { below: texts }
    : { inline: only.text, below: [] }
}

/** The number of characters of a change. */
export function countCharacters(change: Change): number {
  const { words = [], texts = [] } = change
  return [describeChange(change), ...words.map(({ text }) => text), ...texts.map(({ text }) => text)].join('').length
}

/** The decision on a message, in words. */
export function decisionText(decision: BehaviorChange['before']): string {
  switch (decision.kind) {
    case 'start':
      return decision.scenario
    case 'clarify':
      return `asks which: ${decision.candidates.join(', ')}`
    case 'none':
      return 'nothing'
  }
}
