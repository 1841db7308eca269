const kinds = 'packages/differ/src/kinds'

/** A kind of change, which `diff` reports. @type {import('../new.mjs').Kind} */
export const kind = {
  argument: '<name>',
  form: 'at least two lowercase words, such as tone-changed',
  name: /^[a-z]+(-[a-z]+)+$/,
  parts: name => ({
    files: { [`${kinds}/${name}.ts`]: source(name) },
    lines: [
      { file: `${kinds}/index.ts`, after: /^import \{/, text: `import { ${exportOf(name)} } from './${name}.ts'` },
      { file: `${kinds}/index.ts`, within: /\n\] as const/, text: `\n  ${exportOf(name)},$&` },
      {
        file: 'packages/differ/test/kinds.test.ts',
        after: /^ {2}\['an unknown field', /,
        text: `  ['another tone', { tone: 1 }, { tone: 2 }, ['risky field-changed', 'info ${name}']],`,
      },
      // The other changes of the example already cover it.
      { file: 'packages/differ/test/apply-changes.ts', after: /^ {2}'[a-z-]+': null,$/, text: `  '${name}': null,` },
      { file: 'docs/diff.md', after: /^\| `field-changed` \|/, text: `| \`${name}\` | info | another tone |` },
    ],
    next: [
      `write what it finds: ${kinds}/${name}.ts; its example is in packages/differ/test/kinds.test.ts`,
      'say in packages/differ/test/apply-changes.ts how such a change is made to the base',
      'where the opposite change is another kind, add both to the mirrors in packages/differ/test/properties.matrix.test.ts',
      `move its line to its place in ${kinds}/index.ts: changes of one level are reported in this order`,
      'describe it: docs/diff.md',
    ],
  }),
}

/** `tone-changed` is exported as `toneChanged`. */
function exportOf(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
}

const source = name => `import { scenarioPath } from '@scenewright/model/compilation'
import { showTurn } from '../shown.ts'
import { changeGroup } from './change-group.ts'

/** Changes of the tone, a number that a scenario might have. */
export const ${exportOf(name)} = changeGroup(
  {
    '${name}': { level: 'info', message: change => \`tone: \${showTurn(change)}\` },
  },
  ({ base, head }) => {
    const { tone: before } = base.document.scenario
    const { tone: after } = head.document.scenario
    if (typeof before !== 'number' || typeof after !== 'number' || before === after) return []
    const path = scenarioPath('tone')
    return [{ kind: '${name}', before, after, at: { base: path, head: path } }]
  },
)
`
