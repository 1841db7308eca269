import { compileText } from '@scenewright/compiler'
import type { ScenarioFields } from '@scenewright/model'
import type { ProjectConfig } from '@scenewright/model/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { check, createSourceCheck, rules, withTriggersHash } from '../src/index.ts'
import {
  contentOfTriggers,
  createEvaluator,
  type DecidedGroup,
  findTriggerFindings,
  finish,
  haveSameTriggers,
  planEvaluations,
} from '../src/triggers/index.ts'
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
function found(scenarios: Given, config = english): string[] {
  const { findings } = check(compilationOf(...scenarios), config)
  return findings.flatMap(({ rule, scenario: key }) => (rule.startsWith('trigger/') ? `${rule} ${key}` : [])).sort()
}

test.each([
  [{ scenario_clarify_enabled: false }, 'only their priorities and keys decide which one starts', []],
  [
    { scenario_clarify_enabled: true },
    'the bot always asks which one is meant',
    ['trigger/clarify-unlabelled a', 'trigger/clarify-unlabelled b'],
  ],
  // No confidence is less than 0 below the best.
  [
    { scenario_clarify_enabled: true, scenario_clarify_margin: 0 },
    'only their priorities and keys decide which one starts',
    [],
  ],
])('with %j, an example of two scenarios means that %s', (settings, effect, unlabelled) => {
  const given = [scenario('a', [...refund, 'Where is it?']), scenario('b', [...parcel, 'where is it'])]
  const { findings } = check(compilationOf(...given), { bot: { primary_language: 'en', ...settings } })
  const [finding] = findings.filter(({ rule }) => rule === 'trigger/example-in-two')
  expect(finding?.message).toBe(`"where is it" is also an example of "a": ${effect}`)
  expect(
    findings.flatMap(({ rule, scenario: key }) => (rule === 'trigger/clarify-unlabelled' ? `${rule} ${key}` : [])),
  ).toEqual(unlabelled)
})

test.each<[readonly string[], (string | undefined)[]]>([
  [
    ['Where is it?', 'where  IS it', '«Where is it»'],
    ['Remove this one', 'Remove this one'],
  ],
  [
    ['C++ lernen', 'C# lernen', 'c++ lernen!'],
    [undefined, 'Remove this one'],
  ],
  [
    ['1,5 Liter Wasser', '15 Liter Wasser', '1.5 Liter Wasser'],
    [undefined, undefined],
  ],
  [
    ['12.52', '125.2', '12.52.'],
    [undefined, 'Remove this one'],
  ],
  [
    ['-5 Grad', '5 Grad', '5 Grad.'],
    [undefined, 'Remove this one'],
  ],
  [
    ['Tarif +', 'Tarif', 'tarif+'],
    [undefined, 'Remove this one'],
  ],
  [
    ['50%', '50 $', '50$', '50 %'],
    [undefined, 'Remove this one', 'Remove this one'],
  ],
  [['A+ B', 'A B+'], [undefined]],
])('of %j, only an example with the same symbols and numbers has a fix', async (examples, expected) => {
  const text = `title: t\ntrigger_description: d\nexamples: ${JSON.stringify(examples)}\nflow: { nodes: { done: END } }\n`
  const source = await compileText({ file: 'a.scenario.yaml', key: 'a', text })
  const { findings } = check({ sources: [source], findings: [] }, english)
  const again = findings.filter(({ rule }) => rule === 'trigger/duplicate-example')
  expect(again.map(({ fixes }) => fixes[0]?.title)).toEqual(expected)
})

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

function projectOf(scenarios: Given, config = english) {
  return { reports: compilationOf(...scenarios).sources.map(createSourceCheck(config)), config, rules }
}

test('findings about triggers depend on the triggers and the config, and not on flows', () => {
  const misplaced = scenario('b', [...parcel, 'Will I get my money back soon'])
  const { scenario: fields, ...document } = misplaced.document
  const rewritten = {
    ...misplaced,
    document: { ...document, scenario: { ...fields, definition: flow('other end', 'other>end') } },
  }
  const first = projectOf([scenario('a', refund), misplaced])
  const same = projectOf([scenario('a', refund), rewritten])
  expect(contentOfTriggers(same)).toBe(contentOfTriggers(first))
  expect(findTriggerFindings(same)).toEqual(findTriggerFindings(first))
  expect(findTriggerFindings(first)).not.toEqual([])
  const changed = projectOf([scenario('a', refund.slice(1)), misplaced])
  const areSame = first.reports.map((report, at) => haveSameTriggers(report, changed.reports[at] ?? report))
  expect(areSame).toEqual([false, true])
  expect(contentOfTriggers(changed)).not.toBe(contentOfTriggers(first))
  const german: ProjectConfig = { bot: { primary_language: 'de' } }
  expect(contentOfTriggers({ ...first, config: german })).not.toBe(contentOfTriggers(first))
  const kept = { ...first, reports: first.reports.map(withTriggersHash) }
  expect(contentOfTriggers(kept)).toBe(contentOfTriggers(first))
  const areKept = kept.reports.map((report, at) => haveSameTriggers(report, changed.reports[at] ?? report))
  expect(areKept).toEqual([false, true])
})

test('a check takes known findings about triggers over', () => {
  const scenarios = [scenario('a', refund), scenario('b', [...parcel, 'Will I get my money back soon'])]
  const triggerFindings = findTriggerFindings(projectOf(scenarios))
  expect(check(compilationOf(...scenarios), english, { triggerFindings })).toEqual(
    check(compilationOf(...scenarios), english),
  )
  expect(check(compilationOf(...scenarios), english, { triggerFindings: [] }).findings).not.toContainEqual(
    expect.objectContaining({ rule: triggerFindings[0]?.rule }),
  )
})

test('no evaluation is planned if every rule that needs one is off', () => {
  const scenarios = [scenario('a', refund), scenario('b', refund)]
  const off = { rules: { 'trigger/*': 'off' } } as const
  expect(planEvaluations(projectOf(scenarios, off))).toBeUndefined()
  expect(planEvaluations(projectOf(scenarios))?.count).toBe(2 * refund.length)
  expect(found(scenarios, off)).toEqual([])
})

/** The near duplicates: both texts of each, without the keys. No message is so similar that it starts a scenario. */
function nearTexts(scenarios: readonly (readonly [key: string, examples: readonly string[]])[]): readonly string[] {
  const given = scenarios.map(([key, examples]) => scenario(key, examples, { min_confidence: 99 }))
  const { findings } = check(compilationOf(...given), english)
  const near = findings.filter(({ rule }) => rule === 'trigger/near-duplicate')
  return near.map(({ message }) => message.replace(/ of ".*/, '')).sort()
}

test('which near duplicates are reported does not depend on the keys', () => {
  const wishes = [
    'change my delivery address',
    'cancel the blue subscription',
    'reset the forgotten password',
    'print another return label',
  ]
  const own = [
    ['Parcel courier', 'Which van'],
    ['Monthly magazine', 'On paper'],
    ['Screen is locked', 'Login'],
    ['Ink is empty', 'Which shelf'],
  ]
  const named = (hub: string, others: readonly string[]) => [
    [hub, wishes.map(wish => `How can I ${wish}`)] as const,
    ...others.map((key, at) => [key, [`How do I ${wishes[at]}`, ...(own[at] ?? [])]] as const),
  ]
  const first = nearTexts(named('a', ['b', 'c', 'd', 'e']))
  expect(first).toHaveLength(wishes.length)
  expect(nearTexts(named('z', ['b', 'c', 'd', 'e']))).toEqual(first)
  expect(nearTexts(named('c', ['e', 'd', 'b', 'a']))).toEqual(first)
})

test('of many similar scenarios, the same near duplicates are reported, whatever their keys', () => {
  const things = ['parcel', 'letter', 'refund', 'invoice', 'voucher', 'contract']
  // With them, the words that the similar scenarios have in common are rare.
  const others = Array.from({ length: 40 }, (_, at) => [`other-${at}`, [`w${at}a w${at}b w${at}c`]] as const)
  const named = (keys: readonly string[]) => [
    ...things.map((thing, at) => [keys[at] ?? '', [`Where can I find my missing ${thing} number please`]] as const),
    ...others,
  ]
  const first = nearTexts(named([...'abcdef']))
  expect(first.length).toBeGreaterThan(things.length)
  expect(first.length).toBeLessThan((things.length * (things.length - 1)) / 2)
  for (const keys of ['fedcba', 'dbfaec', 'zyxabc']) expect(nearTexts(named([...keys])), keys).toEqual(first)
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

test('scenarios that are left out by the outlines of their evaluations have no finding', () => {
  const words = ['refund', 'parcel', 'invoice', 'where', 'late', 'my', 'is', 'please']
  const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map(parts => parts.join(' '))
  const texts = fc.array(text, { maxLength: 5 })
  const excluded = fc.array(text, { maxLength: 2 })
  // The exclusion is nearly equal to the examples, which start the scenario nevertheless.
  const near = text.map(begin => ({
    examples: [begin, `${begin} today`, `${begin} tomorrow`],
    exclusions: [`${begin} yesterday`],
  }))
  const content = fc.oneof(
    { weight: 4, arbitrary: fc.record({ examples: texts, exclusions: excluded }) },
    { weight: 1, arbitrary: near },
  )
  // Each has a word of its own, so that many scenarios have nothing to report.
  const own = (place: number, list: readonly string[]) => list.map(each => `${each} topic${'abcdefgh'[place]}`)
  const bots = fc.array(fc.tuple(content, fc.boolean()), { minLength: 2, maxLength: 8 })
  const seen = new Set<string>()
  let left = 0
  fc.assert(
    fc.property(bots, given => {
      const scenarios = given.map(([{ examples, exclusions }, isApart], place) =>
        scenario(`s${place}`, isApart ? own(place, examples) : examples, { exclusions }),
      )
      const project = projectOf(scenarios)
      const task = planEvaluations(project)?.task
      const evaluations = task && finish(createEvaluator().evaluate(task))
      if (evaluations === undefined) return
      const open = ({ predictions, outline }: DecidedGroup) => ({
        predictions,
        outline: { ...outline, startOwn: -1, startNone: 1, maxForeign: 1, maxExcluded: 1 },
      })
      const all = {
        ...evaluations,
        examples: evaluations.examples.map(open),
        exclusions: evaluations.exclusions.map(open),
      }
      const findings = findTriggerFindings(project, evaluations)
      expect(findings).toEqual(findTriggerFindings(project, all))
      for (const { rule } of findings) seen.add(rule)
      left += evaluations.examples.filter(({ outline }, at) => {
        return outline.startOwn > 0 && outline.startOwn === given[at]?.[0].examples.length
      }).length
    }),
    { numRuns: 200 },
  )
  expect(left).toBeGreaterThan(20)
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'trigger/example-excluded',
      'trigger/exclusion-unowned',
      'trigger/near-duplicate',
      'trigger/self-miss',
      'trigger/shadowed',
    ]),
  )
})
