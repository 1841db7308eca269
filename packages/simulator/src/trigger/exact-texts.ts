import { hashText } from './features.ts'
import { fold, foldAll } from './fold.ts'
import type { Profile } from './profile.ts'

/** An equal text of a scenario: an exclusion takes precedence over an example. */
export interface ExactText {
  readonly kind: 'exact-example' | 'exact-exclusion'
  /** As written by the author. */
  readonly text: string
}

/** Finds the scenarios, by their indexes, that have a message folded; a left-out example or scenario is ignored. */
export type FindExact = (
  message: string,
  isLeftOut: (scenario: number, example?: number) => boolean,
) => ReadonlyMap<number, ExactText>

/**
 * Creates the lookup for the texts of scenarios: by sorted numbers, because a map of all texts took several times the
 * memory.
 */
export function createExactTexts(profiles: readonly Profile[]): FindExact {
  const size = profiles.reduce((sum, { texts }) => sum + texts.examples.length + texts.exclusions.length, 0)
  const keys = new Float64Array(size)
  let next = 0
  profiles.forEach(({ texts: { examples, exclusions } }, scenario) => {
    for (const texts of [examples, exclusions]) {
      for (let index = 0; index < texts.length; index++) keys[next++] = firstKey(foldedHash(texts, index)) + scenario
    }
  })
  keys.sort()
  return (message, isLeftOut) => {
    // Folding takes longer than this, and few messages equal a text.
    const first = firstKey(hashLetters(message) ?? hashFolded(fold(message)))
    const begin = lowerBound(keys, first)
    if (!isOf(first, keys[begin])) return nothing
    const folded = fold(message)
    // A text without a letter or digit equals no message.
    if (folded === '') return nothing
    const found = new Map<number, ExactText>()
    for (let at = begin; isOf(first, keys[at]); at++) {
      const scenario = (keys[at] ?? 0) - first
      if (found.has(scenario) || isLeftOut(scenario)) continue
      const text = exactText(profiles[scenario], folded, example => isLeftOut(scenario, example))
      if (text !== undefined) found.set(scenario, text)
    }
    return found
  }
}

const nothing: ReadonlyMap<number, ExactText> = new Map()

/** More scenarios than a bot can have. */
const maxScenarios = 2 ** 21

/** A text and a scenario are one number: the hash of the text in the upper bits, the index of the scenario in the lower. */
function firstKey(hash: number): number {
  return (hash >>> 0) * maxScenarios
}

function isOf(first: number, key = Number.POSITIVE_INFINITY): boolean {
  return key < first + maxScenarios
}

/**
 * A hash of a text of a list: the same for texts that are the same message after folding. An ASCII text is not folded
 * for it, which takes longer.
 */
export function foldedHash(texts: readonly string[], index: number): number {
  return hashLetters(texts[index] ?? '') ?? hashFolded(foldAll(texts)[index] ?? '')
}

function hashFolded(folded: string): number {
  return hashLetters(folded) ?? hashText(folded)
}

/** The index of the first number that is not smaller. */
function lowerBound(sorted: Float64Array, number: number): number {
  let [begin, end] = [0, sorted.length]
  while (begin < end) {
    const middle = (begin + end) >>> 1
    if ((sorted[middle] ?? 0) < number) begin = middle + 1
    else end = middle
  }
  return begin
}

/** A hash of the letters and digits of an ASCII text, which folding keeps; undefined for another text. */
function hashLetters(text: string): number | undefined {
  let hash = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) return undefined
    const lower = code >= 0x41 && code <= 0x5a ? code + 0x20 : code
    const isKept = (lower >= 0x61 && lower <= 0x7a) || (lower >= 0x30 && lower <= 0x39)
    if (isKept) hash = (Math.imul(hash, 31) + lower) | 0
  }
  return hash
}

function exactText(
  profile: Profile | undefined,
  folded: string,
  isLeftOut: (example: number) => boolean,
): ExactText | undefined {
  if (profile === undefined) return undefined
  const { examples, exclusions } = profile.texts
  const exclusion = foldAll(exclusions).indexOf(folded)
  if (exclusion >= 0) return { kind: 'exact-exclusion', text: exclusions[exclusion] ?? '' }
  const example = foldAll(examples).findIndex((text, place) => text === folded && !isLeftOut(place))
  return example < 0 ? undefined : { kind: 'exact-example', text: examples[example] ?? '' }
}
