import type { BehaviourChange, Change, ComparedScenario, ScenarioDiff } from '@scenewright/differ'
import { type ChangeLevel, changeLevels } from '@scenewright/model'
import type { AcceptedChange } from '../../accepted/accepted.ts'
import type { FlowSides } from '../../diff/joined-flow.ts'

/** What is reported of a comparison. */
export interface DiffReport {
  /** What the two sides are called. */
  readonly base: string
  readonly head: string
  readonly scenarios: readonly ScenarioDiff[]
  readonly behaviour: readonly BehaviourChange[]
  /** Those of the changes that a person has accepted, by their fingerprints. */
  readonly accepted?: ReadonlyMap<string, AcceptedChange>
  /** What was compared, for what draws flows. */
  readonly compared: { readonly base: readonly ComparedScenario[]; readonly head: readonly ComparedScenario[] }
}

/** What a format needs to know besides the report. */
export interface DiffContext {
  /** The way from the root of the repository to that of the project: empty, or `bots/shop/`. */
  readonly folder: string
  /** Whether the text may carry colour. */
  readonly color: boolean
}

/** Makes the text for standard output. Pure: equal arguments give equal text. */
export type DiffFormat = (report: DiffReport, context: DiffContext) => string

/** How many changes there are of each level. */
export function countLevels(scenarios: readonly ScenarioDiff[]): Readonly<Record<ChangeLevel, number>> {
  const counts = { breaking: 0, risky: 0, info: 0, layout: 0 }
  for (const { changes } of scenarios) for (const { level } of changes) counts[level] += 1
  return counts
}

/** The scenarios with the gravest changes first; each lists its own gravest first. */
export function byGravity(scenarios: readonly ScenarioDiff[]): readonly ScenarioDiff[] {
  const rank = ({ changes: [gravest] }: ScenarioDiff) => changeLevels.indexOf(gravest?.level ?? 'layout')
  return scenarios.toSorted((a, b) => rank(a) - rank(b))
}

/** The flow of a scenario at each side that has it. */
export function flowsOf({ base, head }: DiffReport['compared']): (scenario: ScenarioDiff) => Partial<FlowSides> {
  const flows = (side: readonly ComparedScenario[]) =>
    new Map(side.map(({ key, document }) => [key, document.scenario.definition]))
  const all = { base: flows(base), head: flows(head) }
  return ({ key, was = key, change }) => {
    const before = change === 'added' ? undefined : all.base.get(was)
    const now = change === 'removed' ? undefined : all.head.get(key)
    return { ...(before && { base: before }), ...(now && { head: now }) }
  }
}

/** Where a change stands: at the head, else where it stood at the base. */
export function placeOf({ head, base }: Change, folder: string): string | undefined {
  const place = head ?? base
  if (place === undefined) return undefined
  return `${head === undefined ? 'was ' : ''}${folder}${place.file}:${place.range.start.line}`
}

/** The counts in words, the gravest first. */
export function levelsText(scenarios: readonly ScenarioDiff[], paint = (_level: ChangeLevel, text: string) => text) {
  const counts = countLevels(scenarios)
  return changeLevels
    .flatMap(level => (counts[level] > 0 ? [paint(level, `${counts[level]} ${level}`)] : []))
    .join(', ')
}

/** Who has accepted a change, and why; undefined where nobody has. */
export function acceptedText({ accepted }: DiffReport, { fingerprint }: Change): string | undefined {
  const entry = accepted?.get(fingerprint)
  if (entry === undefined) return undefined
  const until = entry.until === undefined ? '' : ` until ${entry.until}`
  return `accepted by ${entry.who}${until}: ${entry.reason}`
}

/** How many of the changes are accepted, for a verdict: ", 2 of them accepted", or nothing. */
export function acceptedCount({ accepted, scenarios }: DiffReport): string {
  const all = scenarios.flatMap(({ changes }) => changes)
  const number = all.filter(({ fingerprint }) => accepted?.has(fingerprint)).length
  if (number === 0) return ''
  return number === all.length ? ', all accepted' : `, ${number} of them accepted`
}

/** What a message leads to, in words. */
export function decisionText(decision: BehaviourChange['before']): string {
  switch (decision.kind) {
    case 'start':
      return decision.scenario
    case 'clarify':
      return `asks which: ${decision.candidates.join(', ')}`
    case 'none':
      return 'nothing'
  }
}
