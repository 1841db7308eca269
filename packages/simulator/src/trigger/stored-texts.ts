import type { Language } from '@scenewright/model/config'
import { createLexicon, type Lexicon, type LexiconContent } from './lexicon.ts'
import type { ListedTexts } from './profile.ts'
import type { TextCounts } from './text-counts.ts'
import type { TextSpace, WorkedOut } from './text-space.ts'
import type { Trial } from './trials.ts'
import { type PackedVectors, packVectors, unpackVectors } from './vector-list.ts'

/** The texts of a scenario that scores depend on. */
export interface KnownTexts extends ListedTexts {
  readonly key: string
}

/** Lists the texts of a bot's scenarios. */
export function listKnownTexts({ profiles }: Pick<TextSpace, 'profiles'>): readonly KnownTexts[] {
  return profiles.map(({ key, texts: { texts, ownCount, examples } }) => {
    return { key, texts, ownCount, exampleCount: examples.length }
  })
}

/** The results that a scorer has computed from its texts, as plain data: the next one may reuse them in another process. */
export interface StoredTexts {
  readonly language: Language
  readonly lexicon: LexiconContent
  readonly counts: TextCounts
  readonly idfs: Float32Array
  readonly vectors: PackedVectors
  /** Of each scenario, in their order. */
  readonly sumLengths: Float64Array
  readonly scenarios: readonly KnownTexts[]
  readonly trials: readonly Trial[]
}

interface ComputedTexts {
  readonly lexicon: Lexicon
  readonly trials: readonly Trial[]
}

/** Lists these results; undefined for a scorer that is the last one. `scenarios` has its texts. */
export function listStoredTexts(
  { space: { workedOut, sumLengths }, lexicon, trials }: ComputedTexts & { readonly space: TextSpace },
  scenarios: readonly KnownTexts[],
): StoredTexts | undefined {
  if (workedOut === undefined) return undefined
  const { counts, idfs, vectors } = workedOut
  return {
    language: lexicon.language,
    lexicon: lexicon.content(),
    counts,
    idfs,
    vectors: packVectors(vectors),
    sumLengths,
    scenarios,
    trials,
  }
}

/** The results in the form in which a scorer reuses them. */
export function restoreTexts(stored: StoredTexts): ComputedTexts & { readonly workedOut: WorkedOut } {
  const { language, lexicon, counts, idfs, vectors, sumLengths, trials } = stored
  let next = 0
  const scenarios = stored.scenarios.map((listed, place) => {
    const first = next
    next += listed.texts.length
    return [listed.key, { texts: listed, listed, first, sumLength: sumLengths[place] ?? 0 }] as const
  })
  return {
    lexicon: createLexicon(language, lexicon),
    workedOut: { counts, idfs, vectors: unpackVectors(vectors), scenarios: new Map(scenarios) },
    trials,
  }
}
