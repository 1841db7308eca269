import type { Decided, EvaluatedState } from '@scenewright/checker/evaluations'

type Prediction = Decided['prediction']
type Contender = Prediction['contenders'][number]
type Decision = Prediction['decision']

/** The predictions of an evaluated state as numbers: JSON of them was most of what a check reads after a change. */
export interface PackedDecisions {
  /** By the place of the scenario. */
  readonly minConfidences: Float64Array
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
  for (const name of groups.keys()) {
    const own = decided.byGroup.get(name) ?? []
    numbers.push(own.length)
    for (const { prediction, isOfRecord } of own) {
      const keys = keysOf(prediction.decision)
      numbers.push(kinds.indexOf(prediction.decision.kind), Number(isOfRecord), keys.length, ...keys.map(placeOf))
      numbers.push(prediction.contenders.length)
      for (const contender of prediction.contenders) addContender(contender)
    }
  }
  return isExact ? { minConfidences, numbers: Int32Array.from(numbers) } : undefined
}

function keysOf(decision: Decision): readonly string[] {
  if (decision.kind === 'start') return [decision.scenario]
  return decision.kind === 'clarify' ? decision.candidates : []
}

/** The whole numbers of a decision before its scenarios, and those of a contender. */
const decisionSize = 3
const contenderSize = 6

/** Unpacks the predictions of each group, in the same order. */
export function unpackDecisions(
  { minConfidences, numbers }: PackedDecisions,
  { keys, groups }: { readonly keys: readonly string[]; readonly groups: number },
): readonly (readonly Decided[])[] {
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
  let at = 0
  // Each list has its exact size: one that grows has room for 17, and most have one item.
  const takeContenders = (): readonly Contender[] => {
    const contenders = new Array<Contender>(numberAt(at++))
    for (let place = 0; place < contenders.length; place++, at += contenderSize) contenders[place] = contenderAt(at)
    return contenders
  }
  const takeGroup = (): readonly Decided[] => {
    const group = new Array<Decided>(numberAt(at++))
    for (let place = 0; place < group.length; place++) {
      const decision = decisionAt(at)
      const isOfRecord = numberAt(at + 1) === 1
      at += decisionSize + numberAt(at + 2)
      group[place] = { prediction: { decision, contenders: takeContenders() }, isOfRecord }
    }
    return group
  }
  return Array.from({ length: groups }, takeGroup)
}
