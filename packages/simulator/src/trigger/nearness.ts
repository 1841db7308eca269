import { nearestTexts } from './nearest-texts.ts'
import type { Profile } from './profile.ts'
import { ridgeShares } from './ridge.ts'
import type { TextSpace } from './text-space.ts'
import type { TextVector } from './weighing.ts'

/** A text by its place in its profile, and its likeness to a message, 0 to 1. */
export interface NearText {
  readonly at: number
  readonly likeness: number
}

/** How near a message is to a scenario, 0 to 1, and the texts that make it so. */
export interface Nearness {
  /** Near exclusions are reckoned in. */
  readonly similarity: number
  /** The nearest of its own texts, of its examples and of its exclusions; absent where nothing is shared with any. */
  readonly nearest?: NearText
  readonly example?: NearText
  readonly exclusion?: NearText
}

/** What does not count: one text, by its place among all, or a whole scenario, by its place. */
export interface LeftOut {
  readonly text?: number
  readonly scenario?: number
}

/**
 * What a similarity is made of: the scenario's nearest text, the direction that its texts have in common, and its share
 * in the regression on the nearest texts of all scenarios. Measured on training parts.
 */
const shares = { nearest: 0.22, common: 0.22, ridge: 0.56 } as const

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

/** Works out how near a message is to each scenario. */
export function nearnessOf(space: TextSpace, message: TextVector, leftOut: LeftOut = {}): readonly Nearness[] {
  const similarities = space.similarities(message)
  if (leftOut.text !== undefined) similarities[leftOut.text] = 0
  const out = leftOut.scenario === undefined ? undefined : space.profiles[leftOut.scenario]
  if (out !== undefined) similarities.fill(0, out.first, out.first + out.texts.length)
  const ridge = ridgeOf(space, similarities)
  return space.profiles.map((profile, place) => {
    const { nearest, example, exclusion, sum } = textsNear(profile, similarities)
    if (nearest === undefined) return { similarity: 0, ...(exclusion && { exclusion }) }
    const common = Math.min(1, sum / lengthWithout(space, place, leftOut.text))
    const similarity =
      shares.nearest * nearest.likeness + shares.common * common + shares.ridge * Math.max(0, ridge[place] ?? 0)
    return {
      similarity: lowerByExclusion(Math.min(1, similarity), exclusion?.likeness ?? 0, nearest.likeness),
      nearest,
      ...(example && { example }),
      ...(exclusion && { exclusion }),
    }
  })
}

/** Each scenario's share in the regression. */
function ridgeOf({ profiles, owners, likeness }: TextSpace, similarities: Float64Array): Float64Array {
  const isOwn = (text: number) => {
    const profile = profiles[owners[text] ?? 0]
    return profile !== undefined && text < profile.first + profile.ownCount
  }
  const nearest = nearestTexts(similarities, regressed, isOwn)
  const toMessage = Float64Array.from(nearest, text => similarities[text] ?? 0)
  const weights = ridgeShares(toMessage, (i, j) => likeness(nearest[i] ?? 0, nearest[j] ?? 0))
  const found = new Float64Array(profiles.length)
  nearest.forEach((text, at) => {
    const owner = owners[text] ?? 0
    found[owner] = (found[owner] ?? 0) + (weights[at] ?? 0)
  })
  return found
}

/** The nearest texts of a scenario, the earlier of two as near, and what all its own have in common with the message. */
function textsNear({ texts, first, ownCount, examples }: Profile, similarities: Float64Array) {
  const nearestOf = (begin: number, end: number): NearText | undefined => {
    let [at, likeness] = [-1, 0]
    for (let text = begin; text < end; text++) {
      const found = similarities[first + text] ?? 0
      if (found > likeness) [at, likeness] = [text, found]
    }
    return at < 0 ? undefined : { at, likeness }
  }
  let sum = 0
  for (let text = 0; text < ownCount; text++) sum += similarities[first + text] ?? 0
  const exclusion = nearestOf(ownCount, texts.length)
  // Most scenarios share nothing with a message, and there are many.
  if (sum <= 0) return { exclusion, sum }
  const example = nearestOf(0, examples.length)
  return { nearest: nearestOf(0, ownCount), example, exclusion, sum }
}

/** The length of the sum of a scenario's own texts, but for one: it follows from that one's likeness to the others. */
function lengthWithout({ profiles, owners, sumLengths, likeness }: TextSpace, place: number, text?: number): number {
  const length = sumLengths[place] ?? 0
  if (text === undefined || owners[text] !== place) return Math.max(noLength, length)
  const { first, ownCount } = profiles[place] ?? { first: 0, ownCount: 0 }
  let toAll = 0
  for (let other = first; other < first + ownCount; other++) toAll += likeness(text, other)
  return Math.sqrt(Math.max(noLength ** 2, length ** 2 - 2 * toAll + likeness(text, text)))
}

/**
 * What a near exclusion leaves of a similarity: nearly all where an own text is nearer, a half where the exclusion is
 * nearer by a tenth, nearly nothing where it is much nearer.
 */
function lowerByExclusion(similarity: number, exclusion: number, own: number): number {
  if (exclusion <= 0) return similarity
  return similarity / (1 + (exclusion / (exclusionLead * own)) ** exclusionSteepness)
}
