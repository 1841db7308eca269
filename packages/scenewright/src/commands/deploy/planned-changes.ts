import { compileProject, type Project } from '@scenewright/compiler'
import type { Plan, PlanEntry } from '@scenewright/deployer'
import { deployedDocument } from '@scenewright/deployer/goals'
import type { StateStore } from '@scenewright/deployer/state'
import {
  type Change,
  type ChangeKind,
  type ComparedScenario,
  describeChange,
  diffScenarios,
  type ScenarioDiff,
} from '@scenewright/differ'
import { toPayload } from '@scenewright/model/canonical-json'
import type { ScenarioModel, SourceMap } from '@scenewright/model/compilation'
import { count } from '@scenewright/model/text'
import { countCharacters, placeOf, splitTexts } from '../diff/formats/format.ts'
import { wordRunsText } from '../diff/formats/word-runs.ts'
import { levelSettings } from '../diff/level-settings.ts'
import { partsIn } from '../diff/touches.ts'
import type { PlannedChanges } from './formats/format.ts'

/** The change kinds with their own counts, in this order; all others are counted together. */
const counted: readonly (readonly [kind: ChangeKind, one: string, many: string])[] = [
  ['edge-rerouted', 'connection changed', 'connections changed'],
  ['reply-changed', 'text changed', 'texts changed'],
  ['example-added', 'example added', 'examples added'],
  ['example-removed', 'example removed', 'examples removed'],
]

const ofSteps: readonly ChangeKind[] = ['node-added', 'node-removed', 'node-inserted', 'node-taken-out']

/** The maximum number of characters of all texts in a plan; `diff` shows the rest. */
const maxCharacters = 40_000

/** The data needed to describe the changes of a plan. */
export interface PlannedOn {
  readonly project: Project
  readonly store: StateStore
  /** The sources of the plan: then each change is shown with its place. */
  readonly scenarios?: readonly ScenarioModel[]
}

/**
 * The customer-visible changes of a plan: the difference between the published version and the new one, or the whole
 * content of a new scenario. For a scenario with a manual change: the difference between the published version and the
 * one on the service. A scenario whose payload is no longer stored cannot be compared.
 */
export async function plannedChanges(plan: Plan, on: PlannedOn): Promise<ReadonlyMap<string, PlannedChanges>> {
  const changed = plan.entries.filter(entry => entry.before?.published !== undefined && showsText(entry))
  const base = (await Promise.all(changed.map(entry => published(entry, on.store)))).flat()
  const compared = new Set(base.map(({ key }) => key))
  const maps = await sourceMaps(on, compared)
  const head = changed.flatMap(({ key, document: wanted, edited }): ComparedScenario[] => {
    const map = edited === undefined ? maps.get(key) : undefined
    const document = edited === undefined ? wanted : edited.document
    return document === undefined || !compared.has(key)
      ? []
      : [{ key, document: toPayload(document), ...(map && { map }) }]
  })
  const added = plan.entries.filter(entry => entry.before?.published === undefined && sendsText(entry))
  const created = added.flatMap(({ key, document }) => (document === undefined ? [] : [{ key, document }]))
  const diffs = diffScenarios(base, [...head, ...created], levelSettings(on.project))
  const tell = createLister(plan)
  return new Map(
    diffs.map(diff => {
      const lines = tell(diff)
      return [diff.key, diff.change === 'added' ? { lines } : { summary: changeSummary(diff.changes), lines }]
    }),
  )
}

/** For a scenario with a manual change, shows that change instead of the source's. */
function showsText(entry: PlanEntry): boolean {
  return entry.edited?.document !== undefined || sendsText(entry)
}

function sendsText({ steps }: PlanEntry): boolean {
  return steps.some(({ kind }) => kind === 'update' || kind === 'create')
}

/** With its new key: the plan itself shows a rename. */
async function published({ key, before }: PlanEntry, store: StateStore): Promise<readonly ComparedScenario[]> {
  if (before?.published === undefined) return []
  const document = await deployedDocument(store, key, before.published).catch(() => undefined)
  return document === undefined ? [] : [{ key, document }]
}

/** The source maps, which are not cached. */
async function sourceMaps({ project, scenarios = [] }: PlannedOn, keys: ReadonlySet<string>) {
  const paths = new Set(scenarios.flatMap(({ key, file }) => (keys.has(key) ? [file] : [])))
  if (paths.size === 0) return new Map<string, SourceMap>()
  const { sources } = await compileProject(project, { paths: [...paths] })
  return new Map(sources.flatMap(source => source.scenarios).map(({ key, map }) => [key, map]))
}

type Lines = PlannedChanges['lines']

/** Returns a function that lists the changes of one scenario after another, in full until the limit is reached. */
function createLister({ environment }: Plan): (diff: ScenarioDiff) => Lines {
  let room = maxCharacters
  return ({ changes }) => {
    const listed: Lines[number][] = []
    for (const [index, change] of changes.entries()) {
      room -= countCharacters(change)
      if (room < 0) return [...listed, moreLine(changes.slice(index), environment.name)]
      listed.push(...describeLines(change))
    }
    return listed
  }
}

function moreLine(left: readonly Change[], environment: string): Lines[number] {
  const characters = left.reduce((sum, change) => sum + countCharacters(change), 0)
  const more = `${count(left.length, 'change')} with ${count(characters, 'character')} more`
  return { level: 'info', text: `${more}: scenewright diff --against deployed:${environment}` }
}

/** The plan itself shows that a scenario is new; so only its texts are listed. */
function describeLines(change: Change): Lines {
  const place = placeOf(change, '')
  const { inline, below } = splitTexts(change)
  const details = change.words === undefined ? inline : wordRunsText(change.words, marks)
  const level = change.level === 'layout' ? 'info' : change.level
  const text = `${describeChange(change)}${details === undefined ? '' : `: ${details}`}`
  return [
    ...(change.kind === 'scenario-added' ? [] : [{ level, text, ...(place !== undefined && { place }) }]),
    ...below.map(each => ({ level: 'info', text: `${each.label}: ${each.text}` }) as const),
  ]
}

const marks = {
  gone: (words: string) => `[-${words}-]`,
  come: (words: string) => `{+${words}+}`,
  kept: (words: string) => words,
}

/** A short summary of a scenario's changes: "+9 -4 steps, 3 connections changed". */
export function changeSummary(changes: readonly Change[]): string {
  const of = (kind: ChangeKind) => changes.filter(change => change.kind === kind).length
  const stepsOf = (kind: ChangeKind) =>
    changes.flatMap(change =>
      change.kind === kind ? [...partsIn(change.before, 'nodes'), ...partsIn(change.after, 'nodes')] : [],
    )
  const added = of('node-added') + stepsOf('node-inserted').length
  const removed = of('node-removed') + stepsOf('node-taken-out').length
  const nodes = [added > 0 ? `+${added}` : '', removed > 0 ? `\u2212${removed}` : ''].filter(part => part !== '')
  const named = counted.flatMap(([kind, one, many]) => (of(kind) > 0 ? [count(of(kind), one, many)] : []))
  const known = new Set<ChangeKind>([...counted.map(([kind]) => kind), ...ofSteps])
  const others = changes.filter(({ kind }) => !known.has(kind)).length
  return [
    ...(nodes.length > 0 ? [`${nodes.join(' ')} ${added + removed === 1 ? 'step' : 'steps'}`] : []),
    ...named,
    ...(others > 0 ? [count(others, named.length + nodes.length > 0 ? 'other change' : 'change')] : []),
  ].join(', ')
}
