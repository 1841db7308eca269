import { readFileSync } from 'node:fs'

const rules = 'packages/checker/src/rules'

/** A rule of the checker. @type {import('../new.mjs').Kind} */
export const rule = {
  argument: '<group>/<name>',
  form: 'graph, project, source, test, text or trigger, and lowercase words, such as text/as-named',
  name: /^(graph|project|source|test|text|trigger)\/[a-z]+(-[a-z]+)*$/,
  parts: id => ({
    files: {
      [`${rules}/${id}.ts`]: source(id),
      [`${rules}/${id}.valid/titled.scenario.yaml`]: scenario('Refund status'),
      [`${rules}/${id}.invalid/named.scenario.yaml`]: scenario(id),
      [`${rules}/${id}.invalid/named.scenario.yaml.findings.txt`]: findings(id),
      [`docs/rules/${id}.md`]: page(id),
    },
    lines: [
      { file: `${rules}/index.ts`, after: /^import \{/, text: `import { ${exportOf(id)} } from './${id}.ts'` },
      { file: `${rules}/index.ts`, after: new RegExp(`^  ${lastOf(groupOf(id))},$`), text: `  ${exportOf(id)},` },
    ],
    update: { tests: ['packages/checker/test/rule-reference.test.ts'] },
    next: [
      `write what it finds: ${rules}/${id}.ts; the sources in ${id}.valid/ and ${id}.invalid/ are its tests`,
      `describe it: docs/rules/${id}.md`,
      'npm run update-golden -- packages/checker',
    ],
  }),
}

function groupOf(id) {
  return id.split('/')[0]
}

/** `text/too-long` is exported as `tooLong`. */
function exportOf(id) {
  return id.split('/')[1].replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
}

/** The rule of a group that is listed last. */
function lastOf(group) {
  const index = readFileSync(new URL(`../../${rules}/index.ts`, import.meta.url), 'utf8')
  const imported = [...index.matchAll(/^import \{ (\w+) \} from '\.\/(\w+)\//gm)]
  const names = imported.filter(([, , folder]) => folder === group).map(([, name]) => name)
  return names.sort((one, other) => index.lastIndexOf(`\n  ${one},`) - index.lastIndexOf(`\n  ${other},`)).at(-1)
}

const source = id => `import { scenarioPath } from '@scenewright/model/compilation'
import { scenarioRule } from '../../rule.ts'

export const ${exportOf(id)} = scenarioRule({
  id: '${id}',
  level: 'warning',
  summary: 'The title of a scenario is the id of a rule.',
  check({ scenario, report }) {
    if (scenario.document.scenario.title !== '${id}') return
    report({
      message: 'The title of the scenario is the id of a rule',
      at: scenarioPath('title'),
      help: 'Write a title that says what customers ask for.',
    })
  },
})
`

const scenario = title => `title: ${title}
trigger_description: The customer asks when a refund will arrive.
examples:
  - When will my refund arrive?
  - I returned the shoes and still wait for the money
  - How long does a repayment take?
flow:
  nodes:
    wait_time: { text: A refund takes 3 to 5 business days., next: done }
    done: END
`

const findings = id => `1:8-1:${8 + id.length} warning ${id} The title of the scenario is the id of a rule
  help: Write a title that says what customers ask for.
`

const page = id => `# ${id}

Level: warning.

The title of a scenario is the id of a rule.

## Why it matters

People recognize a scenario by its title.

## Example

\`\`\`yaml invalid
${scenario(id)}\`\`\`

Write a title that says what customers ask for:

\`\`\`yaml valid
${scenario('Refund status')}\`\`\`

See [Levels and suppressions](../README.md#levels-and-suppressions) to change the level or to suppress a finding.
`
