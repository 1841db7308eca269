import type { TriggerSurvey } from '@scenewright/simulator/lab'
import { openBoundSources, scenarioNamed } from '@scenewright/workspace'
import { z } from 'zod'
import { makeReport } from '../../lab/make-report.ts'
import { clip, paginate } from '../answers.ts'
import { cursor, defineTool, nextCursor } from './tool.ts'

const maxWeak = 8

const maxExamples = 2

type Collision = TriggerSurvey['collisions'][number]

export const lab = defineTool({
  name: 'lab',
  description:
    'Find scenarios that are confused with each other: every example is scored as a new message. Slow for large bots.',
  input: z.strictObject({ scenario: z.string().max(400).optional().describe('key'), cursor }),
  output: z.object({
    outcomes: z.record(z.string(), z.int()),
    thresholds: z.object({ present: z.number(), suggested: z.number().nullable() }),
    weak: z.array(z.object({ scenario: z.string(), examples: z.int(), right: z.int(), marks: z.array(z.string()) })),
    collisions: z.array(
      z.object({
        scenarios: z.array(z.string()),
        started: z.int(),
        asked: z.int(),
        advice: z.record(z.string(), z.unknown()),
        examples: z.array(z.object({ scenario: z.string(), text: z.string(), rival: z.string(), starts: z.boolean() })),
      }),
    ),
    next_cursor: nextCursor,
  }),
  async run({ invocation, options }, { scenario, cursor }) {
    const opened = await openBoundSources(invocation, options)
    if (scenario !== undefined) scenarioNamed(scenario, opened.scenarios)
    const report = await makeReport(invocation, options, opened)
    const { present, suggested } = report.thresholds
    const head = {
      outcomes: { ...report.outcomes },
      thresholds: { present, suggested },
      weak: weakScenarios(report, scenario),
    }
    const collisions = report.collisions.filter(
      ({ scenarios }) => scenario === undefined || scenarios.includes(scenario),
    )
    const { items, ...more } = paginate(collisions.map(forAgent), cursor, head)
    return { ...head, collisions: [...items], ...more }
  },
})

/** The scenarios whose trigger has a problem as a whole, those with the most examples first. */
function weakScenarios({ scenarios }: TriggerSurvey, only: string | undefined) {
  return scenarios
    .filter(({ scenario, marks }) => (only === undefined ? marks.length > 0 : scenario === only))
    .toSorted((a, b) => b.examples - a.examples)
    .slice(0, maxWeak)
    .map(({ scenario, examples, outcomes, marks }) => ({
      scenario,
      examples,
      right: outcomes.right,
      marks: [...marks],
    }))
}

function forAgent({ scenarios, started, asked, advice, examples }: Collision) {
  return clip(
    {
      scenarios: [...scenarios],
      started,
      asked,
      advice: { ...advice },
      examples: examples
        .slice(0, maxExamples)
        .map(({ scenario, text, rival, starts }) => ({ scenario, text, rival, starts })),
    },
    100,
  )
}
