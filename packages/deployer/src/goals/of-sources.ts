import { canonicalHash, type ImportDocument, OperationError, payloadHash } from '@scenewright/model'
import type { Goal, Strategy, Want } from './goal.ts'

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

/** All that the sources want, at a commit. Two with one key are an OperationError `sources`. */
export function goalOfSources(
  desired: readonly DesiredScenario[],
  { strategy, commit: head }: { readonly strategy?: Strategy | undefined; readonly commit?: string | undefined } = {},
): Goal {
  refuseTwins(desired)
  const scenarios = desired.map(({ key, isActive, renamedFrom, document, commit }) => ({
    key,
    want: wantOf(document, { isActive, ...(strategy !== undefined && { strategy }) }),
    document,
    ...(renamedFrom !== undefined && { formerKeys: [renamedFrom] }),
    ...(commit !== undefined && { commit }),
  }))
  return { scenarios, isWhole: true, ...(head !== undefined && { commit: head }) }
}

/** What a document wants, and whether it is to be on. */
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
