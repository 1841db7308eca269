import { listTestCases } from '@scenewright/simulator/conversation'
import { readTestedSources } from '@scenewright/workspace'
import { botSettings } from '@scenewright/workspace/bot'
import { z } from 'zod'
import { clip, paginate } from '../answers.ts'
import { cursor, defineTool, nextCursor } from './tool.ts'

export const overview = defineTool({
  name: 'overview',
  description: 'List the scenarios of the bot, with numbers. Start here.',
  input: z.strictObject({
    filter: z.string().max(200).optional().describe('part of a key, title or example'),
    cursor,
  }),
  output: z.object({
    bot: z.record(z.string(), z.unknown()),
    errors: z.int().describe('findings that prevent compilation'),
    tests: z.int(),
    count: z.int(),
    scenarios: z.array(
      z.object({
        key: z.string(),
        title: z.string(),
        file: z.string(),
        examples: z.int(),
        nodes: z.int(),
        inactive: z.literal(true).optional(),
      }),
    ),
    next_cursor: nextCursor,
  }),
  async run({ invocation, options }, { filter = '', cursor }) {
    const { project, report, scenarios, tests } = await readTestedSources(invocation, options)
    const part = filter.toLowerCase()
    const listed = scenarios.flatMap(({ key, file, isActive, document: { scenario } }) => {
      const { title, examples = [], definition } = scenario
      if (![key, title, ...examples].some(text => text.toLowerCase().includes(part))) return []
      const numbers = { examples: examples.length, nodes: definition.nodes.length }
      return [clip({ key, title, file, ...numbers, ...(!isActive && { inactive: true as const }) }, 120)]
    })
    const head = {
      bot: clip({ ...botSettings(project.config) }, 120),
      errors: report.summary.errors,
      tests: tests.flatMap(listTestCases).length,
      count: listed.length,
    }
    const { items, ...more } = paginate(listed, cursor, head)
    return { ...head, scenarios: [...items], ...more }
  },
})
