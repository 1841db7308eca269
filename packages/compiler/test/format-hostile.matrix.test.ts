import { expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { formatYaml } from '../src/format/format-yaml.ts'

const header = 'title: t\ntrigger_description: d\n'
const tiny = `${header}flow: { nodes: { a: END } }\n`

/** How large a source is made. That the time grows with the length alone is a row of `npm run bench`. */
const scale = byTier({ once: 1, full: 10 })
const times = (count: number) => count.toLocaleString('en')
const many = Array.from({ length: 3000 * scale }, (_, index) => index)
const some = many.slice(many.length / 1.5)

test.each([
  [`${times(many.length)} fields`, `${tiny}layout:\n${many.map(index => `  k${index}: 1\n`).join('')}`],
  [
    `${times(many.length)} fields with comments`,
    `${tiny}layout:\n${many.map(index => `  # c\n  k${index}: 1 # d\n`).join('')}`,
  ],
  [
    `${times(some.length)} suppressions`,
    `${tiny}layout:\n${some.map(index => `  # scenewright-ignore graph/x: y\n  k${index}: 1\n`).join('')}`,
  ],
  [`${times(10_000 * scale)} comments behind everything`, tiny + '# c\n'.repeat(10_000 * scale)],
  [
    `${times(10_000 * scale)} comments inside`,
    `${header}flow:\n${'  # c\n'.repeat(10_000 * scale)}  nodes: { a: END }\n`,
  ],
  [`${times(many.length)} items on one line`, `${tiny}layout: { a: [${'a,'.repeat(many.length)}] }\n`],
  [`${times(10_000 * scale)} empty lines`, `${tiny}${'\n'.repeat(10_000 * scale)}priority: 1\n`],
  ['95 levels of brackets', `${tiny}layout: ${'{a: '.repeat(95)}1${'}'.repeat(95)}\n`],
  ['a text of 2 MB', `${tiny}description: ${'word '.repeat(400_000)}\n`],
  ['a text of 300,000 lines', `${tiny}description: "${'a\\n'.repeat(300_000)}"\n`],
])('a large source has its form: %s', async (_, text) => {
  const formatting = await formatYaml('a.scenario.yaml', text)
  expect(formatting.ok).toBe(true)
})

test.each([
  [
    'an alias bomb',
    `${tiny}layout:\n  a: &a [x, x, x, x]\n${many
      .slice(0, 20)
      .map(index => `  b${index}: &b${index} [*a, *a]\n`)
      .join('')}  c: [${'*a, '.repeat(3000)}]\n`,
  ],
  ['a zero byte', `${tiny}description: a\0b\n`],
  ['conflict markers', `${header}<<<<<<< ours\nkey: a\n=======\nkey: b\n>>>>>>> theirs\n`],
  ['nothing', ''],
  ['comments alone', '# nothing\n'],
  ['two documents', `${tiny}---\n${tiny}`],
])('%s is not changed, and has a finding', async (_, text) => {
  const formatting = await formatYaml('a.scenario.yaml', text)
  expect(formatting.ok ? [] : formatting.findings.map(({ rule }) => rule)).toEqual(['source/syntax'])
})
