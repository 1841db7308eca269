import type { Language } from '@scenewright/model'
import type { SimulatedScenario } from '../simulated-scenario.ts'
import { calibrate } from './calibration.ts'
import { createConfidences } from './confidence.ts'
import { createExactTexts } from './exact-texts.ts'
import { type Findings, findAll, type Ground } from './findings.ts'
import { createLexicon, type Lexicon } from './lexicon.ts'
import { nearestExample, nearestExclusion } from './nearness.ts'
import { roundWeight, scoreScenario } from './score-scenario.ts'
import type { Contender, HeldOutExample, Scorer } from './scorer.ts'
import { findSharedWords } from './shared-words.ts'
import { createTextSpace, type TextSpace } from './text-space.ts'
import { tryExamples } from './trials.ts'

/** What a scorer was made with, for the next one to go on from. */
const made = new WeakMap<Scorer, { readonly lexicon: Lexicon; readonly space: TextSpace }>()

/**
 * Scores by the words, pairs of words and letter runs that a message shares with the texts of scenarios: offline,
 * without trained weights, the same on every machine. It stands in for the service's own matching, which is not
 * documented. What the scorer before this one has worked out of texts that are still there is not worked out anew; the
 * scores are the same as without it.
 */
export function createLexicalScorer(
  scenarios: readonly SimulatedScenario[],
  language: Language,
  before?: Scorer,
): Scorer {
  const known = before && made.get(before)
  const isKnown = known?.lexicon.language === language
  const lexicon = isKnown ? known.lexicon : createLexicon(language)
  const space = createTextSpace(scenarios, lexicon, isKnown ? known.space.workedOut : undefined)
  const ground: Ground = {
    space,
    findExact: createExactTexts(space.profiles),
    confidences: createConfidences(calibrate(tryExamples(space))),
  }
  const scorer: Scorer = {
    score(message, without) {
      const findings = findAll(ground, message, without)
      const words = findSharedWords(space, findings.words)
      return space.profiles.map((profile, place) => scoreScenario(profile, place, findings, words))
    },
    contenders(message, least, without) {
      const findings = findAll(ground, message, without)
      return space.profiles.flatMap((_profile, place) => contenderOf(space, place, findings, { least, without }))
    },
  }
  made.set(scorer, { lexicon, space })
  return scorer
}

interface Bounds {
  readonly least: number
  readonly without: HeldOutExample | undefined
}

function contenderOf(
  { profiles }: TextSpace,
  place: number,
  { exact, leftOut, cosines, confidence: confidenceOf }: Findings,
  { least, without }: Bounds,
): readonly Contender[] {
  const profile = profiles[place]
  if (profile === undefined || place === leftOut.scenario || exact.get(place)?.kind === 'exact-exclusion') return []
  const confidence = confidenceOf(place)
  if (confidence < least && profile.key !== without?.scenario) return []
  const example = nearestExample(profile, cosines)
  const exclusion = nearestExclusion(profile, cosines)
  const contender: Contender = {
    scenario: profile.key,
    confidence,
    min_confidence: profile.minConfidence,
    ...(example && { nearest: { example: example.at, likeness: roundWeight(example.likeness) } }),
    ...(exclusion && {
      nearestExclusion: {
        exclusion: exclusion.at - profile.texts.ownCount,
        likeness: roundWeight(exclusion.likeness),
      },
    }),
  }
  return [contender]
}
