import type { Language } from '@scenewright/model'
import type { SimulatedScenario } from '../simulated-scenario.ts'
import { createContenders } from './contenders.ts'
import { fold } from './fold.ts'
import { leave } from './leave.ts'
import { createProfile, knownTextsOf, type Profile, textsOf } from './profile.ts'
import { scoreScenario, similarityOf, weighEvidence } from './score-scenario.ts'
import type { Scorer } from './scorer.ts'
import { createSharedWords } from './shared-words.ts'
import { nearnessOf } from './similarity.ts'
import type { SparseVector } from './sparse-vector.ts'
import { createTextIndex } from './text-index.ts'
import { createVocabulary } from './vocabulary.ts'

/**
 * Scores by the words and letter runs that a message shares with examples, descriptions and exclusions: offline,
 * without trained weights, the same on every machine. It stands in for the service's own matching, which is not
 * documented. Made once for many messages: a bot of 150 scenarios takes a fraction of a second, a message then less
 * than a millisecond.
 */
export function createLexicalScorer(scenarios: readonly SimulatedScenario[], language: Language): Scorer {
  const known = scenarios.map(knownTextsOf)
  const vocabulary = createVocabulary(known, language)
  const vectors = scenarios.map(scenario => textsOf(scenario).map(vocabulary.vectorOf))
  const profiles = createProfiles(scenarios, vectors)
  const index = once(() => createTextIndex(vectors.flat(), vocabulary.size))
  const sharedWords = once(() => createSharedWords(known, vocabulary))
  const contenders = once(() => createContenders({ profiles, vectors, vocabulary }))
  const cosinesOf = (text: string) => index().similarities(vocabulary.vectorOf(text))
  return {
    score(message, without) {
      const folded = fold(message)
      const similarities = cosinesOf(message)
      const wordsOf = sharedWords()(message)
      const weighed = profiles.map(profile => {
        const leftOut = leave(profile, without, text => (text === message ? similarities : cosinesOf(text)))
        const nearness = nearnessOf(profile, similarities, leftOut)
        return { profile, evidence: weighEvidence(profile, folded, nearness, leftOut?.example) }
      })
      const best = weighed.reduce((most, { evidence }) => Math.max(most, similarityOf(evidence)), 0)
      return weighed.map(({ profile, evidence }, place) => scoreScenario(profile, evidence, best, wordsOf(place)))
    },
    contenders: (message, least, without) => contenders()(message, least, without),
  }
}

/** Makes something when it is first asked for. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
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
