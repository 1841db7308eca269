import { readFile } from 'node:fs/promises'
import { findRule, rules } from '@scenewright/checker'
import { docsOf, nearest, OperationError } from '@scenewright/model'
import type { CommandDefinition } from '../command.ts'
import { json } from '../report/json.ts'

export const explain: CommandDefinition = {
  arguments: '<rule>',
  formats: ['text', 'json'],
  examples: [
    ['scenewright explain graph/trap', 'what the rule finds, why, and how to mend it'],
    ['scenewright check --list-rules', 'all rules'],
  ],
  async run({ terminal }, [name = ''], { format }) {
    const rule = findRule(name)
    if (rule === undefined) throw unknownRule(name)
    const page = await readFile(new URL(`./${docsOf(rule.id)}`, import.meta.url), 'utf8')
    const { id, level, summary } = rule
    terminal.out(format === 'json' ? json({ id, level, summary, docs: docsOf(id), page }) : page)
    return 0
  },
}

function unknownRule(name: string): OperationError {
  const near =
    nearest(
      name,
      rules.map(({ id }) => id),
    ) ?? rules.find(({ id }) => id.endsWith(`/${name}`))?.id
  return new OperationError('usage', `there is no rule "${name}"`, {
    help: near === undefined ? '`scenewright check --list-rules` prints all of them' : `did you mean "${near}"?`,
  })
}
