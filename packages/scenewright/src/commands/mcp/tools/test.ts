import type { TestResult } from '@scenewright/simulator/conversation'
import { openTestedSources } from '@scenewright/workspace'
import { z } from 'zod'
import { chosenTests } from '../../test/local/chosen-tests.ts'
import { runSuite } from '../../test/local/run-suite.ts'
import { clip, paginate } from '../answers.ts'
import { cursor, defineTool, nextCursor, paths } from './tool.ts'

export const test = defineTool({
  name: 'test',
  description: 'Run conversation tests and list the failed ones.',
  input: z.strictObject({
    paths: paths.describe('files, folders or keys of scenarios'),
    name: z.string().max(200).optional().describe('part of a name or message'),
    cursor,
  }),
  output: z.object({
    summary: z.object({ passed: z.int(), failed: z.int() }),
    failed: z.array(
      z.object({
        name: z.string(),
        file: z.string(),
        line: z.int(),
        failures: z.array(z.object({ turn: z.int(), about: z.string(), expected: z.string(), actual: z.string() })),
      }),
    ),
    next_cursor: nextCursor,
  }),
  async run(project, { paths = [], name, cursor }) {
    const { invocation, options } = project
    const opened = await openTestedSources(invocation, options)
    const keys = new Set(opened.scenarios.map(({ key }) => key))
    const selected = await Promise.all(paths.map(path => (keys.has(path) ? path : project.contained(path))))
    const { cwd } = invocation
    const tests = chosenTests(opened, { paths: selected, cwd, ...(name !== undefined && { name }) })
    const failed: TestResult[] = []
    await runSuite(invocation, await project.prepare(opened), tests, result => {
      if (result.status === 'failed') failed.push(result)
    })
    const head = { summary: { passed: tests.length - failed.length, failed: failed.length } }
    const { items, ...more } = paginate(failed.map(forAgent), cursor, head)
    return { ...head, failed: [...items], ...more }
  },
})

const maxFailures = 3

function forAgent({ name, file, line, failures }: TestResult) {
  return clip({
    name,
    file,
    line,
    failures: failures
      .slice(0, maxFailures)
      .map(({ turn, about, expected, actual }) => ({ turn, about, expected, actual })),
  })
}
