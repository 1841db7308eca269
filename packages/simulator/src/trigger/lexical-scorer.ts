import type { Language } from '@scenewright/model'
import type { SimulatedScenario } from '../simulated-scenario.ts'
import { fold } from './fold.ts'
import { createProfile, knownTextsOf, type Profile, textsOf } from './profile.ts'
import { scoreScenario, similarityOf, weighEvidence } from './score-scenario.ts'
import type { HeldOutExample, Scorer } from './scorer.ts'
import { createSharedWords } from './shared-words.ts'
import { type LeftOut, nearnessOf } from './similarity.ts'
import type { SparseVector } from './sparse-vector.ts'
import { createTextIndex, type TextIndex } from './text-index.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/**
 * Scores by the words and letter runs that a message shares with examples, descriptions and exclusions: offline,
 * without trained weights, the same on every machine. It stands in for the service's own matching, which is not
 * documented. Made once for many messages: a bot of 150 scenarios takes a fraction of a second, a message then less
 * than a millisecond.
 */
export function createLexicalScorer(scenarios: readonly SimulatedScenario[], language: Language): Scorer {
  const known = scenarios.map(knownTextsOf)
  const vocabulary = createVocabulary(known, language)
  const sharedWords = createSharedWords(known, vocabulary)
  const vectors = scenarios.map(scenario => textsOf(scenario).map(vocabulary.vectorOf))
  const index = createTextIndex(vectors.flat(), vocabulary.size)
  const profiles = createProfiles(scenarios, vectors)
  return {
    score(message, without) {
      const folded = fold(message)
      const similarities = index.similarities(vocabulary.vectorOf(message))
      const wordsOf = sharedWords(message)
      const weighed = profiles.map(profile => {
        const leftOut = leave(profile, without, { vocabulary, index })
        const nearness = nearnessOf(profile, similarities, leftOut)
        return { profile, evidence: weighEvidence(profile, folded, nearness, leftOut?.example) }
      })
      const best = weighed.reduce((most, { evidence }) => Math.max(most, similarityOf(evidence)), 0)
      return weighed.map(({ profile, evidence }, place) => scoreScenario(profile, evidence, best, wordsOf(place)))
    },
  }
}

function createProfiles(
  scenarios: readonly SimulatedScenario[],
  vectors: readonly (readonly SparseVector[])[],
): readonly Profile[] {
  let first = 0
  return scenarios.map((scenario, place) => {
    const own = vectors[place] ?? []
    const profile = createProfile(scenario, own, first)
    first += own.length
    return profile
  })
}

/** The others' sum is what remains when the one is taken away: its length follows from the cosines of the one. */
function leave(
  profile: Profile,
  without: HeldOutExample | undefined,
  { vocabulary, index }: { readonly vocabulary: Vocabulary; readonly index: TextIndex },
): LeftOut | undefined {
  if (without === undefined || without.scenario !== profile.key) return undefined
  const text = profile.examples[without.example]
  if (text === undefined) return undefined
  const cosines = index.similarities(vocabulary.vectorOf(text))
  const withAll = profile.examples.reduce((sum, _text, place) => sum + (cosines[profile.first + place] ?? 0), 0)
  const withItself = cosines[profile.first + without.example] ?? 0
  const square = profile.sumLength ** 2 - 2 * withAll + withItself
  return { example: without.example, sumLength: Math.sqrt(Math.max(0, square)) }
}
