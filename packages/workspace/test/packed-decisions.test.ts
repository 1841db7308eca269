import type { Decided, DecidedGroup, EvaluatedState } from '@scenewright/checker/evaluations'
import { decidedGroup } from '@scenewright/simulator/evaluations'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packDecisions, unpackDecisions } from '../src/packed-decisions.ts'

/** The groups belong to this scenario. */
const own = 'billing'

const keys = ['billing', 'refund/late', 'привет']
const minConfidences = [78, 55.5, 0]

const place = fc.nat(keys.length - 1)
const similarity = fc.nat(1000).map(thousandths => thousandths / 1000)
const contender = fc
  .record(
    {
      place,
      confidence: fc.nat(1000).map(tenths => tenths / 10),
      nearest: fc.record({ example: fc.nat(9), similarity }),
      nearestExclusion: fc.record({ exclusion: fc.nat(9), similarity }),
    },
    { requiredKeys: ['place', 'confidence'] },
  )
  .map(({ place: at, confidence, ...texts }) => {
    return { scenario: keys[at] ?? '', confidence, min_confidence: minConfidences[at] ?? 0, ...texts }
  })
const decision = fc.oneof(
  fc.constant({ kind: 'none' as const }),
  place.map(at => ({ kind: 'start' as const, scenario: keys[at] ?? '' })),
  fc.array(place).map(places => ({ kind: 'clarify' as const, candidates: places.map(at => keys[at] ?? '') })),
)
const decided: fc.Arbitrary<Decided> = fc.record({
  decision,
  contenders: fc.array(contender, { maxLength: 4 }),
  isOfRecord: fc.boolean(),
})

test('unpacked predictions are those that were packed', () => {
  fc.assert(
    fc.property(fc.array(fc.array(decided, { maxLength: 5 }), { maxLength: 5 }), lists => {
      const groups = lists.map(predictions => decidedGroup(own, predictions))
      const packed = packDecisions(stateOf(groups))
      const unpacked = packed && unpackDecisions(packed, keys)
      expect(unpacked?.map(({ outline, predictions }) => ({ outline, predictions }))).toEqual(groups)
    }),
  )
})

test('predictions that would not stay the same are not packed', () => {
  const contenders = [{ scenario: 'billing', confidence: 80.25, min_confidence: 78 }]
  const finer = { decision: { kind: 'none' as const }, contenders, isOfRecord: true }
  expect(packDecisions(stateOf([decidedGroup(own, [finer])]))).toBeUndefined()
  const decision = { kind: 'start' as const, scenario: 'removed' }
  const removed = { decision, contenders: [], isOfRecord: true }
  expect(packDecisions(stateOf([decidedGroup(own, [removed])]))).toBeUndefined()
})

function stateOf(groups: readonly DecidedGroup[]): EvaluatedState {
  const packed = { similarities: new Float64Array(), wholes: new Uint16Array() }
  return {
    language: 'en',
    trainingSize: 1,
    scenarios: keys.map(key => ({ key, texts: [], ownCount: 0, exampleCount: 0 })),
    groups: new Map(groups.map((_, at) => [`group ${at}`, { packed, words: [] }])),
    decided: { frame: '', byGroup: new Map(groups.map((group, at) => [`group ${at}`, group])) },
  }
}
