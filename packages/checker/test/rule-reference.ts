import { groupOf, type Rule } from '../src/index.ts'

const start = `# The rules

<!-- Generated from the rules: \`npm run update-golden\` updates it. -->

\`scenewright check\` reports the findings of these rules. \`scenewright explain <rule>\` prints the page of a rule.
\`scenewright check --list-rules\` lists all rules with their levels in your project.

The columns of the tables:

- **recommended** and **strict** are the levels in each [preset](../configuration.md#presets).
- **--fix** shows whether \`check --fix\` can [fix](../fixing.md) some of the findings.
- **options** are the limits that you can set, with their defaults.

A team can [add its own rules](../custom-rules.md).

## Levels and suppressions

To change the level of a rule, or to switch the rule off, edit \`scenewright.config.yaml\`:

\`\`\`yaml
rules:
  graph/complexity: warning
  trigger/exclusion-unowned: off
\`\`\`

To suppress one finding, write a comment on the line above it, with a reason:

\`\`\`yaml
# scenewright-ignore graph/unreachable: kept for the campaign in May
\`\`\`

To suppress the findings in whole files, edit \`scenewright.config.yaml\`. Add \`node: <id>\` to suppress only the findings
at one node:

\`\`\`yaml
suppress:
  - { rule: graph/unreachable, files: scenarios/campaigns/**, reason: kept for the campaign in May }
\`\`\`

Findings of the group \`project\` can be suppressed only in the config. [Configuration](../configuration.md) has the
details: presets, groups, options, and overrides for some files.
`

const groups: Readonly<Record<string, string>> = {
  source: 'The syntax and the fields of a source.',
  graph: 'The flow: its nodes, and the edges between them.',
  trigger: 'The messages that start a scenario, compared with all other scenarios.',
  text: 'The texts that customers read.',
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
