import { type ImportDocument, OperationError } from '@scenewright/model'
import { canonicalHash, payloadHash } from '@scenewright/model/canonical-json'
import type { Goal, Strategy, Want, Wanted } from './goal.ts'

/** A scenario as its source wants it to be. */
export interface DesiredScenario {
  readonly key: string
  readonly isActive: boolean
  /** The key that it had before. */
  readonly renamedFrom?: string
  readonly document: ImportDocument
  /** The commit that the source lies at, as it is; absent where it was never committed. */
  readonly commit?: string
}

/** How the sources are brought about. */
export interface SourcesOptions {
  readonly strategy?: Strategy | undefined
  /** Where the sources are. */
  readonly commit?: string | undefined
  /** The scenarios that it is about; all where absent. One that has no source is to go off. */
  readonly keys?: readonly string[] | undefined
}

/**
 * Makes a goal from the sources of some or all scenarios. Two sources with the same key are an OperationError
 * `sources`.
 */
export function goalOfSources(desired: readonly DesiredScenario[], options: SourcesOptions = {}): Goal {
  refuseTwins(desired)
  const { keys, commit } = options
  if (keys === undefined) {
    return { scenarios: wantedOf(desired, options), isWhole: true, ...(commit !== undefined && { commit }) }
  }
  const present = new Set(desired.map(({ key }) => key))
  const gone = keys
    .filter(key => !present.has(key))
    .map((key): Wanted => ({ key, want: null, ...(commit !== undefined && { commit }) }))
  const chosen = wantedOf(
    desired.filter(({ key }) => keys.includes(key)),
    options,
  )
  return { scenarios: [...chosen, ...gone], isWhole: false, otherKeys: [...present] }
}

function wantedOf(desired: readonly DesiredScenario[], { strategy }: SourcesOptions): readonly Wanted[] {
  return desired.map(({ key, isActive, renamedFrom, document, commit }) => ({
    key,
    want: wantOf(document, { isActive, ...(strategy !== undefined && { strategy }) }),
    document,
    ...(renamedFrom !== undefined && { formerKeys: [renamedFrom] }),
    ...(commit !== undefined && { commit }),
  }))
}

/** Makes the want of a document; `rest` says whether the scenario is to be on. */
export function wantOf(document: ImportDocument, rest: Pick<Want, 'isActive' | 'strategy'>): Want {
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
