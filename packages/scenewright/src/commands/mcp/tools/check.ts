import type { Finding } from '@scenewright/model'
import { checkSources, knownRules } from '@scenewright/workspace'
import { z } from 'zod'
import { rulesNamed } from '../../../render/rules.ts'
import { paginate } from '../answers.ts'
import { countsOf, countsShape, cursor, defineTool, findingForAgent, findingShape, nextCursor, paths } from './tool.ts'

const maxRules = 15

export const check = defineTool({
  name: 'check',
  description: 'Check the sources. Findings come most severe first; scenewright://rules/{rule} explains a rule.',
  input: z.strictObject({ paths, rule: z.string().max(80).optional().describe('a rule or group'), cursor }),
  output: z.object({
    summary: countsShape,
    rules: z.record(z.string(), z.int()),
    findings: z.array(findingShape),
    next_cursor: nextCursor,
  }),
  async run(project, { paths = [], rule, cursor }) {
    const { invocation, options } = project
    const absolute = await Promise.all(paths.map(path => project.contained(path)))
    const { report } = await checkSources(invocation, options, absolute)
    const isSelected = await selection(project, rule)
    const selected = report.findings.filter(isSelected)
    const head = { summary: countsOf(report), rules: countRules(selected) }
    const sorted = selected.toSorted((a, b) => rank(a) - rank(b))
    const { items, ...more } = paginate(sorted.map(findingForAgent), cursor, head)
    return { ...head, findings: [...items], ...more }
  },
})

async function selection(
  { invocation, options }: Parameters<typeof check.run>[0],
  name: string | undefined,
): Promise<(finding: Finding) => boolean> {
  if (name === undefined) return () => true
  const selected = new Set(rulesNamed(name, await knownRules(invocation, options)).map(({ id }) => id))
  return ({ rule }) => selected.has(rule)
}

function rank({ severity }: Finding): number {
  return ['error', 'warning', 'info'].indexOf(severity)
}

/** The numbers of findings of the most frequent rules. */
function countRules(findings: readonly Finding[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a).slice(0, maxRules))
}
