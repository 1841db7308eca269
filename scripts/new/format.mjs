const formats = 'packages/scenewright/src/commands/check/formats'

/** A format of findings. @type {import('../new.mjs').Kind} */
export const format = {
  argument: '<name>',
  form: '2 to 20 lowercase letters, such as lines',
  name: /^[a-z]{2,20}$/,
  parts: name => ({
    files: {
      [`${formats}/${name}.ts`]: source(name),
      [`packages/scenewright/test/formats/${name}.test.ts`]: test(name),
    },
    lines: [
      {
        file: `${formats}/index.ts`,
        after: /^ {2}\w+: async \(\) =>/,
        text: `  ${name}: async () => (await import('./${name}.ts')).${name},`,
      },
      { file: 'docs/output-formats.md', after: /^\| `[a-z]+` \|/, text: `| \`${name}\` | your own programs | help |` },
    ],
    next: [
      `write what it renders: ${formats}/${name}.ts, packages/scenewright/test/formats/${name}.test.ts`,
      'say what it is for in docs/output-formats.md',
    ],
  }),
}

const source = name => `import type { FindingsFormat } from './format.ts'

/** One line per finding: file, line and rule. */
export const ${name}: FindingsFormat = ({ findings }) =>
  findings.map(({ file, range, rule }) => \`\${file}:\${range.start.line} \${rule}\\n\`).join('')
`

const test = name => `import { expect, test } from 'vitest'
import { ${name} } from '../../src/commands/check/formats/${name}.ts'
import { context, finding, reportOf } from './sample.ts'

test('a report has one line per finding', () => {
  const found = finding({})
  expect(${name}(reportOf([found]), context)).toBe(\`\${found.file}:\${found.range.start.line} \${found.rule}\\n\`)
})

test('a report without findings is empty', () => {
  expect(${name}(reportOf([]), context)).toBe('')
})
`
