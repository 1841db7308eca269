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

/** Unpacks the predictions of each group, in the same order. */
export function unpackDecisions(
  { minConfidences, numbers }: PackedDecisions,
  { keys, groups }: { readonly keys: readonly string[]; readonly groups: number },
): readonly (readonly Decided[])[] {
  let at = 0
  const next = () => numbers[at++] ?? 0
  const key = () => keys[next()] ?? ''
  const list = <Item>(make: () => Item): Item[] => {
    const items: Item[] = []
    for (let left = next(); left > 0; left--) items.push(make())
    return items
  }
  const contender = (): Contender => {
    const place = next()
    const confidence = next() / 10
    const [example, similarity] = [next() - 1, next() / 1000]
    const [exclusion, excluded] = [next() - 1, next() / 1000]
    return {
      scenario: keys[place] ?? '',
      confidence,
      min_confidence: minConfidences[place] ?? 0,
      ...(example >= 0 && { nearest: { example, similarity } }),
      ...(exclusion >= 0 && { nearestExclusion: { exclusion, similarity: excluded } }),
    }
  }
  const decision = (kind: (typeof kinds)[number] | undefined, candidates: readonly string[]): Decision => {
    if (kind === 'start') return { kind, scenario: candidates[0] ?? '' }
    return kind === 'clarify' ? { kind, candidates } : { kind: 'none' }
  }
  const one = (): Decided => {
    const kind = kinds[next()]
    const isOfRecord = next() === 1
    return { prediction: { decision: decision(kind, list(key)), contenders: list(contender) }, isOfRecord }
  }
  return Array.from({ length: groups }, () => list(one))
}
