import { botDefaults } from '@scenewright/model/config'
import { describe, expect, test } from 'vitest'
import { createBot, type Decision } from '../../src/index.ts'
import { createEvaluations, type ExampleEvaluation, selectForeignExamples } from '../../src/lab/evaluate-examples.ts'
import { surveyTriggers } from '../../src/lab/survey.ts'

const none: Decision = { kind: 'none' }
const settings = { ...botDefaults, scenario_clarify_enabled: true }

describe('the outcomes of examples', () => {
  const evaluations = [
    evaluation('a', 0, start('a')),
    evaluation('a', 1, start('b')),
    evaluation('a', 2, ask('b', 'a')),
    evaluation('a', 3, ask('b', 'c')),
    evaluation('a', 4, none),
    evaluation('b', 0, start('b')),
  ]
  const survey = surveyOf(evaluations)

  test('are counted for all and for each scenario', () => {
    expect(survey.outcomes).toEqual({ right: 2, asked: 1, astray: 1, wrong: 1, none: 1 })
    expect(
      survey.scenarios.map(({ scenario, recall, precision, taken }) => [scenario, recall, precision, taken]),
    ).toEqual([
      ['a', 0.2, 1, 0],
      ['b', 1, 0.5, 1],
      ['c', null, null, 0],
    ])
  })

  test('fill the cells of the matrix that are not empty', () => {
    expect(survey.confusion.map(({ own, other, started, asked, none }) => [own, other, started, asked, none])).toEqual([
      ['a', 'a', 1, 1, 0],
      ['a', 'b', 1, 2, 0],
      ['a', 'c', 0, 1, 0],
      ['a', null, 0, 0, 1],
      ['b', 'b', 1, 0, 0],
    ])
  })
})

test.each([
  ['no-examples', []],
  ['one-example', [none]],
  ['dead', [none, start('b')]],
  ['silent', [start('a'), none]],
  ['greedy', [start('a'), start('a')], [start('a'), start('a'), start('a')]],
] as const)('a trigger is marked as %s', (mark, own, others: readonly Decision[] = []) => {
  const evaluations = [
    ...own.map((decision, place) => evaluation('a', place, decision)),
    ...others.map((decision, place) => evaluation('b', place, decision)),
  ]
  expect(surveyOf(evaluations).scenarios[0]?.marks).toEqual([mark])
})

describe('two scenarios that collide', () => {
  test('are sorted worst first, with the examples that cause them', () => {
    const { collisions } = surveyOf([
      evaluation('a', 0, ask('c', 'a'), [
        ['c', 70],
        ['a', 65],
      ]),
      evaluation('b', 0, start('a'), [
        ['a', 90],
        ['b', 40],
      ]),
      evaluation('b', 1, start('b'), [['b', 90]]),
    ])
    expect(collisions.map(({ scenarios, started, asked }) => [scenarios, started, asked])).toEqual([
      [['a', 'b'], 1, 0],
      [['a', 'c'], 0, 1],
    ])
    expect(collisions[0]?.examples[0]).toMatchObject({
      scenario: 'b',
      example: 0,
      confidence: 40,
      rival: 'a',
      rival_confidence: 90,
    })
  })

  test.each([
    ['same', [evaluation('a', 0, start('b'), [['b', 100, 0]])]],
    ['exclusion', [evaluation('a', 1, start('b'), [['b', 90, 0]])]],
    [
      'reword',
      [
        evaluation('a', 1, ask('a', 'b'), [
          ['a', 80],
          ['b', 79, 0],
        ]),
      ],
    ],
    [
      'merge',
      [
        evaluation('a', 0, start('b'), [['b', 90, 1]]),
        evaluation('a', 1, start('b'), [['b', 90, 2]]),
        evaluation('b', 1, start('a'), [['a', 90, 1]]),
        evaluation('b', 2, start('a'), [['a', 90, 1]]),
      ],
    ],
  ] as const)('have a remedy: %s', (kind, evaluations) => {
    const examples = { a: ['Same words', 'the second of a'], b: ['same words!', 'one of b', 'two of b'], c: [] }
    expect(surveyOf(evaluations, examples).collisions[0]?.advice.kind).toBe(kind)
  })
})

describe('a curve', () => {
  const evaluations = [
    evaluation('a', 0, start('a'), [
      ['a', 90],
      ['b', 84],
    ]),
    evaluation('a', 1, start('b'), [
      ['b', 70],
      ['a', 55],
    ]),
    evaluation('b', 0, none, [['b', 60]]),
  ]
  const foreign = [evaluation('c', 0, none, [['a', 65]])]
  const { thresholds, margins } = surveyOf(evaluations, undefined, foreign)

  test('decides again for every threshold, without computing scores again', () => {
    const at = (threshold: number) => thresholds.points.find(point => point.min_confidence === threshold)
    const quiet = { asked: 1, astray: 0 }
    expect(at(50)).toEqual({ min_confidence: 50, right: 1, wrong: 1, none: 0, foreign: 1, ...quiet })
    expect(at(66)).toEqual({ min_confidence: 66, right: 0, wrong: 1, none: 1, foreign: 0, ...quiet })
    expect(at(100)).toEqual({ min_confidence: 100, right: 0, wrong: 0, none: 2, foreign: 0, ...quiet })
    expect(thresholds.points).toHaveLength(51)
  })

  test('decides again for every margin', () => {
    const asked = margins.points.map(point => point.asked)
    expect([asked[0], asked[6], asked[7], asked[15], asked[16], asked[30]]).toEqual([0, 0, 1, 1, 2, 2])
  })

  test('reports the present settings', () => {
    expect({ present: thresholds.present, varies: thresholds.varies }).toEqual({ present: 78, varies: false })
    expect({ present: margins.present, enabled: margins.enabled }).toEqual({ present: 12, enabled: true })
  })
})

describe('a threshold is suggested', () => {
  /** So many examples at each of some confidences of the right and of a wrong scenario. */
  const examples = (number: number, own: readonly number[], wrong: readonly number[]) =>
    Array.from({ length: number }, () => [
      ...own.map(confidence => evaluation('a', 0, none, [['a', confidence]])),
      ...wrong.map(confidence => evaluation('a', 0, none, [['b', confidence]])),
    ]).flat()
  const suggested = (evaluations: readonly ExampleEvaluation[], foreign: readonly number[] = []) =>
    surveyOf(
      evaluations,
      undefined,
      foreign.map(confidence => evaluation('c', 0, none, [['a', confidence]])),
    ).thresholds.suggested

  test('with the lowest cost: a wrong start costs as much as five that are missing', () => {
    expect(suggested(examples(50, [60, 62, 64, 66, 90], [61]))).toBe(62)
    expect(suggested(examples(50, [60, 62, 64, 66, 90], [65]))).toBe(66)
    expect(suggested(examples(50, [60, 61, 61, 62, 62, 63, 90], [65]))).toBe(60)
  })

  test('that is the present one, if no other costs less', () => {
    expect(suggested(examples(100, [90, 95, 97], []))).toBe(78)
  })

  test('with little weight for foreign messages, whose share of starts is overestimated', () => {
    const own = examples(100, [70, 80, 90], [])
    expect(suggested(own, [75, 40, 40, 40])).toBe(70)
    expect(suggested(examples(100, [70, ...Array<number>(20).fill(90)], []), [75, 75, 75, 75])).toBe(78)
  })

  test('unless there are too few examples', () => {
    expect(suggested(examples(59, [60, 62, 64, 66, 90], []))).toBeNull()
  })
})

describe('an example is tried', () => {
  const scenario = (key: string, examples: readonly string[], exclusions: readonly string[] = []) => ({
    key,
    isActive: true,
    scenario: {
      title: key,
      trigger_description: key,
      examples: [...examples],
      exclusions: [...exclusions],
      definition: { start_node_id: 'done', nodes: [{ id: 'done', type: 'END' }], edges: [] },
    },
  })
  const [a, b] = [scenario('a', ['where is my refund', 'open an account']), scenario('b', ['Where is my refund?'])]
  const tried = { key: 'a', min_confidence: 78, examples: a.scenario.examples }
  const trying = createEvaluations(createBot([a, b], botDefaults))

  test('without itself', () => {
    const found = trying.within(tried, 0)
    expect(found).toMatchObject({ decision: start('b'), text: 'where is my refund' })
    expect(found.contenders.map(contender => contender.scenario)).toContain('a')
  })

  test.each([
    ['its equal example', 0, start('b'), ['b']],
    ['its other words', 1, none, []],
  ] as const)('without its scenario, regardless of its settings: %s', (_name, example, decision, contenders) => {
    const found = trying.without(tried, example)
    expect(found.decision).toEqual(decision)
    expect(found.contenders.map(contender => contender.scenario)).toEqual(contenders)
  })

  test('without its scenario, whose exclusion is then not a reason', () => {
    const excluding = scenario('a', ['open an account'], ['where is my refund'])
    const { scorer } = createBot([excluding, b], botDefaults)
    const [own, other] = scorer.score('where is my refund', { scenario: 'a' })
    expect(own).toEqual({ scenario: 'a', confidence: 0, min_confidence: 78, reasons: [] })
    expect(other?.confidence).toBe(100)
  })
})

test.each([
  [5, 5, [0, 1, 2, 3, 4]],
  [10, 3000, [0, 2, 4, 6, 8]],
  [1, 100_000, [0]],
  [0, 10, []],
])('of %i examples, of %i in all, some are tried without their scenario', (examples, total, places) => {
  expect(selectForeignExamples(examples, total)).toEqual(places)
})

function start(scenario: string): Decision {
  return { kind: 'start', scenario }
}

function ask(...candidates: readonly string[]): Decision {
  return { kind: 'clarify', candidates }
}

type Confidence = readonly [scenario: string, confidence: number, nearest?: number]

/** Of a decision alone follow confidences that would lead to it. */
function evaluation(
  scenario: string,
  example: number,
  decision: Decision,
  given?: readonly Confidence[],
): ExampleEvaluation {
  const led = decision.kind === 'start' ? [decision.scenario] : decision.kind === 'clarify' ? decision.candidates : []
  const confidences = given ?? led.map((key): Confidence => [key, 80])
  const contenders = confidences.map(([key, confidence, nearest]) => ({
    scenario: key,
    confidence,
    min_confidence: 78,
    ...(nearest !== undefined && { nearest: { example: nearest, similarity: 0.5 } }),
  }))
  return { scenario, example, text: texts[scenario]?.[example] ?? '', decision, contenders }
}

const texts: { readonly [scenario: string]: readonly string[] } = {
  a: ['Same words', 'the second of a'],
  b: ['same words!', 'one of b', 'two of b'],
}

function surveyOf(
  evaluations: readonly ExampleEvaluation[],
  examples: Readonly<Record<string, readonly string[]>> = { a: [], b: [], c: [] },
  foreign: readonly ExampleEvaluation[] = [],
) {
  const scenarios = Object.entries(examples).map(([key, own]) => ({ key, min_confidence: 78, examples: own }))
  return surveyTriggers({ scenarios, evaluations, foreign, settings })
}
