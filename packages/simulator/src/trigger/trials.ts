import type { Steps } from '../steps.ts'
import type { CalibrationExample } from './calibration.ts'
import { hashText } from './features.ts'
import { findLargest } from './find-largest.ts'
import { canKeepSimilarities } from './kept-similarities.ts'
import {
  createSimilarities,
  findReach,
  findSimilaritySettings,
  type ScenarioSimilarities,
} from './scenario-similarities.ts'
import type { TextSpace, WorkedOut } from './text-space.ts'
import { findTopSimilarities, type TopSimilarities } from './top-similarities.ts'
import { measureTrainingSize } from './training-size.ts'
import { isLargeBot, type TextVector } from './weighting.ts'

/** In smaller bots there are too few examples to leave one out. */
const fewestScenarios = 6

/**
 * The number of evaluated examples: enough for a typical value, and each costs as much as two messages. In a large bot,
 * where a message costs more, there are fewer.
 */
const maxTrials = 96

const maxInLargeBot = 32

/** An evaluated example, and what its evaluation depends on: unless a change affects that, the next bot reuses it. */
export interface Trial extends CalibrationExample {
  /** The index of the example among all texts. */
  readonly text: number
  readonly bases: Readonly<Record<'within' | 'without', TrialBasis>>
}

/** What the largest similarities of an evaluation depend on, besides those that are smaller. Plain data. */
interface TrialBasis {
  /** The texts in its regression, and the share of the scenario of each. */
  readonly regressed: Int32Array
  readonly shares: Float64Array
  /** The smallest cosine of these texts; 0 if they are all that have something in common with the example. */
  readonly reach: number
  /** The first text of each scenario with one of the three largest similarities. */
  readonly best: Int32Array
}

/** The former bot. */
interface Former {
  readonly workedOut: WorkedOut
  readonly trials: readonly Trial[]
}

/**
 * Evaluates examples as messages, each with itself left out, and with its scenario left out. The choice of examples
 * depends only on their texts, so that an edit of one example hardly changes the result. Empty for a bot that is too
 * small.
 */
export function* evaluateExamples(space: TextSpace, former?: Former): Steps<readonly Trial[]> {
  const { profiles, vectors, owners } = space
  if (profiles.length < fewestScenarios) return []
  const computeSimilarities = createSimilarities(space)
  const recall = former && createRecall(space, former)
  const trials: Trial[] = []
  // Used again for each example: a copy for each of a bot of 10,000 scenarios took 30 MB.
  const copied = new Float64Array(vectors.length)
  for (const text of choose(space, recall?.places)) {
    const vector = vectors.at(text)
    const scenario = owners[text]
    if (vector === undefined || scenario === undefined) continue
    const known = recall?.find(text, vector)
    if (known === undefined) {
      const cosines = space.similarities(vector)
      copied.set(cosines)
      const whole = computeSimilarities(copied, { scenario })
      const without = findTopSimilarities(whole.similarities)
      const basis = toBasis(space, copied, { computed: whole, top: without })
      const own = computeSimilarities(cosines, { text })
      const within = findTopSimilarities(own.similarities)
      // Of two equal ones, neither is wrong: the order of the scenarios must not matter.
      const isRight = within.best > 0 && own.similarities[scenario] === within.best
      trials.push({
        text,
        within,
        isRight,
        without,
        bases: { within: toBasis(space, cosines, { computed: own, top: within }), without: basis },
      })
    } else trials.push(known)
    yield
  }
  return trials
}

function toBasis(
  { owners, starts, trainingSize }: TextSpace,
  cosines: Float64Array,
  { computed, top }: { readonly computed: ScenarioSimilarities; readonly top: TopSimilarities },
): TrialBasis {
  const { similarities, shares, regressed } = computed
  const best: number[] = []
  for (let place = 0; place < similarities.length; place++) {
    const similarity = similarities[place] ?? 0
    if (similarity > 0 && similarity >= top.third) best.push(starts[place] ?? 0)
  }
  return {
    regressed: regressed.slice(),
    shares: Float64Array.from(regressed, text => shares[owners[text] ?? 0] ?? 0),
    reach: findReach(cosines, regressed, findSimilaritySettings(trainingSize).maxRegressed),
    best: Int32Array.from(best),
  }
}

/** What is recalled of a former bot. */
interface Recall {
  /** The former evaluation of an example with this vector; undefined if it may be another one now. */
  find(text: number, vector: TextVector): Trial | undefined
  /** The scenarios that all examples to evaluate are of; undefined if they may be of any. */
  readonly places: Iterable<number> | undefined
}

/** Creates it; undefined if nothing can be recalled. */
function createRecall(space: TextSpace, { workedOut, trials }: Former): Recall | undefined {
  const { counts, vectors } = workedOut
  const { owners, starts, ownEnds, isOwn, keptFrom, sumLengths, trainingSize } = space
  if (measureTrainingSize(counts.ownCount, counts.scenarioCount) !== trainingSize) return undefined
  // The cosines of two texts are summed in another order.
  if (canKeepSimilarities(vectors.length) !== canKeepSimilarities(space.vectors.length)) return undefined
  const { ofRidge, ofOthers } = findSimilaritySettings(trainingSize)
  /** By the former index of a text: its present one, or -1. */
  const present = new Int32Array(vectors.length).fill(-1)
  const isChanged = new Uint8Array(ownEnds.length)
  const newTexts: number[] = []
  let latest = -1
  for (let text = 0; text < keptFrom.length; text++) {
    const from = keptFrom[text] ?? -1
    if (from >= 0) {
      // Of equal cosines, the earlier text is in the regression.
      if (from < latest) return undefined
      latest = from
      present[from] = text
    } else {
      isChanged[owners[text] ?? 0] = 1
      if (isOwn[text] === 1) newTexts.push(text)
    }
  }
  const changed = Array.from(isChanged.keys()).filter(place => isChanged[place] === 1)
  /** The cosines of the texts of changed scenarios alone: with all others, an example takes as long as a message. */
  const cosines = new Float64Array(space.vectors.length)
  const ranges = {
    begins: Uint32Array.from(changed, place => starts[place] ?? 0),
    ends: Uint32Array.from(changed, place => starts[place + 1] ?? 0),
    count: changed.length,
  }
  const byText = new Map(trials.map(trial => [trial.text, trial]))

  /** The same basis with present indexes; undefined if the largest similarities may be others. */
  const recallBasis = (basis: TrialBasis, { third }: TopSimilarities): TrialBasis | undefined => {
    const regressed = basis.regressed.map(from => present[from] ?? -1)
    const best = basis.best.map(from => present[from] ?? -1)
    if (regressed.includes(-1) || best.some(text => text === -1 || isChanged[owners[text] ?? 0] === 1)) return undefined
    const cosineOf = (text: number) => cosines[text] ?? 0
    if (newTexts.some(text => cosineOf(text) > 0 && cosineOf(text) >= basis.reach)) return undefined
    const couldBeBest = (place: number) => {
      let [sum, largest] = [0, 0]
      for (let text = starts[place] ?? 0; text < (ownEnds[place] ?? 0); text++) {
        sum += cosineOf(text)
        largest = Math.max(largest, cosineOf(text))
      }
      if (sum <= 0) return false
      const share = basis.shares[regressed.findIndex(text => owners[text] === place)] ?? 0
      // What its exclusions leave of this.
      const most = ofOthers * (largest + Math.min(1, sum / (sumLengths[place] ?? 1))) + ofRidge * Math.max(0, share)
      return most > third
    }
    return changed.some(couldBeBest) ? undefined : { ...basis, regressed, best }
  }

  const find = (text: number, vector: TextVector) => {
    const trial = byText.get(keptFrom[text] ?? -1)
    if (trial === undefined || isChanged[owners[text] ?? 0] === 1) return undefined
    space.addWithin(vector, ranges, cosines)
    const within = recallBasis(trial.bases.within, trial.within)
    const without = within && recallBasis(trial.bases.without, trial.without)
    for (const place of changed) cosines.fill(0, starts[place], starts[place + 1])
    return without && { ...trial, text, bases: { within, without } }
  }
  // Those that are chosen again are among the former ones, unless one of these is missing.
  const again = trials.map(({ text }) => present[text] ?? -1)
  const isAny = trials.length < maxChosen(ownEnds.length) || again.includes(-1)
  return { find, places: isAny ? undefined : new Set([...again.map(text => owners[text] ?? 0), ...changed]) }
}

/**
 * The indexes of the texts to evaluate, chosen among the examples of these scenarios. The only example of a scenario is
 * left out, because nothing remains without it.
 */
function choose(
  { profiles, starts, owners }: TextSpace,
  places: Iterable<number> = profiles.keys(),
): readonly number[] {
  const ranks = new Float64Array(owners.length)
  for (const place of places) {
    const examples = profiles[place]?.texts.examples ?? []
    if (examples.length < 2) continue
    const first = starts[place] ?? 0
    examples.forEach((text, at) => {
      ranks[first + at] = spread(text)
    })
  }
  return findLargest(ranks, maxChosen(profiles.length), () => true).toSorted((a, b) => a - b)
}

function maxChosen(scenarios: number): number {
  return isLargeBot(scenarios) ? maxInLargeBot : maxTrials
}

/** A number that is independent of the meaning of the text. */
function spread(text: string): number {
  const hash = hashText(text)
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
}
