import { fitLogistic, type LogisticCurve, logistic, type Observation } from '../fit-logistic.ts'
import type { DenseIndex } from './dense-index.ts'
import { countTexts, type EmbeddedScenario } from './embedded-scenario.ts'
import { readMeaning } from './meaning.ts'

/** The calibration of a model's cosines from a bot's own texts. */
export interface Calibration {
  /** The standardized cosine: its distance above the typical cosine of texts of other scenarios, in spreads. */
  standingOf(cosine: number): number
  /** The probability that a message belongs to the bot at all, from the standardized cosine of its nearest text. */
  inScope(standing: number): number
  /** The factor for a scenario this far behind the best: 1 for the best itself, down to 0. */
  which(behind: number): number
}

/** The vectors that a bot is calibrated on. */
export interface CalibrationTexts {
  readonly scenarios: readonly EmbeddedScenario[]
  /** Of all texts of the scenarios. */
  readonly index: DenseIndex
  readonly vectorAt: (place: number) => Float32Array | undefined
  readonly background: readonly (Float32Array | undefined)[]
}

/** The prior for few examples: two spreads above the others, the probability is one half. */
const scopePrior: LogisticCurve = { slope: 1.5, offset: -3 }
const whichPrior: LogisticCurve = { slope: 1.5, offset: 0 }
/** The weight of the prior, in observations. */
const trustInPrior = 2

/** The maximum number of examples that are held out, spread evenly: each is compared with every text. */
const maxHeldOut = 200

/** The limit for models whose cosines are all similar. */
const minSpread = 0.005

/**
 * Calibrates by leave-one-out evaluation: each example is compared with the rest of its own scenario, as a message that
 * belongs to it, and with all other scenarios, as one that does not; the background never belongs. Pure and
 * deterministic.
 */
export function calibrate(texts: CalibrationTexts): Calibration {
  const { scenarios, index, background } = texts
  const heldOut = heldOutExamples(scenarios).map(held => compare(held, texts))
  const strangers = background.map(vector => largestCosine(scenarios, index.cosines(vector)))
  const others = [...heldOut.flatMap(({ other }) => other ?? []), ...strangers.flatMap(found => found ?? [])]
  const center = mean(others)
  const spread = Math.max(minSpread, Math.sqrt(mean(others.map(other => (other - center) ** 2))))
  const standingOf = (cosine: number) => (cosine - center) / spread
  const own = heldOut.flatMap(found => found.own ?? [])
  const scope = fit(balanced(own.map(standingOf), others.map(standingOf)), scopePrior)
  const lead = fitLead(heldOut, spread)
  return {
    standingOf,
    inScope: standing => chanceAt(scope, standing),
    which: behind => 2 * chanceAt(lead, -behind),
  }
}

/** How often the nearer of two scenarios is the right one, by the difference of their distances, in spreads. */
function fitLead(heldOut: readonly Compared[], spread: number): LogisticCurve {
  const leads = heldOut.flatMap(({ own, other }) =>
    own === undefined || other === undefined ? [] : [(own - other) / spread],
  )
  const lags = leads.map(lead => -lead)
  // If two are equally near, each is equally likely.
  return { ...fit(balanced(leads, lags), whichPrior), offset: 0 }
}

interface HeldOut {
  readonly scenario: EmbeddedScenario
  readonly example: number
}

function heldOutExamples(scenarios: readonly EmbeddedScenario[]): readonly HeldOut[] {
  const all = scenarios.flatMap(scenario => scenario.examples.map((_text, example) => ({ scenario, example })))
  const step = Math.max(1, all.length / maxHeldOut)
  return all.filter((_held, place) => Math.floor(place / step) !== Math.floor((place - 1) / step))
}

/** The example's cosine to the nearest other text of its own scenario, and of all other scenarios. */
interface Compared {
  readonly own: number | undefined
  readonly other: number | undefined
}

function compare({ scenario, example }: HeldOut, { scenarios, index, vectorAt }: CalibrationTexts): Compared {
  const cosines = index.cosines(vectorAt(scenario.first + example))
  return {
    own: readMeaning(scenario, cosines, example).nearest?.cosine,
    other: largestCosine(
      scenarios.filter(({ key }) => key !== scenario.key),
      cosines,
    ),
  }
}

function largestCosine(scenarios: readonly EmbeddedScenario[], cosines: Float64Array): number | undefined {
  if (scenarios.length === 0) return undefined
  let nearest = -1
  for (const scenario of scenarios) {
    const end = scenario.first + countTexts(scenario)
    for (let at = scenario.first; at < end; at++) nearest = Math.max(nearest, cosines[at] ?? 0)
  }
  return nearest
}

/** Both kinds have the same total weight, that of the smaller kind. */
function balanced(yes: readonly number[], no: readonly number[]): readonly Observation[] {
  const total = Math.min(yes.length, no.length)
  const weigh = (seen: readonly number[], isYes: boolean) =>
    seen.map(x => ({ x, isYes, weight: total / Math.max(1, seen.length) }))
  return [...weigh(yes, true), ...weigh(no, false)]
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)
}

function fit(observations: readonly Observation[], prior: LogisticCurve): LogisticCurve {
  return fitLogistic(observations, {
    prior,
    priorWeight: { slope: trustInPrior, offset: trustInPrior },
    // Many more iterations than it needs to converge.
    steps: 30,
    // Newton's method overshoots where the curve is nearly flat.
    largestStep: 2,
    minSlope: prior.slope / 10,
  })
}

function chanceAt({ slope, offset }: LogisticCurve, x: number): number {
  return logistic(slope * x + offset)
}
