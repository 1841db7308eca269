import { canonicalHash, type ImportDocument, payloadHash } from '@scenewright/model'

/** A scenario as its source wants it to be. */
export interface DesiredScenario {
  readonly key: string
  readonly isActive: boolean
  /** The key that it had before. */
  readonly renamedFrom?: string
  readonly document: ImportDocument
}

/** What of a desired scenario decides on the steps. */
export interface Want {
  readonly payloadHash: string
  readonly layoutHash?: string
  readonly isActive: boolean
}

export function wantOf({ document, isActive }: Pick<DesiredScenario, 'document' | 'isActive'>): Want {
  const { layout } = document.scenario
  return {
    payloadHash: payloadHash(document),
    ...(layout !== undefined && { layoutHash: canonicalHash(layout) }),
    isActive,
  }
}

/** What `payloadHash` hashes: the document without the time of its export and without its layout. */
export function payloadOf(document: ImportDocument): unknown {
  const { exported_at: _time, ...rest } = document
  const { layout: _layout, ...scenario } = document.scenario
  return { ...rest, scenario }
}
