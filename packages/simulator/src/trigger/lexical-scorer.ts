import type { Language } from '@scenewright/model'
import type { SimulatedScenario } from '../simulated-scenario.ts'
import { calibrate } from './calibration.ts'
import { createConfidences, exactConfidence } from './confidence.ts'
import { fold } from './fold.ts'
import { judge } from './judgement.ts'
import { createLexicon, type Lexicon } from './lexicon.ts'
import { type LeftOut, nearnessOf } from './nearness.ts'
import { type Evidence, roundWeight, type ScoredScenario, scoreScenario, similarityOf, weighEvidence } from './score-scenario.ts'
import type { Contender, HeldOutExample, Scorer } from './scorer.ts'
import { createSharedWords } from './shared-words.ts'
import { createTextSpace, type TextSpace } from './text-space.ts'
import { tryExamples } from './trials.ts'

/** Knows what the texts of the bots that it made scorers for are made of. */
const lexicons = new WeakMap<Scorer, { readonly lexicon: Lexicon; readonly language: Language }>()

/**
 * Scores by the words, pairs of words and letter runs that a message shares with the texts of scenarios: offline,
 * without trained weights, the same on every machine. It stands in for the service's own matching, which is not
 * documented. Of texts that a scorer before this one has seen, not all is worked out anew; the scores are the same.
 */
export function createLexicalScorer(
  scenarios: readonly SimulatedScenario[],
  language: Language,
  before?: Scorer,
): Scorer {
  const known = before && lexicons.get(before)
  const lexicon = known?.language === language ? known.lexicon : createLexicon(language)
  const space = createTextSpace(scenarios, lexicon)
  const confidences = createConfidences(calibrate(tryExamples(space)))
  const sharedWords = once(() => createSharedWords(space))
  const find = (message: string, without?: HeldOutExample) => {
    const words = space.wordsOf(message)
    return { words, found: findScenarios(space, { message, words, ...(without && { without }) }, confidences.of) }
  }
  const scorer: Scorer = {
    score(message, without) {
      const { words, found } = find(message, without)
      const shared = sharedWords()(words)
      return found.map((scenario, place) => scoreScenario(scenario, scenario.confidence > 0 ? shared(place) : []))
    },
    contenders(message, least, without) {
      return find(message, without).found.flatMap(scenario => contenderOf(scenario, least, without))
    },
  }
  lexicons.set(scorer, { lexicon, language })
  return scorer
}

interface Asked {
  readonly message: string
  readonly words: readonly string[]
  readonly without?: HeldOutExample
}

function findScenarios(
  space: TextSpace,
  { message, words, without }: Asked,
  confidenceOf: ReturnType<typeof createConfidences>['of'],
): readonly ScoredScenario[] {
  const folded = fold(message)
  const leftOut = leftOutOf(space, without)
  const nearness = nearnessOf(space, space.vectorOf(words), leftOut)
  const evidence = space.profiles.map((profile, place): Evidence => {
    if (place === leftOut.scenario) return { kind: 'near' }
    return weighEvidence(profile, folded, profile.key === without?.scenario ? without.example : undefined)
  })
  const similarities = nearness.map((near, place) => similarityOf(evidence[place] ?? { kind: 'near' }, near))
  const judgement = judge(similarities)
  return space.profiles.map((profile, place) => ({
    profile,
    evidence: evidence[place] ?? { kind: 'near' },
    nearness: nearness[place] ?? { similarity: 0 },
    confidence: confidenceOf(similarities[place] ?? 0, judgement),
  }))
}

function contenderOf(
  { profile, evidence, nearness, confidence }: ScoredScenario,
  least: number,
  without: HeldOutExample | undefined,
): readonly Contender[] {
  const { key, minConfidence, ownCount } = profile
  const isHeldOut = key === without?.scenario
  if (evidence.kind === 'exact-exclusion' || (isHeldOut && without.example === undefined)) return []
  const sureness = evidence.kind === 'exact-example' ? exactConfidence : confidence
  if (sureness < least && !isHeldOut) return []
  const { example, exclusion } = nearness
  const contender: Contender = {
    scenario: key,
    confidence: sureness,
    min_confidence: minConfidence,
    ...(example && { nearest: { example: example.at, likeness: roundWeight(example.likeness) } }),
    ...(exclusion && {
      nearestExclusion: { exclusion: exclusion.at - ownCount, likeness: roundWeight(exclusion.likeness) },
    }),
  }
  return [contender]
}

function leftOutOf({ profiles }: TextSpace, without: HeldOutExample | undefined): LeftOut {
  if (without === undefined) return {}
  const scenario = profiles.findIndex(({ key }) => key === without.scenario)
  const profile = profiles[scenario]
  if (profile === undefined) return {}
  if (without.example === undefined) return { scenario }
  return profile.examples[without.example] === undefined ? {} : { text: profile.first + without.example }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
