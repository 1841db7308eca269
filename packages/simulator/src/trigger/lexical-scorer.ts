import type { Language } from '@scenewright/model/config'
import type { SimulatedScenario } from '../simulated-scenario.ts'
import { finish, type Steps } from '../steps.ts'
import { type Calibration, calibrate } from './calibration.ts'
import { type Comparison, createCompareMessage } from './compare-message.ts'
import { createConfidences } from './confidence.ts'
import { createExactTexts, type FindExact } from './exact-texts.ts'
import { createLexicon, type Lexicon } from './lexicon.ts'
import type { Profile } from './profile.ts'
import { findNearest } from './scenario-similarities.ts'
import { roundWeight, scoreScenario } from './score-scenario.ts'
import type { Contender, Scorer } from './scorer.ts'
import { findSharedWords } from './shared-words.ts'
import { restoreTexts, type StoredTexts } from './stored-texts.ts'
import { createTextSpace, type Reuse, type TextSpace } from './text-space.ts'
import { evaluateExamples, type Trial } from './trials.ts'

/** The data of a scorer: the next one may reuse it, and evaluations of all its texts use it directly. */
export interface ScorerParts {
  readonly lexicon: Lexicon
  readonly space: TextSpace
  readonly findExact: FindExact
  readonly calibration: Calibration
  readonly trials: readonly Trial[]
}

const made = new WeakMap<Scorer, ScorerParts>()

/** The data of a lexical scorer; undefined for any other one. */
export function findScorerParts(scorer: Scorer): ScorerParts | undefined {
  return made.get(scorer)
}

/** The lexicon is replaced by a new one when it has this many times the features of its bot, plus this many. */
const maxOutdated = 4
const alwaysKept = 100_000

/**
 * Scores by the words, pairs of words and letter runs that a message shares with the texts of scenarios: offline,
 * without trained weights, the same on every machine. It approximates the service's own matching, which is not
 * documented. Results of the previous scorer for unchanged texts are reused; the scores are the same without it.
 */
export function createLexicalScorer(
  scenarios: readonly SimulatedScenario[],
  language: Language,
  before?: Scorer,
): Scorer {
  return finish(prepareLexicalScorer(scenarios, language, { before }))
}

/** The same, in short steps. */
export function* prepareLexicalScorer(
  scenarios: readonly SimulatedScenario[],
  language: Language,
  { before, ...reuse }: Reuse<Scorer | StoredTexts> = {},
): Steps<Scorer> {
  const known = before && findUsable(before, language)
  const lexicon = known?.lexicon ?? createLexicon(language)
  const space = yield* createTextSpace(scenarios, lexicon, { ...reuse, before: known?.workedOut })
  const findExact = createExactTexts(space.profiles)
  const trials = yield* evaluateExamples(space, known)
  const calibration = calibrate(trials, space.trainingSize)
  const compareMessage = createCompareMessage({ space, findExact, confidences: createConfidences(calibration) })
  const scorer: Scorer = {
    score(message, without) {
      const comparison = compareMessage(message, without)
      const sharedWords = findSharedWords(space, comparison.words)
      return space.profiles.map((profile, place) => scoreScenario(profile, place, comparison, sharedWords))
    },
    contenders(message, min, without) {
      const comparison = compareMessage(message, without)
      const { similarities } = comparison.scenarioSimilarities
      const found: Contender[] = []
      // Most of the many scenarios are less similar than one that is too far away; 1 may be an equal text.
      let tooFar = -1
      for (let place = 0; place < similarities.length; place++) {
        const similarity = similarities[place] ?? 0
        if (similarity <= tooFar && similarity < 1 && without === undefined) continue
        const profile = space.profiles[place]
        if (profile === undefined) continue
        if (comparison.confidence(place) < min) {
          tooFar = similarity
          if (profile.key !== without?.scenario) continue
        }
        const contender = contenderAt(profile, place, comparison)
        if (contender !== undefined) found.push(contender)
      }
      return found
    },
  }
  made.set(scorer, { lexicon, space, findExact, calibration, trials })
  return scorer
}

/** A lexicon only grows: after months of changes, most of its features no longer occur. */
function findUsable(before: Scorer | StoredTexts, language: Language) {
  const { lexicon, workedOut, trials = [] } = 'score' in before ? findWorkedOut(before) : restoreTexts(before)
  if (lexicon?.language !== language || workedOut === undefined) return undefined
  const present = workedOut.counts.occurrences.reduce((sum, times) => sum + (times > 0 ? 1 : 0), 0)
  return lexicon.size <= present * maxOutdated + alwaysKept ? { lexicon, workedOut, trials } : undefined
}

function findWorkedOut(scorer: Scorer) {
  const { lexicon, space, trials } = made.get(scorer) ?? {}
  return { lexicon, workedOut: space?.workedOut, trials }
}

/** Undefined if an exclusion rules the scenario out, or if it is left out. */
function contenderAt(
  { key: scenario, minConfidence: min_confidence, first, texts }: Profile,
  place: number,
  { exact, leftOut, cosines, scenarioSimilarities, confidence }: Comparison,
): Contender | undefined {
  if (place === leftOut.scenario || exact.get(place)?.kind === 'exact-exclusion') return undefined
  const example = findNearest(cosines, first, first + texts.examples.length)
  const exclusion = scenarioSimilarities.exclusionOf(place)
  const similarityTo = (text: number) => roundWeight(cosines[text] ?? 0)
  return {
    scenario,
    confidence: confidence(place),
    min_confidence,
    ...(example >= 0 && { nearest: { example: example - first, similarity: similarityTo(example) } }),
    ...(exclusion >= 0 && {
      nearestExclusion: { exclusion: exclusion - first - texts.ownCount, similarity: similarityTo(exclusion) },
    }),
  }
}
