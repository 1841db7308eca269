import { scenarioDefaults } from '@scenewright/model'
import { expect, test } from 'vitest'
import { bot, confident, decisions, scenario, talk } from './fixture.ts'

const none = { kind: 'none' }
const starts = (key: string) => ({ kind: 'start', scenario: key })
const clarifies = (...candidates: readonly string[]) => ({ kind: 'clarify', candidates })

test.each([
  ['at its own min_confidence', { a: 78 }, {}, starts('a')],
  ['just below it', { a: 77.9 }, {}, none],
  ['at its own lower min_confidence', { a: 50 }, { a: { min_confidence: 50 } }, starts('a')],
  ['none below its own higher min_confidence', { a: 99 }, { a: { min_confidence: 100 } }, none],
  [
    'the second best if the best is below its min_confidence',
    { a: 90, b: 80 },
    { a: { min_confidence: 95 } },
    starts('b'),
  ],
  ['the best', { a: 80, b: 81 }, {}, starts('b')],
  [
    'the one with the lower priority number of two equal scores',
    { a: 80, b: 80 },
    { a: { priority: 2 }, b: { priority: 1 } },
    starts('b'),
  ],
  ['the better one, regardless of its priority', { a: 80, b: 80.1 }, { a: { priority: 1 } }, starts('b')],
  ['the one with the first key of two equal scores with one priority', { b: 80, a: 80 }, {}, starts('a')],
  [
    'the one with priority 99, because the default is 100',
    { a: 80, b: 80 },
    { a: {}, b: { priority: 99 } },
    starts('b'),
  ],
  ['none without a score', {}, {}, none],
])('the started scenario is %s', (_what, confidences, fields: Record<string, object>, decision) => {
  const given = bot(['b', 'a'].map(key => scenario(key, fields[key])))
  expect(decisions(confident(given, confidences), 'anything')).toEqual([decision])
})

const settings = {
  scenario_clarify_enabled: true,
  scenario_clarify_min_confidence: 55,
  scenario_clarify_margin: 12,
}

test.each([
  ['two within the margin', { a: 90, b: 78.1 }, clarifies('a', 'b')],
  ['one exactly at the margin is not a candidate', { a: 90, b: 78 }, starts('a')],
  ['a difference that binary numbers cannot represent', { a: 90.1, b: 78.1 }, starts('a')],
  ['both exactly at the least confidence', { a: 55, b: 55 }, clarifies('a', 'b')],
  ['one just below the least confidence', { a: 60, b: 54.9 }, none],
  ['two below their own min_confidence', { a: 60, b: 58 }, clarifies('a', 'b')],
  ['all within the margin, best first', { a: 80, b: 90, c: 85 }, clarifies('b', 'c', 'a')],
  ['equal ones by priority, then key', { a: 80, b: 80, c: 80 }, clarifies('c', 'a', 'b')],
  ['one close to an exact example', { a: 100, b: 95 }, clarifies('a', 'b')],
  ['only one candidate', { a: 90 }, starts('a')],
])('clarification: %s', (_what, confidences, decision) => {
  const given = bot([scenario('a'), scenario('b'), scenario('c', { priority: 1 })], settings)
  expect(decisions(confident(given, confidences), 'anything')).toEqual([decision])
})

test.each([
  ['clarification is off', { scenario_clarify_enabled: false }, starts('a')],
  ['the margin is 0', { scenario_clarify_margin: 0 }, starts('a')],
  ['the least confidence is 100', { scenario_clarify_min_confidence: 100 }, starts('a')],
  [
    'the margin is 100 and the least confidence 0',
    { scenario_clarify_margin: 100, scenario_clarify_min_confidence: 0 },
    clarifies('a', 'b', 'c'),
  ],
])('settings: %s', (_what, changed, decision) => {
  const given = bot([scenario('a'), scenario('b'), scenario('c')], { ...settings, ...changed })
  expect(decisions(confident(given, { a: 90, b: 90 }), 'anything')).toEqual([decision])
})

test('a scenario starts once in a dialogue, unless it can repeat', () => {
  const once = scenario('once', { examples: ['where is my refund'] })
  const often = scenario('often', { examples: ['where is my parcel'], allow_repeat_in_dialogue: true })
  const given = bot([once, often])
  const messages = ['where is my refund', 'Where is my refund?', 'where is my parcel', 'where is my parcel']
  expect(decisions(given, ...messages)).toEqual([starts('once'), none, starts('often'), starts('often')])
  const [, second] = talk(given, ...messages)
  expect(second?.scores[0]).toMatchObject({ scenario: 'once', confidence: 100, out: 'ran' })
})

test('a scenario that got stuck has run all the same', () => {
  const { definition: _none, ...fields } = scenario('a', { examples: ['go'] }).scenario
  expect(decisions(bot([{ key: 'a', isActive: true, scenario: fields }]), 'go', 'go')).toEqual([starts('a'), none])
})

test('a scenario that has run is not a candidate', () => {
  const given = confident(bot([scenario('a'), scenario('b')], settings), { a: 90, b: 85 })
  expect(decisions(given, 'one', '1', 'two')).toEqual([
    clarifies('a', 'b'),
    { ...starts('a'), picked: true },
    starts('b'),
  ])
})

test('an inactive scenario is not a candidate', () => {
  const off = { ...scenario('off', { examples: ['go'] }), isActive: false }
  const [turn] = talk(bot([off, scenario('on', { examples: ['stay'] })]), 'go')
  expect(turn?.decision).toEqual(none)
  expect(turn?.scores.map(score => score.scenario)).toEqual(['on'])
})

test('a message equal to an exclusion excludes its scenario, even if it is an example', () => {
  const excluding = scenario('a', { examples: ['Cancel it', 'stop it'], exclusions: ['cancel IT!'] })
  const other = scenario('b', { examples: ['please cancel it'], min_confidence: 50 })
  const [turn] = talk(bot([excluding, other], settings), 'Cancel it.')
  expect(turn?.decision).toEqual(starts('b'))
  expect(turn?.scores.at(-1)).toMatchObject({ scenario: 'a', confidence: 0, excluded: 'cancel IT!', out: 'excluded' })
})

test('absent fields have the defaults of the service', () => {
  const [turn] = talk(bot([scenario('a', { examples: ['go'] })]), 'go')
  expect(turn?.scores[0]?.min_confidence).toBe(scenarioDefaults.min_confidence)
})

test('a turn that starts nothing has an empty walk', () => {
  expect(talk(bot([scenario('a', { examples: ['refund'] })]), 'weather')[0]).toMatchObject({
    user: 'weather',
    decision: none,
    replies: [],
    walk: [],
    edges: [],
    outcome: 'none',
  })
})
