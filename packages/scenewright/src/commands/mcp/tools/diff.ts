import { type Change, describeChange } from '@scenewright/differ'
import { z } from 'zod'
import { compare } from '../../diff/compare.ts'
import { countLevels, decisionText, groupChanges } from '../../diff/formats/format.ts'
import { clip, paginate } from '../answers.ts'
import { cursor, defineTool, nextCursor } from './tool.ts'

const maxMessages = 5

export const diff = defineTool({
  name: 'diff',
  description: 'Compare the working files with a git revision by meaning: changes, and messages answered differently.',
  input: z.strictObject({
    base: z.string().max(200).optional().describe('default: where the branch began'),
    cursor,
  }),
  output: z.object({
    base: z.string(),
    head: z.string(),
    summary: z.record(z.string(), z.int()),
    answers: z.object({
      changed: z.int(),
      some: z.array(z.object({ message: z.string(), before: z.string(), after: z.string() })),
    }),
    changes: z.array(
      z.object({
        level: z.string(),
        kind: z.string(),
        scenario: z.string(),
        change: z.string(),
        text: z.string().optional(),
        file: z.string().optional(),
        line: z.int().optional(),
      }),
    ),
    next_cursor: nextCursor,
  }),
  async run({ invocation, options }, { base, cursor }) {
    const compareOptions = { ...options, format: 'json', mergeBase: true, behaviour: true }
    const { report } = await compare(invocation, base === undefined ? [] : [base], compareOptions)
    const groups = groupChanges(report)
    const head = {
      ...clip({ base: report.base, head: report.head }),
      summary: { ...countLevels(groups) },
      answers: {
        changed: report.behavior.length,
        some: clip(
          report.behavior.slice(0, maxMessages).map(({ message, before, after }) => ({
            message,
            before: decisionText(before),
            after: decisionText(after),
          })),
          100,
        ),
      },
    }
    const listed = groups.flatMap(({ key, changes }) => changes.map(change => forAgent(key, change)))
    const { items, ...more } = paginate(listed, cursor, head)
    return { ...head, changes: [...items], ...more }
  },
})

function forAgent(scenario: string, change: Change) {
  const { level, kind, head, base, texts = [] } = change
  const place = head ?? base
  return clip({
    level,
    kind,
    scenario,
    change: describeChange(change),
    ...(texts[0] && { text: texts[0].text }),
    ...(place && { file: place.file, line: place.range.start.line }),
  })
}
