import { compileProject, type Project } from '@scenewright/compiler'
import { deployedDocument, type Plan, type PlanEntry, type StateStore } from '@scenewright/deployer'
import { type Change, type ComparedScenario, diffScenarios, type ScenarioDiff, sentenceOf } from '@scenewright/differ'
import { payloadOf, type ScenarioModel, type SourceMap } from '@scenewright/model'
import { levelSettings } from '../diff/level-settings.ts'
import { placeOf } from '../report/diff/format.ts'
import { wordRunsText } from '../report/diff/word-runs.ts'
import type { PlannedChanges } from '../report/plan/format.ts'
import { changeSummary } from './change-summary.ts'

/** How many changes of a scenario a plan tells; `diff` tells the rest. */
const mostLines = 6

/** What a plan is looked at with. */
export interface PlannedOn {
  readonly project: Project
  readonly store: StateStore
  /** The sources that the plan is of: then each change is told with its place. */
  readonly scenarios?: readonly ScenarioModel[]
}

/**
 * What the updates of a plan change for the customer: what is published, held against what is to be. A scenario whose
 * payload is not kept any more has nothing to be held against.
 */
export async function plannedChanges(plan: Plan, on: PlannedOn): Promise<ReadonlyMap<string, PlannedChanges>> {
  const changed = plan.entries.filter(({ before, steps }) => before?.published !== undefined && sendsText(steps))
  const base = (await Promise.all(changed.map(entry => published(entry, on.store)))).flat()
  const compared = new Set(base.map(({ key }) => key))
  const maps = await sourceMaps(on, compared)
  const head = changed.flatMap(({ key, document }): ComparedScenario[] => {
    const map = maps.get(key)
    return document === undefined || !compared.has(key)
      ? []
      : [{ key, document: payloadOf(document), ...(map && { map }) }]
  })
  const diffs = diffScenarios(base, head, levelSettings(on.project))
  return new Map(diffs.map(diff => [diff.key, { summary: changeSummary(diff.changes), lines: linesOf(diff, plan) }]))
}

function sendsText(steps: PlanEntry['steps']): boolean {
  return steps.some(({ kind }) => kind === 'update' || kind === 'create')
}

/** Under the key that it is to have: a rename is told by the plan itself. */
async function published({ key, before }: PlanEntry, store: StateStore): Promise<readonly ComparedScenario[]> {
  if (before?.published === undefined) return []
  const document = await deployedDocument(store, key, before.published).catch(() => undefined)
  return document === undefined ? [] : [{ key, document }]
}

/** The ways back to the sources, which no cache keeps. */
async function sourceMaps({ project, scenarios = [] }: PlannedOn, keys: ReadonlySet<string>) {
  const paths = new Set(scenarios.flatMap(({ key, file }) => (keys.has(key) ? [file] : [])))
  if (paths.size === 0) return new Map<string, SourceMap>()
  const { sources } = await compileProject(project, { paths: [...paths] })
  return new Map(sources.flatMap(source => source.scenarios).map(({ key, map }) => [key, map]))
}

function linesOf({ changes }: ScenarioDiff, { environment }: Plan): PlannedChanges['lines'] {
  const told = changes.slice(0, mostLines).map(change => ({ ...lineOf(change), level: levelOf(change) }))
  const left = changes.length - told.length
  const more = `and ${left} more: scenewright diff --against deployed:${environment.name}`
  return left > 0 ? [...told, { level: 'info', text: more }] : told
}

function lineOf(change: Change): { readonly text: string; readonly place?: string } {
  const place = placeOf(change, '')
  const words = change.words === undefined ? '' : `: ${wordRunsText(change.words, marks)}`
  return { text: `${sentenceOf(change)}${words}`, ...(place !== undefined && { place }) }
}

const marks = {
  gone: (words: string) => `[-${words}-]`,
  come: (words: string) => `{+${words}+}`,
  kept: (words: string) => words,
}

function levelOf({ level }: Change): 'breaking' | 'risky' | 'info' {
  return level === 'layout' ? 'info' : level
}
