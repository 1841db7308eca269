import type { Decided, DecidedGroup, EvaluatedState } from '@scenewright/checker/evaluations'

type Contender = Decided['contenders'][number]
type Decision = Decided['decision']

/** The predictions of an evaluated state as numbers: JSON of them was most of what a check reads after a change. */
export interface PackedDecisions {
  /** By the place of the scenario. */
  readonly minConfidences: Float64Array
  /** By group, the numbers of its outline, and the index of the first number of its predictions. */
  readonly outlines: Int32Array
  readonly numbers: Int32Array
}

/** The kinds of decisions by their numbers. */
const kinds = ['none', 'start', 'clarify'] as const

/**
 * Packs the predictions of all groups, in the order of the groups. Undefined if one has a number with more decimals than
 * are kept.
 */
export function packDecisions({ scenarios, groups, decided }: EvaluatedState): PackedDecisions | undefined {
  const places = new Map(scenarios.map(({ key }, place) => [key, place]))
  const minConfidences = new Float64Array(scenarios.length)
  const numbers: number[] = []
  let isExact = true
  const placeOf = (key: string): number => {
    const place = places.get(key)
    if (place === undefined) isExact = false
    return place ?? 0
  }
  const scaled = (value: number, by: number): number => {
    const whole = Math.round(value * by)
    if (whole / by !== value) isExact = false
    return whole
  }
  const addContender = ({ scenario, confidence, min_confidence, nearest, nearestExclusion }: Contender) => {
    const place = placeOf(scenario)
    minConfidences[place] = min_confidence
    numbers.push(place, scaled(confidence, 10))
    // The number of a text counts from 1, so that 0 means none.
    numbers.push((nearest?.example ?? -1) + 1, scaled(nearest?.similarity ?? 0, 1000))
    numbers.push((nearestExclusion?.exclusion ?? -1) + 1, scaled(nearestExclusion?.similarity ?? 0, 1000))
  }
  const outlines = Array.from(groups.keys(), name => {
    const begin = numbers.length
    const { outline, predictions = [] } = decided.byGroup.get(name) ?? {}
    numbers.push(predictions.length)
    for (const { decision, contenders, isOfRecord } of predictions) {
      const keys = keysOf(decision)
      numbers.push(kinds.indexOf(decision.kind), Number(isOfRecord), keys.length, ...keys.map(placeOf))
      numbers.push(contenders.length)
      for (const contender of contenders) addContender(contender)
    }
    const { areOfRecord = true, startOwn = 0, startNone = 0, maxForeign = 0, maxExcluded = 0 } = outline ?? {}
    return [Number(areOfRecord), startOwn, startNone, scaled(maxForeign, 1000), scaled(maxExcluded, 1000), begin]
  }).flat()
  return isExact
    ? { minConfidences, outlines: Int32Array.from(outlines), numbers: Int32Array.from(numbers) }
    : undefined
}

function keysOf(decision: Decision): readonly string[] {
  if (decision.kind === 'start') return [decision.scenario]
  return decision.kind === 'clarify' ? decision.candidates : []
}

/** The whole numbers of an outline, those of a decision before its scenarios, and of a contender. */
const outlineSize = 6
const decisionSize = 3
const contenderSize = 6

/** Unpacks the groups, in the same order: of each its outline and its predictions when they are read. */
export function unpackDecisions(packed: PackedDecisions, keys: readonly string[]): readonly DecidedGroup[] {
  const count = packed.outlines.length / outlineSize
  return Array.from({ length: count }, (_, group) => new StoredGroup(packed, keys, group * outlineSize))
}

class StoredGroup implements DecidedGroup {
  readonly #packed: PackedDecisions
  readonly #keys: readonly string[]
  readonly #outline: number
  #predictions: readonly Decided[] | undefined

  /** `outline` is the index of the first number of its outline. */
  constructor(packed: PackedDecisions, keys: readonly string[], outline: number) {
    this.#packed = packed
    this.#keys = keys
    this.#outline = outline
  }

  get outline() {
    const { outlines } = this.#packed
    const at = this.#outline
    return {
      areOfRecord: outlines[at] === 1,
      startOwn: outlines[at + 1] ?? 0,
      startNone: outlines[at + 2] ?? 0,
      maxForeign: (outlines[at + 3] ?? 0) / 1000,
      maxExcluded: (outlines[at + 4] ?? 0) / 1000,
    }
  }

  get predictions(): readonly Decided[] {
    this.#predictions ??= unpackPredictions(this.#packed, this.#keys, this.#packed.outlines[this.#outline + 5] ?? 0)
    return this.#predictions
  }
}

/** The predictions of the group whose first number is at `begin`. */
function unpackPredictions(
  { minConfidences, numbers }: PackedDecisions,
  keys: readonly string[],
  begin: number,
): readonly Decided[] {
  const numberAt = (index: number) => numbers[index] ?? 0
  const keyAt = (index: number) => keys[numberAt(index)] ?? ''
  const decisionAt = (at: number): Decision => {
    const kind = kinds[numberAt(at)]
    const named = at + decisionSize
    if (kind === 'start') return { kind, scenario: keyAt(named) }
    if (kind !== 'clarify') return { kind: 'none' }
    return { kind, candidates: Array.from({ length: numberAt(at + 2) }, (_, place) => keyAt(named + place)) }
  }
  const contenderAt = (at: number): Contender => {
    const scenario = keyAt(at)
    const confidence = numberAt(at + 1) / 10
    const min_confidence = minConfidences[numberAt(at)] ?? 0
    const nearest = { example: numberAt(at + 2) - 1, similarity: numberAt(at + 3) / 1000 }
    const nearestExclusion = { exclusion: numberAt(at + 4) - 1, similarity: numberAt(at + 5) / 1000 }
    const isNearExclusion = nearestExclusion.exclusion >= 0
    // Nearly all have both or the first: copying a part of an object takes longer.
    if (nearest.example < 0)
      return { scenario, confidence, min_confidence, ...(isNearExclusion && { nearestExclusion }) }
    if (!isNearExclusion) return { scenario, confidence, min_confidence, nearest }
    return { scenario, confidence, min_confidence, nearest, nearestExclusion }
  }
  let at = begin + 1
  // Each list has its exact size: one that grows has room for 17, and most have one item.
  const predictions = new Array<Decided>(numberAt(begin))
  for (let place = 0; place < predictions.length; place++) {
    const decision = decisionAt(at)
    const isOfRecord = numberAt(at + 1) === 1
    at += decisionSize + numberAt(at + 2)
    const contenders = new Array<Contender>(numberAt(at++))
    for (let index = 0; index < contenders.length; index++, at += contenderSize) contenders[index] = contenderAt(at)
    predictions[place] = { decision, contenders, isOfRecord }
  }
  return predictions
}
