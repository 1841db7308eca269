import { type BotSettings, botDefaults } from '@scenewright/model/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Decision } from '../../src/dialogue/turn.ts'
import { countLabelled, type LabelledMessage } from '../../src/lab/labelled.ts'
import { decideAnew } from '../../src/lab/outcomes.ts'
import { evaluate } from './evaluate.ts'

const settings = { ...botDefaults, scenario_clarify_enabled: false }
const none: Decision = { kind: 'none' }
const starts = (scenario: string): Decision => ({ kind: 'start', scenario })
const asks = (...candidates: string[]): Decision => ({ kind: 'clarify', candidates })

/** A message with the confidences of scenarios, best first. */
function message(
  expected: string | null,
  decision: Decision,
  confidences: Readonly<Record<string, number>>,
  count = 1,
): LabelledMessage {
  const contenders = Object.entries(confidences).map(([scenario, confidence]) => ({
    scenario,
    confidence,
    min_confidence: 78,
  }))
  return { expected, decision, contenders, count }
}

const labelled = [
  message('pay', starts('pay'), { pay: 90 }, 3),
  message('pay', starts('open'), { open: 80, pay: 60 }),
  message('pay', none, { pay: 70 }, 2),
  message('open', asks('pay', 'open'), { pay: 82, open: 79 }),
  message('open', asks('pay', 'times'), { pay: 82, times: 79, open: 40 }),
  message('open', none, {}),
  message(null, none, { pay: 65 }, 2),
  message(null, starts('open'), { open: 85 }),
]

test('every message has one outcome, counted as often as it occurs', () => {
  const evaluation = evaluate(labelled, { settings, wrongCosts: 5, unlabelled: 4 })
  expect(evaluation).toMatchObject({
    messages: 12,
    unlabelled: 4,
    right: 3,
    asked: 1,
    askedOther: 1,
    wrong: 1,
    nothing: 3,
    outOfScope: { messages: 3, started: 1 },
    top1: 5,
  })
  const { right, asked, askedOther, wrong, nothing, outOfScope, messages } = evaluation
  expect(right + asked + askedOther + wrong + nothing).toBe(messages - outOfScope.messages)
})

test('scenarios have precision, recall and F1, and wrong starts are counted by pair', () => {
  const { scenarios, confusions } = evaluate(labelled, { settings, wrongCosts: 5 })
  expect(scenarios).toEqual([
    { key: 'open', messages: 3, right: 0, precision: 0, recall: 0, f1: 0 },
    { key: 'pay', messages: 6, right: 3, precision: 1, recall: 0.5, f1: 0.6667 },
  ])
  expect(confusions).toEqual([
    { expected: 'none', started: 'open', count: 1 },
    { expected: 'pay', started: 'open', count: 1 },
  ])
})

test('the curve has each threshold from 40 to 100, for these messages', () => {
  const { curve } = evaluate(labelled, { settings, wrongCosts: 5 })
  expect(curve.map(({ threshold }) => threshold)).toEqual(Array.from({ length: 61 }, (_none, step) => 40 + step))
  const at = (threshold: number) => curve.find(point => point.threshold === threshold)
  expect(at(70)).toEqual({
    threshold: 70,
    right: 5,
    asked: 0,
    askedOther: 0,
    wrong: 3,
    nothing: 1,
    outOfScopeStarted: 1,
  })
  expect(at(71)).toMatchObject({ right: 3, nothing: 3 })
  expect(at(100)).toMatchObject({ right: 0, wrong: 0, nothing: 9, outOfScopeStarted: 0 })
})

test('the curves of clarification show it as if it were on', () => {
  const { clarifyCurve, marginCurve } = evaluate(labelled, { settings, wrongCosts: 5 })
  expect(clarifyCurve).toHaveLength(61)
  expect(clarifyCurve.find(({ minConfidence }) => minConfidence === 79)).toMatchObject({ asked: 1, askedOther: 1 })
  expect(clarifyCurve.find(({ minConfidence }) => minConfidence === 80)).toMatchObject({ asked: 0, askedOther: 0 })
  expect(marginCurve.map(({ margin, asked }) => [margin, asked]).slice(2, 5)).toEqual([
    [2, 0],
    [3, 0],
    [4, 1],
  ])
  expect(marginCurve.find(({ margin }) => margin === 21)).toMatchObject({ asked: 2 })
})

/** 1,000 messages: from the confidence of 70 on, most are right; below, none is. */
const many = Array.from({ length: 100 }, (_none, level) =>
  message('pay', none, { [level >= 70 ? 'pay' : 'open']: level + 0.5 }, 10),
)

test('the advised threshold comes with its cost, and what it changes', () => {
  const { advice } = evaluate(many, { settings, wrongCosts: 5 })
  expect(advice).toEqual({
    threshold: 70,
    cost: 700,
    presentCost: 1000,
    right: 300,
    wrong: 0,
    outOfScopeStarted: 0,
    interval: [70, 70],
    minMessages: 30,
  })
})

test('of thresholds with the same cost, the present one is advised, or else the highest', () => {
  // Each threshold up to 77 starts all messages, and none is wrong.
  const clear = [message('pay', none, { pay: 77.5 }, 1), message('open', none, { open: 77.8 }, 1)]
  const adviceFor = (presentThreshold: number) => evaluate(clear, { settings, wrongCosts: 5, presentThreshold }).advice
  expect([adviceFor(78), adviceFor(60)].map(({ threshold, cost }) => [threshold, cost])).toEqual([
    [77, 0],
    [60, 0],
  ])
  expect(adviceFor(78).interval).toEqual([77, 78])
})

test('a wrong start that costs more than it gains raises the advised threshold', () => {
  // Of ten messages at each level, more are right the higher it is.
  const mixed = Array.from({ length: 100 }, (_none, level) => [
    message('pay', none, { pay: level + 0.5 }, level),
    message(null, none, { pay: level + 0.5 }, 100 - level),
  ]).flat()
  const thresholdFor = (wrongCosts: number) => evaluate(mixed, { settings, wrongCosts }).advice.threshold
  // A start is worth it while a right one is at least `wrongCosts` times as likely as a wrong one.
  expect(thresholdFor(2)).toBeGreaterThanOrEqual(64)
  expect(thresholdFor(2)).toBeLessThanOrEqual(69)
  expect(thresholdFor(9)).toBeGreaterThanOrEqual(87)
  expect(thresholdFor(9)).toBeLessThanOrEqual(92)
})

test('the intervals contain the shares, and shrink with more messages', () => {
  const ofTimes = (times: number) => {
    const all = labelled.map(({ count, ...rest }) => ({ ...rest, count: count * times }))
    return evaluate(all, { settings, wrongCosts: 5 }).intervals.right
  }
  const [few, more] = [ofTimes(1), ofTimes(100)]
  for (const [low, high] of [few, more]) {
    expect(low).toBeLessThan(33.3)
    expect(high).toBeGreaterThan(33.3)
  }
  expect(more[1] - more[0]).toBeLessThan((few[1] - few[0]) / 5)
})

test.each([
  // Computed with the formula of Wilson's score, in other software.
  [0, 310, [0, 1.2]],
  [310, 310, [98.8, 100]],
  [0, 1, [0, 79.3]],
  [57, 80, [60.5, 80]],
  [1, 10, [1.8, 40.4]],
  [0, 0, [0, 100]],
] as const)('the interval of %i right of %i is %o', (right, all, expected) => {
  const messages = [
    message('pay', starts('pay'), { pay: 90 }, right),
    message('pay', none, { pay: 60 }, all - right),
    message(null, none, {}),
  ]
  expect(evaluate(messages, { settings, wrongCosts: 5 }).intervals.right).toEqual(expected)
})

test('each point of a curve has the outcomes of all messages with that setting, for any confidences and settings', () => {
  const keys = ['pay', 'open', 'times', 'refund', 'parcel', 'invoice']
  const confidences = fc.array(fc.integer({ min: 10, max: 1000 }), { maxLength: keys.length })
  const messages = fc.record({
    confidences,
    expected: fc.constantFrom(...keys, null),
    count: fc.integer({ min: 1, max: 3 }),
    minConfidence: fc.constantFrom(50, 78, 90),
  })
  const asking = fc.record({
    scenario_clarify_enabled: fc.boolean(),
    scenario_clarify_min_confidence: fc.constantFrom(30, 55, 80),
    scenario_clarify_margin: fc.constantFrom(0, 12, 40),
  })
  fc.assert(
    fc.property(fc.array(messages, { maxLength: 12 }), asking, (drawn, clarification) => {
      const changed: BotSettings = { ...botDefaults, ...clarification }
      const all = drawn.map(({ confidences: tenths, expected, count, minConfidence }): LabelledMessage => {
        const sorted = tenths.toSorted((a, b) => b - a).map(confidence => confidence / 10)
        const contenders = sorted.map((confidence, at) => {
          return { scenario: keys[at] ?? '', confidence, min_confidence: minConfidence }
        })
        return { expected, count, contenders, decision: decideAnew(contenders, changed) }
      })
      const { curve, clarifyCurve, marginCurve } = evaluate(all, { settings: changed, wrongCosts: 5 })
      const counted = (point: Partial<BotSettings>, min?: number) =>
        countLabelled(all, ({ contenders }) => decideAnew(contenders, { ...changed, ...point }, min))
      expect(curve).toEqual(curve.map(({ threshold }) => ({ threshold, ...counted({}, threshold) })))
      const enabled = { scenario_clarify_enabled: true }
      expect(clarifyCurve).toEqual(
        clarifyCurve.map(({ minConfidence }) => {
          return { minConfidence, ...counted({ ...enabled, scenario_clarify_min_confidence: minConfidence }) }
        }),
      )
      expect(marginCurve).toEqual(
        marginCurve.map(({ margin }) => ({ margin, ...counted({ ...enabled, scenario_clarify_margin: margin }) })),
      )
      expect([curve.length, clarifyCurve.length, marginCurve.length]).toEqual([61, 61, 31])
    }),
    { numRuns: 200 },
  )
})
