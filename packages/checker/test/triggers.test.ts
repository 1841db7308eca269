import type { ScenarioFields } from '@scenewright/model'
import type { ProjectConfig } from '@scenewright/model/config'
import { expect, test } from 'vitest'
import type { Memory } from '../src/context.ts'
import { check } from '../src/index.ts'
import { compilationOf, flow, scenarioOf, sourceOf } from './compile-flow.ts'

const english: ProjectConfig = { bot: { primary_language: 'en' } }

const refund = ['When do I get my money back', 'Is my refund on its way', 'Still waiting to be refunded']
const parcel = ['Track this package', 'Which courier brings the parcel', 'Has the shipment left your warehouse']

function scenario(key: string, examples: readonly string[], fields: Partial<ScenarioFields> = {}, isActive = true) {
  const bare = scenarioOf(flow('a end', 'a>end'), key)
  const { scenario: own } = bare.document
  return { ...bare, isActive, document: { ...bare.document, scenario: { ...own, examples, ...fields } } }
}

type Given = readonly ReturnType<typeof scenario>[]

/** What the trigger rules find: `rule key` a finding. */
function found(scenarios: Given, config = english, memory?: Memory): string[] {
  const { findings } = check(compilationOf(...scenarios), config, memory && { memory })
  return findings.flatMap(({ rule, scenario: key }) => (rule.startsWith('trigger/') ? `${rule} ${key}` : [])).sort()
}

test.each<[string, Given, string[]]>([
  ['two scenarios without anything in common', [scenario('a', refund), scenario('b', parcel)], []],
  [
    'an example of two scenarios is one finding, and not also a miss',
    [scenario('a', [...refund, 'Where is it?']), scenario('b', [...parcel, 'where is it'])],
    ['trigger/example-in-two b'],
  ],
  [
    'an example of three scenarios is one finding',
    ['a', 'b', 'c'].map((key, at) => scenario(key, ['Where is it?', ...([refund, parcel, []][at] ?? [])])),
    ['trigger/example-in-two c', 'trigger/few-examples c'],
  ],
  ['an inactive scenario takes no examples', [scenario('a', refund), scenario('b', refund, {}, false)], []],
  [
    'a copy of a scenario in other words is one finding',
    [
      scenario('a', refund),
      scenario('b', ['When will I get my money back', 'Is my refund on the way', 'I am still waiting to be refunded']),
    ],
    ['trigger/shadowed a'],
  ],
  [
    'a misplaced example is one finding at its place',
    [scenario('a', refund), scenario('b', [...parcel, 'Will I get my money back soon'])],
    ['trigger/self-miss b'],
  ],
  [
    'a nearly identical pair is one finding',
    [scenario('a', [...refund, 'Please cancel my order']), scenario('b', [...parcel, 'Please cancel my orders'])],
    ['trigger/near-duplicate a'],
  ],
  [
    'an example that equals an exclusion is one finding',
    [scenario('a', [...refund, 'Where is it?'], { exclusions: ['where is it'] })],
    ['trigger/example-excluded a'],
  ],
  [
    'a repeated example that equals an exclusion is one finding of each kind',
    [scenario('a', [...refund, 'Where is it?', 'Where is it'], { exclusions: ['where is it'] })],
    ['trigger/duplicate-example a', 'trigger/example-excluded a'],
  ],
  [
    'if all examples are excluded, only that is reported',
    [scenario('a', refund, { exclusions: refund }), scenario('b', [...parcel, ...refund])],
    ['trigger/example-excluded a', 'trigger/example-excluded a', 'trigger/example-excluded a'],
  ],
  ['examples without a letter', [scenario('a', ['!', '?', '...'])], ['trigger/unreachable-confidence a']],
  ['a bot without scenarios', [], []],
])('%s', (_name, scenarios, expected) => {
  expect(found(scenarios)).toEqual(expected)
})

test('a scenario that wins with a lower score because of a lower threshold takes no examples', () => {
  const low = scenario('low', ['parcel number', ...refund], { min_confidence: 50 })
  const high = scenario('high', ['the number of the parcel please', ...parcel], { min_confidence: 100 })
  const misses = check(compilationOf(low, high), english).findings.filter(({ rule }) => rule === 'trigger/self-miss')
  for (const { message } of misses) {
    const [winner = 0, own = 0] = Array.from(message.matchAll(/\((\d+\.\d)\)/g), ([, score]) => Number(score))
    expect(winner).toBeGreaterThanOrEqual(own)
  }
})

test('while a source does not bind, an exclusion may be owned by it', () => {
  const alone = scenario('a', refund, { exclusions: ['Do you sell gift cards?'] })
  const { sources } = compilationOf(alone)
  const report = check({ sources: [...sources, sourceOf([], { file: 'b.scenario.yaml' })], findings: [] }, english)
  expect(report.findings.filter(({ rule }) => rule.startsWith('trigger/'))).toEqual([])
  expect(found([alone])).toEqual(['trigger/exclusion-unowned a'])
})

test('evaluations and their findings are cached by the texts of the triggers alone', () => {
  const kept = new Map<string, string>()
  const built: string[] = []
  const memory: Memory = {
    recall(name, content, build) {
      const known = kept.get(name + content)
      // What the tests keep was put there under this very name.
      if (known !== undefined) return JSON.parse(known)
      built.push(name)
      const value = build()
      kept.set(name + content, JSON.stringify(value))
      return value
    },
  }
  const misplaced = scenario('b', [...parcel, 'Will I get my money back soon'])
  const first = found([scenario('a', refund), misplaced], english, memory)
  expect(found([scenario('a', refund), misplaced], english, memory)).toEqual(first)
  const rewritten = {
    ...misplaced,
    document: {
      ...misplaced.document,
      scenario: { ...misplaced.document.scenario, definition: flow('other end', 'other>end') },
    },
  }
  expect(found([scenario('a', refund), rewritten], english, memory)).toEqual(first)
  expect(built.splice(0)).toEqual(['triggers', 'trials'])
  expect(found([scenario('a', refund.slice(1)), misplaced], english, memory)).not.toEqual(first)
  expect(built.splice(0)).toEqual(['triggers', 'trials'])
  expect(found([scenario('a', refund), misplaced], { bot: { primary_language: 'de' } }, memory)).toEqual(first)
  expect(built).toEqual(['triggers', 'trials'])
})

test('no evaluation runs if every rule that needs one is off', () => {
  const memory: Memory = { recall: () => expect.unreachable('asked') }
  expect(found([scenario('a', refund), scenario('b', refund)], { rules: { 'trigger/*': 'off' } }, memory)).toEqual([])
})

test('many copies of one scenario cause a few findings each', () => {
  const copies = Array.from({ length: 60 }, (_, at) =>
    scenario(
      `copy-${at}`,
      refund.map((text, example) => `${text} ${refund.length * at + example} please`),
    ),
  )
  const findings = found(copies)
  expect(findings.length).toBeGreaterThan(0)
  expect(findings.length).toBeLessThan(copies.length * 5)
})
