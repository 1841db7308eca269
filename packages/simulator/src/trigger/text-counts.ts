import type { Analysis, Lexicon } from './lexicon.ts'
import { isSameList } from './profile.ts'

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
  readonly texts: readonly string[]
  readonly ownCount: number
}

/** Whether two scenarios have the same texts, in the same order. */
export function areSameTexts(one: CountedTexts, other: CountedTexts | undefined): boolean {
  return one === other || (one.ownCount === other?.ownCount && isSameList(one.texts, other.texts))
}

/** Counts texts, scenario by scenario. */
export interface TextCounter {
  /** Adds the texts of a scenario. Their analyses are valid only during the call of `see`. */
  add(scenario: CountedTexts, see?: (analysis: Analysis, place: number) => void): void
  /** Takes back the texts of a scenario. */
  remove(scenario: CountedTexts): void
  /** The counts of the features and words that the lexicon has now. Nothing can be counted afterwards. */
  counts(): TextCounts
}

/** Creates a counter that continues from earlier counts with the same lexicon. */
export function createTextCounter(lexicon: Lexicon, before?: TextCounts): TextCounter {
  let { scenarioCount = 0, ownCount = 0 } = before ?? {}
  let holders = grown(before?.holders, withRoom(lexicon.size))
  let occurrences = grown(before?.occurrences, withRoom(lexicon.size))
  let wordTimes = grown(before?.wordTimes, withRoom(lexicon.words.size))
  // By feature, the number of the last call in which a text that describes its scenario had it.
  let seen = new Uint32Array(holders.length)
  let calls = 0
  const reserve = () => {
    if (lexicon.size > holders.length) {
      const size = Math.max(lexicon.size, holders.length * 2)
      holders = grown(holders, size)
      occurrences = grown(occurrences, size)
      seen = grown(seen, size)
    }
    if (lexicon.words.size > wordTimes.length) wordTimes = grown(wordTimes, lexicon.words.size * 2)
  }
  const count = ({ texts, ownCount: own }: CountedTexts, by: 1 | -1, see?: Parameters<TextCounter['add']>[1]) => {
    calls++
    scenarioCount += by
    ownCount += by * own
    texts.forEach((text, place) => {
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
        holders: cut(holders, lexicon.size),
        occurrences: cut(occurrences, lexicon.size),
        wordTimes: cut(wordTimes, lexicon.words.size),
      }
    },
  }
}

/** Room for what a few changed texts add: otherwise, lists of all features are doubled for a few new ones. */
function withRoom(size: number): number {
  return Math.ceil(size * 1.02)
}

function grown(numbers: Uint32Array | undefined, size: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(size)
  if (numbers !== undefined) more.set(numbers)
  return more
}

/** The first numbers: in place, unless there is much more room. */
function cut(numbers: Uint32Array, size: number): Uint32Array {
  return numbers.length <= withRoom(size) ? numbers.subarray(0, size) : numbers.slice(0, size)
}
