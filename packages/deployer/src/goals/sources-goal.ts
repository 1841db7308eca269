import { type ImportDocument, OperationError } from '@scenewright/model'
import { canonicalHash, payloadHash } from '@scenewright/model/canonical-json'
import { renames } from '../plan/renames.ts'
import type { State } from '../state/state.ts'
import type { Goal, Strategy, Want, Wanted } from './goal.ts'

/** A scenario as its source defines it. */
export interface DesiredScenario {
  readonly key: string
  readonly isActive: boolean
  /** The key that it had before. */
  readonly renamedFrom?: string
  readonly document: ImportDocument
  /** The commit of the source; absent if it was never committed in this form. */
  readonly commit?: string
}

/** How the sources are deployed. */
export interface SourcesOptions {
  readonly strategy?: Strategy | undefined
  /** The commit of the sources. */
  readonly commit?: string | undefined
  /** The scenarios of the goal; all by default. Those without a source are deactivated. */
  readonly keys?: readonly string[] | undefined
}

/**
 * Makes a goal from the sources of some or all scenarios. Two sources with the same key are an OperationError
 * `sources`.
 */
export function createSourcesGoal(desired: readonly DesiredScenario[], options: SourcesOptions = {}): Goal {
  refuseTwins(desired)
  const { keys, commit } = options
  if (keys === undefined) {
    return { scenarios: listWanted(desired, options), isWhole: true, ...(commit !== undefined && { commit }) }
  }
  const present = new Set(desired.map(({ key }) => key))
  const gone = keys
    .filter(key => !present.has(key))
    .map((key): Wanted => ({ key, want: null, ...(commit !== undefined && { commit }) }))
  const chosen = listWanted(
    desired.filter(({ key }) => keys.includes(key)),
    options,
  )
  return { scenarios: [...chosen, ...gone], isWhole: false, otherKeys: [...present] }
}

/** The keys in the state that the sources have renamed, each with its new key. */
export function renamedKeys(desired: readonly DesiredScenario[], { scenarios }: State): ReadonlyMap<string, string> {
  const moved = renames(createSourcesGoal(desired), new Map(Object.entries(scenarios)))
  return new Map(Array.from(moved, ([key, from]) => [from, key]))
}

function listWanted(desired: readonly DesiredScenario[], { strategy }: SourcesOptions): readonly Wanted[] {
  return desired.map(({ key, isActive, renamedFrom, document, commit }) => ({
    key,
    want: createWant(document, { isActive, ...(strategy !== undefined && { strategy }) }),
    document,
    ...(renamedFrom !== undefined && { formerKeys: [renamedFrom] }),
    ...(commit !== undefined && { commit }),
  }))
}

/** Creates the desired scenario for a document; `rest` contains whether the scenario should be active. */
export function createWant(document: ImportDocument, rest: Pick<Want, 'isActive' | 'strategy'>): Want {
  const { layout } = document.scenario
  return {
    payloadHash: payloadHash(document),
    ...(layout !== undefined && { layoutHash: canonicalHash(layout) }),
    ...rest,
  }
}

function refuseTwins(desired: readonly DesiredScenario[]): void {
  const keys = new Set<string>()
  for (const { key } of desired) {
    if (keys.has(key)) throw new OperationError('sources', `two sources have the key "${key}"`)
    keys.add(key)
  }
}
