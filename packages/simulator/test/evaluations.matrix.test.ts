import { botDefaults } from '@scenewright/model/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import type { EvaluatedMessages } from '../src/evaluations/evaluate-messages.ts'
import {
  type EvaluatedState,
  evaluateMessages,
  finish,
  type MessageGroup,
  type Steps,
  withTexts,
} from '../src/evaluations/index.ts'
import { messagesOf } from '../src/evaluations/state.ts'
import { type Bot, createBot, createPredictor, prepareBot, type SimulatedScenario } from '../src/index.ts'
import { scenario } from './fixture.ts'
import { generateBot, type RecordedBot } from './recorded-bots.ts'

const limits = { minConfidence: 10, maxContenders: 6 }
const messages = ['where is my parcel', 'гд посылка', 'wo ist mein Geld', 'xyzzy']

/** How often each bot is changed, and by how many changes at the most, one after the other. */
const each = { ...byTier({ once: { numRuns: 1 }, full: { numRuns: 60 } }), maxLength: 3 }
const ofLargest = byTier({ once: { numRuns: 1, maxLength: 1 }, full: { numRuns: 12, maxLength: 3 } })
/** One message in so many is asked by itself. */
const interval = byTier({ once: 20, full: 1 })

/**
 * Small bots, one so large that a change leaves most of its weights unchanged, and one with as many texts as there can
 * be whose similarities are kept: with one more, they are computed in another way.
 */
const generated = [
  { ...generateBot('ru', 40, 6), ...each },
  { ...generateBot('kk', 12, 20), ...each },
  { ...withExclusions(generateBot('de', 210, 4)), ...each },
  { ...withExclusions(generateBot('de', 394, 4)), ...ofLargest },
]
const [, , large, largest] = generated

/** A change of one scenario: what it does, where, and with which words. */
const edits = fc.record({
  kind: fc.constantFrom(
    'replace',
    'replace',
    'add',
    'append',
    'remove',
    'exclude',
    'clear',
    'describe',
    'threshold',
    'copy',
    'nothing',
  ),
  place: fc.nat(),
  word: fc.constantFrom('paket', 'wo', 'деньги', 'xyzzy', 'ich', 'a-b', '?'),
})
type Edit = typeof edits extends fc.Arbitrary<infer Value> ? Value : never

test.each(generated)(
  '$name: evaluated after any edits, all predictions are those of a new evaluation',
  ({ language, scenarios: given, numRuns, maxLength }) => {
    const settings = { ...botDefaults, primary_language: language }
    // Before the edits, all runs have the same state.
    const { bot: first, state: unedited } = evaluateUnedited(given, language)
    fc.assert(
      fc.property(fc.array(edits, { minLength: 1, maxLength }), steps => {
        let scenarios = given
        let state = unedited
        let bot = first
        for (const [step, edit] of steps.entries()) {
          // Each second state continues as in another process; some of these have only their records.
          let before = state && step % 2 === 0 ? structuredClone(withTexts(state, bot)) : state
          if (before !== undefined && step % 4 === 0) {
            before = { ...before, decided: { ...before.decided, byGroup: new Map() } }
          }
          scenarios = apply(scenarios, edit)
          // All runs share the first bot.
          const isReplaced = bot !== first
          bot = finish(prepareBot(scenarios, settings, { before: before?.texts ?? bot, isReplaced }))
          const groups = groupsOf(scenarios)
          const again = evaluated(evaluateMessages(bot, groups, { ...limits, ...(before && { before }) }))
          const fresh = evaluated(evaluateMessages(createBot(scenarios, settings), groups, limits))
          expect(again.groups).toEqual(fresh.groups)
          state = again.state
        }
      }),
      { numRuns },
    )
  },
)

test.each(generated)(
  '$name: the predictions are those of a bot that is asked one message after another',
  ({ language, scenarios: given }) => {
    const settings = { ...botDefaults, primary_language: language }
    const copied = apply(given, { kind: 'copy', place: 3, word: 'wo' })
    // The similarities of the largest bot's texts are no longer kept.
    const scenarios = apply(copied, { kind: 'add', place: 7, word: 'wo' })
    const bot = createBot(scenarios, settings)
    const groups = groupsOf(scenarios)
    const predict = createPredictor(bot, limits.minConfidence)
    const { groups: decided } = evaluated(evaluateMessages(bot, groups, limits))
    const predictions = decided.flatMap(group =>
      group.predictions.map(({ decision, contenders }) => ({ decision, contenders })),
    )
    const asked = groups.flatMap(messagesOf)
    expect(predictions).toHaveLength(asked.length)
    for (const [place, { text, without }] of asked.entries()) {
      if (place % interval > 0) continue
      const { decision, contenders } = predict(text, without)
      expect(predictions[place]).toEqual({
        decision,
        contenders: contenders.filter(
          ({ scenario: key }, at) => at < limits.maxContenders || key === without?.scenario,
        ),
      })
    }
  },
)

test.each([
  ['replace', 0.1],
  ['append', 0.1],
  ['add', 0.2],
  ['remove', 0.5],
] as const)(
  'in a large bot, few messages are compared again after: %s an example, at most %d of all',
  (kind, share) => {
    const { compared, all } = evaluateAfter(kind, large)
    expect(compared).toBeGreaterThan(0)
    expect(compared / all).toBeLessThan(share)
  },
)

test.each(['examples', 'exclusions'] as const)('a scenario without its %s has no messages of them any more', kind => {
  const settings = { ...botDefaults, primary_language: 'de' } as const
  const given = large?.scenarios ?? []
  const { bot, state } = evaluateUnedited(given, 'de')
  const edited = given.map((each, place) => {
    return place === 4 ? { ...each, scenario: { ...each.scenario, [kind]: [] } } : each
  })
  const groups = groupsOf(edited)
  const again = evaluated(
    evaluateMessages(createBot(edited, settings, bot), groups, { ...limits, ...(state && { before: state }) }),
  )
  const fresh = evaluated(evaluateMessages(createBot(edited, settings), groups, limits))
  expect(again.groups).toEqual(fresh.groups)
})

test('all messages are compared again after a text too many for the similarities to be kept', () => {
  const { compared, all } = evaluateAfter('add', largest)
  expect(compared).toBe(all)
})

test('a word that gets or loses its weight, because half of the scenarios have it, changes all predictions', () => {
  const settings = { ...botDefaults, primary_language: 'de' } as const
  const scenarios = large?.scenarios ?? []
  const withWord = scenarios.map(given => {
    const [first, ...examples] = given.scenario.examples ?? []
    return { ...given, scenario: { ...given.scenario, examples: [`${first} gemeinsam`, ...examples] } }
  })
  const half = scenarios.length / 2
  let bot: Bot | undefined
  let before: EvaluatedState | undefined
  for (const count of [half, half + 1, half]) {
    const present = [...withWord.slice(0, count), ...scenarios.slice(count)]
    bot = createBot(present, settings, bot)
    const groups = groupsOf(present)
    const again: EvaluatedMessages = evaluated(evaluateMessages(bot, groups, { ...limits, ...(before && { before }) }))
    const fresh = evaluated(evaluateMessages(createBot(present, settings), groups, limits))
    expect(again.groups).toEqual(fresh.groups)
    expect(again.compared).toBe(groups.flatMap(messagesOf).length)
    before = again.state
  }
})

const uneditedBots = new Map<readonly SimulatedScenario[], { readonly bot: Bot; readonly state?: EvaluatedState }>()

/** A bot before any edit, and the state of its evaluation: made once, since nothing changes either. */
function evaluateUnedited(given: readonly SimulatedScenario[], language: RecordedBot['language']) {
  const known = uneditedBots.get(given)
  if (known !== undefined) return known
  const bot = createBot(given, { ...botDefaults, primary_language: language })
  const { state } = evaluated(evaluateMessages(bot, groupsOf(given), limits))
  const unedited = { bot, ...(state && { state }) }
  uneditedBots.set(given, unedited)
  return unedited
}

/** Edits a scenario of an evaluated bot, and counts the messages that are compared again. */
function evaluateAfter(kind: Edit['kind'], { language = 'de', scenarios: given = [] }: Partial<RecordedBot> = {}) {
  const settings = { ...botDefaults, primary_language: language }
  const { bot: first, state } = evaluateUnedited(given, language)
  const edited = apply(given, { kind, place: 7, word: 'xyzzy' })
  const groups = groupsOf(edited)
  const { compared } = evaluated(
    evaluateMessages(createBot(edited, settings, first), groups, { ...limits, ...(state && { before: state }) }),
  )
  return { compared, all: groups.flatMap(messagesOf).length }
}

/** Every fifth scenario gets an exclusion. */
function withExclusions({ scenarios, ...bot }: RecordedBot): RecordedBot {
  return {
    ...bot,
    scenarios: scenarios.map((given, place) => {
      const { examples = [] } = given.scenario
      const exclusions = [`nicht ${examples[0]}`]
      return place % 5 === 4 ? { ...given, scenario: { ...given.scenario, exclusions } } : given
    }),
  }
}

function apply(scenarios: readonly SimulatedScenario[], { kind, place, word }: Edit): readonly SimulatedScenario[] {
  const at = place % scenarios.length
  const given = scenarios[at] ?? scenario('none')
  const { examples = [], exclusions = [] } = given.scenario
  const text = place % Math.max(1, examples.length)
  const fields = {
    replace: { examples: examples.toSpliced(text, 1, `${examples[text] ?? ''} ${word}`) },
    add: { examples: [`${word} ${examples[0]} ${word}`, ...examples] },
    append: { examples: [...examples, `${word} ${examples[0]}`] },
    remove: { examples: examples.toSpliced(text, examples.length > 1 ? 1 : 0) },
    exclude: { exclusions: [...exclusions, scenarios[0]?.scenario.examples?.[0] ?? word] },
    clear: place % 2 === 0 ? { exclusions: [] } : { examples: [] },
    describe: { trigger_description: `${given.scenario.trigger_description} ${word}` },
    threshold: { min_confidence: 50 + (place % 50), priority: place % 9 },
    copy: { examples: scenarios[(at + 1) % scenarios.length]?.scenario.examples ?? [] },
    nothing: {},
  }[kind]
  return scenarios.with(at, { ...given, scenario: { ...given.scenario, ...fields } })
}

function groupsOf(scenarios: readonly SimulatedScenario[]): readonly MessageGroup[] {
  const ofExamples = scenarios.map(({ key, scenario: { examples = [] } }) => ({
    name: `examples ${key}`,
    scenario: key,
    texts: examples,
    areExamples: true,
  }))
  const ofExclusions = scenarios.map(({ key, scenario: { exclusions = [] } }) => ({
    name: `exclusions ${key}`,
    scenario: key,
    texts: exclusions,
  }))
  return [...ofExamples, ...ofExclusions, ...messages.map(text => ({ name: `message ${text}`, texts: [text] }))]
}

function evaluated<Result>(steps: Steps<Result | undefined>): Result {
  const result = finish(steps)
  if (result === undefined) throw new Error('not evaluated')
  return result
}
