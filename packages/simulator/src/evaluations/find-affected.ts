import { fold } from '../trigger/fold.ts'
import { canKeepSimilarities } from '../trigger/kept-similarities.ts'
import type { ScorerParts } from '../trigger/lexical-scorer.ts'
import type { Lexicon } from '../trigger/lexicon.ts'
import { findSimilaritySettings } from '../trigger/scenario-similarities.ts'
import { type KnownTexts, listKnownTexts } from '../trigger/stored-texts.ts'
import { areSameTexts, type TextCounts } from '../trigger/text-counts.ts'
import { createTextIndex } from '../trigger/text-index.ts'
import type { TextSpace } from '../trigger/text-space.ts'
import { wordsOf } from '../trigger/tokens.ts'
import { listVectors, type TextVectors } from '../trigger/vector-list.ts'
import { idfsByHolders, type TextVector } from '../trigger/weighting.ts'
import { visitRecords } from './records.ts'
import type { EvaluatedState, GroupRecords, MessageGroup } from './state.ts'

/** Cosines of the same texts differ by less than this if they are summed in another order. */
const tolerance = 1e-6

/** With more changed scenarios than this share of all, finding out costs as much as evaluating all messages. */
const maxShare = 1 / 16
const alwaysCompared = 4
const maxCompared = 256

/** Messages by the name of their group: their indexes in it. A group that is not listed has not changed. */
export type MessagePlaces = ReadonlyMap<string, ReadonlySet<number>>

/**
 * The messages whose records a change of the bot may have changed, including those that are new; undefined if these may
 * be all. The record of a message depends on the texts in its regression, and on the scenarios that are near to the best
 * ones. So it is unchanged unless the weight of a feature of these has changed, or a changed text is as near.
 */
export function findAffected(
  { space, lexicon, findExact }: ScorerParts,
  before: EvaluatedState,
  groups: readonly MessageGroup[],
): MessagePlaces | undefined {
  const now = listKnownTexts(space)
  const { workedOut } = space
  if (workedOut === undefined || before.language !== lexicon.language) return undefined
  if (before.trainingSize !== space.trainingSize || now.length !== before.scenarios.length) return undefined
  if (now.some(({ key }, place) => key !== before.scenarios[place]?.key)) return undefined
  if (canKeepSimilarities(countTexts(now)) !== canKeepSimilarities(countTexts(before.scenarios))) return undefined
  const edited = now.flatMap((texts, place) => (areSameTexts(texts, before.scenarios[place]) ? [] : [place]))
  const differences = countDifferences(lexicon, edited, { now, before: before.scenarios })
  const weights = findDirtyTexts(space, lexicon, { counts: workedOut.counts, differences })
  if (weights === undefined) return undefined
  const { dirty, areDirty } = weights
  for (const place of edited) markEdited(dirty, space.starts[place] ?? 0, now[place], before.scenarios[place])
  const changed = new Set(edited)
  for (let text = 0; text < dirty.length; text++) if (dirty[text] === 1) changed.add(space.owners[text] ?? 0)
  if (changed.size > Math.min(maxCompared, alwaysCompared + now.length * maxShare)) return undefined

  const editedTexts = new Set(edited.flatMap(place => foldedTexts(now[place], before.scenarios[place])))
  const equal = [...editedTexts].flatMap(text => [...findExact(text, () => false).keys()])
  const affectedKeys = new Set([...edited, ...equal].map(place => now[place]?.key))
  const affected = new Map<string, ReadonlySet<number>>()
  const open = createOpenMessages({ space, changed, dirty, areDirty })
  for (const group of groups) {
    const { name, scenario, texts } = group
    const known = before.groups.get(name)
    const isEdited =
      scenario === undefined ? texts.some(text => editedTexts.has(fold(text))) : affectedKeys.has(scenario)
    const hasChanged = known === undefined || isEdited
    const places = hasChanged ? new Set(texts.keys()) : open.add(group, known)
    // A changed group is listed even if it has no messages left.
    if (hasChanged || places.size > 0) affected.set(name, places)
  }
  for (const { group, place } of open.findReached()) {
    affected.set(group, new Set([...(affected.get(group) ?? []), place]))
  }
  return affected
}

/** Marks the texts of an edited scenario that are not the same as before at their index. */
function markEdited(dirty: Uint8Array, start: number, now?: KnownTexts, before?: KnownTexts): void {
  now?.texts.forEach((text, index) => {
    const wasOwn = index < (before?.ownCount ?? 0)
    if (text !== before?.texts[index] || index < now.ownCount !== wasOwn) dirty[start + index] = 1
  })
}

interface Changes {
  readonly space: TextSpace
  /** The scenarios with other texts than before, and those with a text whose weights have changed. */
  readonly changed: ReadonlySet<number>
  /** By text: 1 if it is changed. */
  readonly dirty: Uint8Array
  /** Whether the weights of a message with these words have changed. */
  readonly areDirty: (words: readonly string[]) => boolean
}

/** Messages whose records are unchanged unless a changed scenario reaches them. */
interface OpenMessages {
  /** Adds those of a group, except the messages that it returns by their index: their records have changed in any case. */
  add(group: MessageGroup, records: GroupRecords): ReadonlySet<number>
  /** The messages that a changed scenario is as near to as those that decide. */
  findReached(): ReadonlySet<OpenMessage>
}

/** What a changed scenario must be as near to as to change a record. */
interface Limits {
  readonly cut: number
  readonly reach: number
  /** What a changed scenario has at most in its regression, in thousandths. */
  readonly shares: ReadonlyMap<number, number> | undefined
}

/** A message, with the limits of its record. */
interface OpenMessage extends Limits {
  readonly group: string
  /** Its index in the group. */
  readonly place: number
  /** The index of an example or exclusion among all texts, or the vector of another message. */
  readonly text: number | TextVector
}

function createOpenMessages({ space, changed, dirty, areDirty }: Changes): OpenMessages {
  const { starts, ownEnds, vectors, featureCount, sumLengths } = space
  const places = new Map(space.profiles.map(({ key }, place) => [key, place]))
  const flags = new Uint8Array(space.profiles.length)
  for (const place of changed) flags[place] = 1
  const open: OpenMessage[] = []

  const isChangedText = (place: number, index: number): boolean => {
    const text = (starts[place] ?? 0) + index
    return text >= (starts[place + 1] ?? 0) || dirty[text] === 1
  }

  const readOther = (text: string, knownWords: string | undefined): TextVector | undefined => {
    const words = space.wordsOf(text)
    if (words.join(' ') !== knownWords || areDirty(words)) return undefined
    const { features, weights } = space.vectorOf(words)
    return { features: features.slice(), weights: weights.slice() }
  }

  /** The exclusion among all texts, if its words are those of the message as it is understood: then so is its vector. */
  const findExclusion = (
    { scenario, texts }: MessageGroup,
    place: number,
    knownWords: string | undefined,
  ): number | undefined => {
    const owner = scenario === undefined ? undefined : places.get(scenario)
    const text = owner === undefined ? -1 : (ownEnds[owner] ?? 0) + place
    const message = texts[place]
    if (message === undefined || space.profiles[owner ?? -1]?.texts.exclusions[place] !== message) return undefined
    const words = wordsOf(message)
    return words.join(' ') === knownWords && words.every(word => space.repair(word) === word) ? text : undefined
  }

  /** The text of an open message; undefined if its vector has changed. */
  const findText = (
    group: MessageGroup,
    place: number,
    knownWords: string | undefined,
  ): OpenMessage['text'] | undefined => {
    const { scenario = '', texts, areExamples } = group
    const known = areExamples
      ? (starts[places.get(scenario) ?? 0] ?? 0) + place
      : findExclusion(group, place, knownWords)
    if (known === undefined) return readOther(texts[place] ?? '', knownWords)
    return dirty[known] === 1 ? undefined : known
  }

  return {
    add(group, { packed, words }) {
      const rest = new Set<number>()
      let next = 0
      let shares: Map<number, number> | undefined
      let isChanged = false
      visitRecords(packed, flags, {
        near(place, index, share) {
          if (isChangedText(place, index)) isChanged = true
          shares ??= new Map()
          shares.set(place, share)
        },
        candidate() {
          isChanged = true
        },
        end(cut, reach) {
          const text = isChanged ? undefined : findText(group, next, words[next])
          if (text === undefined) rest.add(next)
          else open.push({ group: group.name, place: next, text, cut, reach, shares })
          next++
          shares = undefined
          isChanged = false
        },
      })
      return rest
    },
    findReached() {
      const reached = new Set<OpenMessage>()
      const others = open.flatMap(({ text }) => (typeof text === 'number' ? [] : [text]))
      const otherIndex = createTextIndex(listVectors(others), featureCount)
      for (const place of changed) {
        const range = { begin: starts[place] ?? 0, end: ownEnds[place] ?? 0 }
        const reaches = createReaches(space.trainingSize, place, sumLengths[place] ?? 0)
        const withTexts = addCosines({ vectors, dirty }, range, space.similarities)
        const withOthers = addCosines({ vectors, dirty }, range, otherIndex.similarities)
        let other = 0
        for (const message of open) {
          const { text } = message
          const isReached =
            typeof text === 'number' ? reaches(message, withTexts, text) : reaches(message, withOthers, other++)
          if (isReached) reached.add(message)
        }
      }
      return reached
    },
  }
}

/** By message, its cosines with the own texts of a scenario. Empty for a scenario without one. */
interface Cosines {
  readonly sums: Float64Array
  readonly largest: Float64Array
  /** Those of the changed texts. */
  readonly changedLargest: Float64Array
}

/** Creates the function that tells whether a scenario, which was no candidate, may change the record of a message. */
function createReaches(trainingSize: number, place: number, sumLength: number) {
  const { ofRidge, ofOthers } = findSimilaritySettings(trainingSize)
  const length = Math.max(tolerance, sumLength)
  return ({ cut, reach, shares }: Limits, { sums, largest, changedLargest }: Cosines, at: number): boolean => {
    const most = largest[at] ?? 0
    if (most <= 0) return false
    const ofChanged = changedLargest[at] ?? 0
    if (ofChanged > 0 && ofChanged >= reach - tolerance) return true
    const share = (shares?.get(place) ?? 0) / 1000
    return ofOthers * (most + Math.min(1, (sums[at] ?? 0) / length)) + ofRidge * share >= cut - tolerance
  }
}

interface Range {
  readonly begin: number
  readonly end: number
}

function addCosines(
  { vectors, dirty }: { readonly vectors: TextVectors; readonly dirty: Uint8Array },
  { begin, end }: Range,
  cosinesOf: TextSpace['similarities'],
): Cosines {
  let [sums, largest, changedLargest] = [new Float64Array(), new Float64Array(), new Float64Array()]
  for (let text = begin; text < end; text++) {
    const vector = vectors.at(text)
    if (vector === undefined) continue
    const isDirty = dirty[text] === 1
    const cosines = cosinesOf(vector)
    if (sums.length === 0) {
      sums = new Float64Array(cosines.length)
      largest = new Float64Array(cosines.length)
      changedLargest = new Float64Array(cosines.length)
    }
    for (let at = 0; at < cosines.length; at++) {
      const cosine = cosines[at] ?? 0
      sums[at] = (sums[at] ?? 0) + cosine
      if (cosine > (largest[at] ?? 0)) largest[at] = cosine
      if (isDirty && cosine > (changedLargest[at] ?? 0)) changedLargest[at] = cosine
    }
  }
  return { sums, largest, changedLargest }
}

/** By feature, how many more scenarios had it before, if they are others than now. */
function countDifferences(
  lexicon: Lexicon,
  edited: readonly number[],
  { now, before }: Readonly<Record<'now' | 'before', readonly KnownTexts[]>>,
): ReadonlyMap<number, number> {
  const differences = new Map<number, number>()
  const count = (known: KnownTexts | undefined, by: number) => {
    const held = new Set<number>()
    // A feature that is new to the lexicon still weighs otherwise in messages.
    for (const text of known?.texts.slice(0, known.ownCount) ?? []) {
      for (const feature of lexicon.learn(text).features) held.add(feature)
    }
    for (const feature of held) differences.set(feature, (differences.get(feature) ?? 0) + by)
  }
  for (const place of edited) {
    count(before[place], 1)
    count(now[place], -1)
  }
  return differences
}

/**
 * Finds the texts that have a feature whose weight has changed; undefined if one has got its weight, or lost it, which a
 * vector does not tell: about half of the scenarios have such a feature. The number of scenarios and the training size
 * are the same as before.
 */
function findDirtyTexts(
  { textsWith, vectors }: Pick<TextSpace, 'textsWith' | 'vectors'>,
  lexicon: Lexicon,
  { counts, differences }: { readonly counts: TextCounts; readonly differences: ReadonlyMap<number, number> },
) {
  const idfs = idfsByHolders(counts)
  const others = new Set<number>()
  const dirty = new Uint8Array(vectors.length)
  for (const [feature, more] of differences) {
    const holders = counts.holders[feature] ?? 0
    const earlier = idfs[holders + more] ?? 0
    const present = idfs[holders] ?? 0
    if (earlier === present) continue
    if (earlier === 0 || present === 0) return undefined
    others.add(feature)
    for (const text of textsWith(feature)) dirty[text] = 1
  }
  const areDirty = (words: readonly string[]) => lexicon.read(words).features.some(feature => others.has(feature))
  return { dirty, areDirty }
}

function countTexts(scenarios: readonly KnownTexts[]): number {
  return scenarios.reduce((sum, { texts }) => sum + texts.length, 0)
}

function foldedTexts(...all: readonly (KnownTexts | undefined)[]): readonly string[] {
  return all.flatMap(known => known?.texts ?? []).map(fold)
}
