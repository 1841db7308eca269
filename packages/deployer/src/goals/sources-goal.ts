import { type ImportDocument, OperationError } from '@scenewright/model'
import { canonicalHash, payloadHash } from '@scenewright/model/canonical-json'
import { findHolders, renames } from '../plan/renames.ts'
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

/**
 * The present key of each key without a source: a key in the state, or from before a rename. Keys that the state has
 * never had are left out.
 */
export function presentKeys(
  keys: readonly string[],
  desired: readonly DesiredScenario[],
  { scenarios }: State,
): ReadonlyMap<string, string> {
  const entries = new Map(Object.entries(scenarios))
  const moved = new Map(Array.from(renames(createSourcesGoal(desired), entries), ([key, from]) => [from, key]))
  const held = keys.map(key => [key, findHolders(key, entries)[0]] as const)
  return new Map(held.flatMap(([key, holder]) => (holder === undefined ? [] : [[key, moved.get(holder) ?? holder]])))
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
