import { fitLogistic, type LogisticCurve, logistic, type Observation } from '../fit-logistic.ts'
import type { DenseIndex } from './dense-index.ts'
import { type EmbeddedScenario, knownCount } from './embedded-scenario.ts'
import { meaningOf } from './meaning.ts'

/** The calibration of a model's cosines from a bot's own texts. */
export interface Calibration {
  /** The distance of a cosine, in spreads, above the typical cosine of texts of other scenarios. */
  standingOf(cosine: number): number
  /** The probability that a message whose nearest text has this standing belongs to the bot at all. */
  inScope(standing: number): number
  /** The share that remains for a scenario this far behind the best: 1 for the best itself, down to 0. */
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

/** With few examples to learn from: two spreads above the others it is as likely as not. */
const scopePrior: LogisticCurve = { slope: 1.5, offset: -3 }
const whichPrior: LogisticCurve = { slope: 1.5, offset: 0 }
/** How many observations the prior counts as. */
const trustInPrior = 2

/** The examples that are held out in turn, at the most, spread evenly: each is compared with every text. */
const mostHeldOut = 200

/** Models whose cosines are all alike are not taken to tell more than this. */
const leastSpread = 0.005

/**
 * Calibrates by leaving out: each example is compared with what remains of its own scenario, as a message that belongs,
 * and with all other scenarios, as one that does not; the background never belongs. Pure, the same every time.
 */
export function calibrate(texts: CalibrationTexts): Calibration {
  const { scenarios, index, background } = texts
  const heldOut = heldOutExamples(scenarios).map(held => compare(held, texts))
  const strangers = background.map(vector => nearestOf(scenarios, index.cosines(vector)))
  const others = [...heldOut.flatMap(({ other }) => other ?? []), ...strangers.flatMap(found => found ?? [])]
  const centre = mean(others)
  const spread = Math.max(leastSpread, Math.sqrt(mean(others.map(other => (other - centre) ** 2))))
  const standingOf = (cosine: number) => (cosine - centre) / spread
  const own = heldOut.flatMap(found => found.own ?? [])
  const scope = fit(balanced(own.map(standingOf), others.map(standingOf)), scopePrior)
  const lead = fitLead(heldOut, spread)
  return {
    standingOf,
    inScope: standing => chanceAt(scope, standing),
    which: behind => 2 * chanceAt(lead, -behind),
  }
}

/** How often the nearer of two scenarios is the right one, by how much nearer it is, in spreads. */
function fitLead(heldOut: readonly Compared[], spread: number): LogisticCurve {
  const leads = heldOut.flatMap(({ own, other }) =>
    own === undefined || other === undefined ? [] : [(own - other) / spread],
  )
  const lags = leads.map(lead => -lead)
  // Of two that are as near, either is as likely.
  return { ...fit(balanced(leads, lags), whichPrior), offset: 0 }
}

interface HeldOut {
  readonly scenario: EmbeddedScenario
  readonly example: number
}

function heldOutExamples(scenarios: readonly EmbeddedScenario[]): readonly HeldOut[] {
  const all = scenarios.flatMap(scenario => scenario.examples.map((_text, example) => ({ scenario, example })))
  const step = Math.max(1, all.length / mostHeldOut)
  return all.filter((_held, place) => Math.floor(place / step) !== Math.floor((place - 1) / step))
}

/** The example's cosine to the nearest text of its own scenario without it, and of all others. */
interface Compared {
  readonly own: number | undefined
  readonly other: number | undefined
}

function compare({ scenario, example }: HeldOut, { scenarios, index, vectorAt }: CalibrationTexts): Compared {
  const cosines = index.cosines(vectorAt(scenario.first + example))
  return {
    own: meaningOf(scenario, cosines, example).nearest?.cosine,
    other: nearestOf(
      scenarios.filter(({ key }) => key !== scenario.key),
      cosines,
    ),
  }
}

function nearestOf(scenarios: readonly EmbeddedScenario[], cosines: Float64Array): number | undefined {
  if (scenarios.length === 0) return undefined
  let nearest = -1
  for (const scenario of scenarios) {
    const end = scenario.first + knownCount(scenario)
    for (let at = scenario.first; at < end; at++) nearest = Math.max(nearest, cosines[at] ?? 0)
  }
  return nearest
}

/** Both kinds count as much, however many of each were seen: as much as the fewer. */
function balanced(yes: readonly number[], no: readonly number[]): readonly Observation[] {
  const most = Math.min(yes.length, no.length)
  const weigh = (seen: readonly number[], isYes: boolean) =>
    seen.map(x => ({ x, isYes, weight: most / Math.max(1, seen.length) }))
  return [...weigh(yes, true), ...weigh(no, false)]
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)
}

function fit(observations: readonly Observation[], prior: LogisticCurve): LogisticCurve {
  return fitLogistic(observations, {
    prior,
    priorWeight: { slope: trustInPrior, offset: trustInPrior },
    // Far more than it needs to converge.
    steps: 30,
    // Newton's method leaps too far where the curve is nearly flat.
    largestStep: 2,
    leastSlope: prior.slope / 10,
  })
}

function chanceAt({ slope, offset }: LogisticCurve, x: number): number {
  return logistic(slope * x + offset)
}
