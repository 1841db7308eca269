import { groupOf, type Rule } from '../src/index.ts'

const start = `# The rules

<!-- Written from the rules themselves: \`UPDATE_FIXTURES=1 npm run unit -- packages/checker\` brings it up to date. -->

What \`scenewright check\` finds, by group. \`scenewright explain <rule>\` prints a rule's page, and
\`scenewright check --list-rules\` lists them with the levels that hold in your project.

- **recommended** and **strict** are the level under each [preset](../configuration.md#presets).
- **--fix** says whether \`check --fix\` can fix some of what the rule finds.
- Levels and options are set in [the config](../configuration.md); a team can [add its own rules](../custom-rules.md).
`

const groups: Readonly<Record<string, string>> = {
  source: 'What a source says, and whether it can be read.',
  graph: 'The flow: its nodes, and the edges between them.',
  trigger: 'What starts a scenario, among all that could.',
  text: 'What the customer reads.',
  test: 'Conversation tests.',
  project: 'The project as a whole, and its suppressions.',
}

/** The reference of all rules, in Markdown: a table for each group, its rows in the order of the list. */
export function ruleReference(rules: readonly Rule[]): string {
  const names = [...new Set(rules.map(({ id }) => groupOf(id)))]
  const tables = names.map(name =>
    groupText(
      name,
      rules.filter(({ id }) => groupOf(id) === name),
    ),
  )
  return [start, ...tables].join('\n')
}

function groupText(name: string, rules: readonly Rule[]): string {
  const heading = `## ${name}\n\n${groups[name] ?? ''}\n`
  const head = '| rule | finds | recommended | strict | --fix | options |\n|---|---|---|---|---|---|'
  return [heading, head, ...rules.map(row), ''].join('\n')
}

function row({ id, level, summary, hasFix, options = {} }: Rule): string {
  const strict = level === 'warning' ? 'error' : level
  const listed = Object.entries(options).map(([name, { default: value }]) => `\`${name}\`: ${JSON.stringify(value)}`)
  const cells = [`[${id}](${id}.md)`, cell(summary), level, strict, hasFix ? 'yes' : '', listed.map(cell).join('<br>')]
  return `| ${cells.join(' | ')} |`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
