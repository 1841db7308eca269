import { expect, test } from 'vitest'
import { finish } from '../src/steps.ts'
import { type CalibrationExample, calibrate } from '../src/trigger/calibration.ts'
import { createLexicon } from '../src/trigger/lexicon.ts'
import { createTextSpace } from '../src/trigger/text-space.ts'
import { evaluateExamples } from '../src/trigger/trials.ts'
import { scenario } from './fixture.ts'

const things = ['refund', 'parcel', 'invoice', 'password', 'warranty', 'lamp', 'newsletter']

/** A bot of so many scenarios, each with so many examples. */
function trialsOf(scenarios: number, examples: number): readonly CalibrationExample[] {
  const given = things.slice(0, scenarios).map(thing => {
    const all = [`where is my ${thing}`, `I have lost the ${thing}`, `another ${thing}, please`]
    return scenario(thing, { examples: all.slice(0, examples) })
  })
  return finish(evaluateExamples(finish(createTextSpace(given, createLexicon('en')))))
}

test.each([
  ['one scenario', 1, 3, 0],
  ['five scenarios', 5, 3, 0],
  ['six scenarios', 6, 3, 18],
  ['seven scenarios', 7, 2, 14],
  ['scenarios with an example each', 7, 1, 0],
])(
  'in a bot of %s the examples are evaluated if there are enough to leave one out',
  (_what, scenarios, examples, tried) => {
    expect(trialsOf(scenarios, examples)).toHaveLength(tried)
  },
)

test('an example is tried without itself, and without its scenario', () => {
  for (const { within, without } of trialsOf(6, 3)) {
    expect(within.best).toBeLessThan(1)
    expect(without.best).toBeLessThan(within.best)
  }
})

/** So many evaluations that came out alike. */
function evaluations(
  count: number,
  best: number,
  second: number,
  isRight: (place: number) => boolean,
): readonly CalibrationExample[] {
  return Array.from({ length: count }, (_, place) => ({
    within: { place: 0, best, second, third: 0 },
    without: { place: 1, best: second, second: 0, third: 0 },
    isRight: isRight(place),
  }))
}

const always = () => true

test('the better a bot separates its examples, the higher a score must be', () => {
  const prior = calibrate([], 0).halfway
  expect(calibrate(evaluations(50, 0.8, 0.4, always), 0).halfway).toBeGreaterThan(prior)
  expect(calibrate(evaluations(50, 0.1, 0.02, always), 0).halfway).toBeLessThan(prior)
})

test('few evaluations have less weight than many', () => {
  const [prior, few, many] = [0, 2, 90].map(count => calibrate(evaluations(count, 0.8, 0.4, always), 0).halfway)
  expect(prior).toBeLessThan(few ?? 0)
  expect(few).toBeLessThan(many ?? 0)
})

test('a bot that confuses its own examples has less confidence in a lead, and a longer lead is still better', () => {
  const sureOf = (isRight: (place: number) => boolean) => {
    const { lead } = calibrate(evaluations(90, 0.5, 0.4, isRight), 0)
    expect(lead.slope).toBeGreaterThan(0)
    return lead.offset + 0.1 * lead.slope
  }
  expect(sureOf(place => place % 3 === 0)).toBeLessThan(sureOf(always))
})

test('a message that shares nothing still has valid numbers', () => {
  const { halfway, lead } = calibrate(
    evaluations(90, 0, 0, () => false),
    0,
  )
  expect([halfway, lead.offset, lead.slope].every(Number.isFinite)).toBe(true)
  expect(halfway).toBeGreaterThan(0)
})
