import { expect, test } from 'vitest'
import { formatYaml } from '../src/format/format-yaml.ts'

const header = 'title: t\ntrigger_description: d\n'
const tiny = `${header}flow: { nodes: { a: END } }\n`
// Seconds where a quadratic reading takes minutes; wide, for machines that do other work at the same time.
const most = 20_000

const many = Array.from({ length: 30_000 }, (_, index) => index)

test.each([
  ['30,000 fields', `${tiny}layout:\n${many.map(index => `  k${index}: 1\n`).join('')}`],
  ['30,000 fields with comments', `${tiny}layout:\n${many.map(index => `  # c\n  k${index}: 1 # d\n`).join('')}`],
  [
    '10,000 suppressions',
    `${tiny}layout:\n${many
      .slice(20_000)
      .map(index => `  # scenewright-ignore graph/x: y\n  k${index}: 1\n`)
      .join('')}`,
  ],
  ['100,000 comments behind everything', tiny + '# c\n'.repeat(100_000)],
  ['100,000 comments inside', `${header}flow:\n${'  # c\n'.repeat(100_000)}  nodes: { a: END }\n`],
  ['30,000 items on one line', `${tiny}layout: { a: [${'a,'.repeat(30_000)}] }\n`],
  ['100,000 empty lines', `${tiny}${'\n'.repeat(100_000)}priority: 1\n`],
  ['95 levels of brackets', `${tiny}layout: ${'{a: '.repeat(95)}1${'}'.repeat(95)}\n`],
  ['a text of 2 MB', `${tiny}description: ${'word '.repeat(400_000)}\n`],
  ['a text of 300,000 lines', `${tiny}description: "${'a\\n'.repeat(300_000)}"\n`],
])('the time is in step with the length: %s', async (_, text) => {
  const start = performance.now()
  const formatting = await formatYaml('a.scenario.yaml', text)
  expect(formatting.ok).toBe(true)
  expect(performance.now() - start).toBeLessThan(most)
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
])('%s is left alone, with a finding', async (_, text) => {
  const formatting = await formatYaml('a.scenario.yaml', text)
  expect(formatting.ok ? [] : formatting.findings.map(({ rule }) => rule)).toEqual(['source/syntax'])
})
