import type { Analysis, Lexicon } from './lexicon.ts'

/** What the weights of features and the correction of words depend on, counted over the texts of all scenarios. */
export interface TextCounts {
  readonly scenarioCount: number
  /** The number of texts that describe their scenario. */
  readonly ownCount: number
  /** By feature, the number of scenarios that have it in such a text. */
  readonly holders: Uint32Array
  /** By feature, how many texts have it, including exclusions. */
  readonly occurrences: Uint32Array
  /** By word, how often the texts that describe their scenario contain it. */
  readonly wordTimes: Uint32Array
}

/** The texts of a scenario, those that describe it first. */
export interface CountedTexts {
  readonly texts: readonly { readonly text: string }[]
  readonly ownCount: number
}

/** Counts texts, scenario by scenario. */
export interface TextCounter {
  /** Adds the texts of a scenario. Their analyses are valid only during the call of `see`. */
  add(scenario: CountedTexts, see?: (analysis: Analysis, place: number) => void): void
  /** Takes back the texts of a scenario. */
  remove(scenario: CountedTexts): void
  /** The counts of the features and words that the lexicon has now. */
  counts(): TextCounts
}

/** Creates a counter that continues from earlier counts with the same lexicon. */
export function createTextCounter(lexicon: Lexicon, before?: TextCounts): TextCounter {
  let { scenarioCount = 0, ownCount = 0 } = before ?? {}
  let holders = before?.holders.slice() ?? new Uint32Array()
  let occurrences = before?.occurrences.slice() ?? new Uint32Array()
  let wordTimes = before?.wordTimes.slice() ?? new Uint32Array()
  // By feature, the number of the last call in which a text that describes its scenario had it.
  let seen = new Uint32Array(holders.length)
  let calls = 0
  const reserve = () => {
    if (lexicon.size > holders.length) {
      holders = grown(holders, lexicon.size)
      occurrences = grown(occurrences, lexicon.size)
      seen = grown(seen, lexicon.size)
    }
    if (lexicon.words.size > wordTimes.length) wordTimes = grown(wordTimes, lexicon.words.size)
  }
  const count = ({ texts, ownCount: own }: CountedTexts, by: 1 | -1, see?: Parameters<TextCounter['add']>[1]) => {
    calls++
    scenarioCount += by
    ownCount += by * own
    texts.forEach(({ text }, place) => {
      const analysis = lexicon.learn(text)
      reserve()
      const { words, features } = analysis
      const isOwn = place < own
      if (isOwn) for (const word of words) wordTimes[word] = (wordTimes[word] ?? 0) + by
      for (let at = 0; at < features.length; at++) {
        const feature = features[at] ?? 0
        occurrences[feature] = (occurrences[feature] ?? 0) + by
        if (!isOwn || seen[feature] === calls) continue
        seen[feature] = calls
        holders[feature] = (holders[feature] ?? 0) + by
      }
      see?.(analysis, place)
    })
  }
  return {
    add: (scenario, see) => count(scenario, 1, see),
    remove: scenario => count(scenario, -1),
    counts() {
      reserve()
      return {
        scenarioCount,
        ownCount,
        holders: holders.slice(0, lexicon.size),
        occurrences: occurrences.slice(0, lexicon.size),
        wordTimes: wordTimes.slice(0, lexicon.words.size),
      }
    },
  }
}

function grown(numbers: Uint32Array, size: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(Math.max(size, numbers.length * 2))
  more.set(numbers)
  return more
}
