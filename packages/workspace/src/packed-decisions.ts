import type { Decided, DecidedGroup, EvaluatedState } from '@scenewright/checker/evaluations'

type Contender = Decided['contenders'][number]
type Decision = Decided['decision']

/** The predictions of an evaluated state as numbers: JSON of them was most of what a check reads after a change. */
export interface PackedDecisions {
  /** By the place of the scenario. */
  readonly minConfidences: Float64Array
  /** By group, the index of its first number. */
  readonly begins: Int32Array
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
  const begins = Int32Array.from(groups.keys(), name => {
    const begin = numbers.length
    const { outline, predictions = [] } = decided.byGroup.get(name) ?? {}
    numbers.push(predictions.length, Number(outline?.areOfRecord ?? true), outline?.startOwn ?? 0)
    numbers.push(outline?.startNone ?? 0)
    numbers.push(scaled(outline?.maxForeign ?? 0, 1000), scaled(outline?.maxExcluded ?? 0, 1000))
    for (const { decision, contenders, isOfRecord } of predictions) {
      const keys = keysOf(decision)
      numbers.push(kinds.indexOf(decision.kind), Number(isOfRecord), keys.length, ...keys.map(placeOf))
      numbers.push(contenders.length)
      for (const contender of contenders) addContender(contender)
    }
    return begin
  })
  return isExact ? { minConfidences, begins, numbers: Int32Array.from(numbers) } : undefined
}

function keysOf(decision: Decision): readonly string[] {
  if (decision.kind === 'start') return [decision.scenario]
  return decision.kind === 'clarify' ? decision.candidates : []
}

/** The whole numbers of a group before its predictions, those of a decision before its scenarios, and of a contender. */
const groupSize = 6
const decisionSize = 3
const contenderSize = 6

/** Unpacks the groups, in the same order: of each its outline, and its predictions when they are read. */
export function unpackDecisions(
  { minConfidences, begins, numbers }: PackedDecisions,
  keys: readonly string[],
): readonly DecidedGroup[] {
  const numberAt = (index: number) => numbers[index] ?? 0
  const keyAt = (index: number) => keys[numberAt(index)] ?? ''
  const decisionAt = (begin: number): Decision => {
    const kind = kinds[numberAt(begin)]
    const named = begin + decisionSize
    if (kind === 'start') return { kind, scenario: keyAt(named) }
    if (kind !== 'clarify') return { kind: 'none' }
    return { kind, candidates: Array.from({ length: numberAt(begin + 2) }, (_, place) => keyAt(named + place)) }
  }
  const contenderAt = (begin: number): Contender => {
    const scenario = keyAt(begin)
    const confidence = numberAt(begin + 1) / 10
    const min_confidence = minConfidences[numberAt(begin)] ?? 0
    const nearest = { example: numberAt(begin + 2) - 1, similarity: numberAt(begin + 3) / 1000 }
    const nearestExclusion = { exclusion: numberAt(begin + 4) - 1, similarity: numberAt(begin + 5) / 1000 }
    const isNearExclusion = nearestExclusion.exclusion >= 0
    // Nearly all have both or the first: copying a part of an object takes longer.
    if (nearest.example < 0)
      return { scenario, confidence, min_confidence, ...(isNearExclusion && { nearestExclusion }) }
    if (!isNearExclusion) return { scenario, confidence, min_confidence, nearest }
    return { scenario, confidence, min_confidence, nearest, nearestExclusion }
  }
  const predictionsAt = (begin: number): readonly Decided[] => {
    let at = begin + groupSize
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
  return Array.from(begins, begin => {
    let predictions: readonly Decided[] | undefined
    return {
      outline: {
        areOfRecord: numberAt(begin + 1) === 1,
        startOwn: numberAt(begin + 2),
        startNone: numberAt(begin + 3),
        maxForeign: numberAt(begin + 4) / 1000,
        maxExcluded: numberAt(begin + 5) / 1000,
      },
      get predictions() {
        predictions ??= predictionsAt(begin)
        return predictions
      },
    }
  })
}
