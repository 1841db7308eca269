import { expect, test } from 'vitest'
import { markdown } from '../../src/commands/check/formats/markdown.ts'
import { context, everyKind, finding, many, reportOf } from './sample.ts'

function rows(text: string): readonly string[] {
  return text.split('\n').filter(line => line.startsWith('| <code>'))
}

test('a verdict, a table per severity, and a row per finding', () => {
  const text = markdown(reportOf(everyKind), context)
  expect(text).toMatch(/^\*\*scenewright check failed\*\*: 4 errors, 1 warning, 1 info in/)
  expect([...text.matchAll(/^#### (\w+)$/gm)].map(([, title]) => title)).toEqual(['Errors', 'Warnings', 'Infos'])
  expect(rows(text)).toHaveLength(everyKind.length)
})

test('the page of each rule is linked once, and that of a rule of the project is not', () => {
  const own = finding({ rule: 'own/rule', docs: 'https://wiki.example' })
  const text = markdown(reportOf([finding(), finding({ message: 'again' }), own]), context)
  const page = 'https://github.com/scenewright/scenewright/blob/v1.2.3/docs/rules/graph/trap.md'
  expect(text).toContain(`\nThe rules: [<code>graph/trap</code>](${page}) <code>own/rule</code> \n`)
})

test('the findings that make the command fail decide the verdict', () => {
  const report = reportOf([finding({ severity: 'warning' })])
  expect(markdown(report, context)).toMatch(/^\*\*scenewright check passed\*\*/)
  expect(markdown(report, { ...context, failing: new Set(['warning']) })).toMatch(/^\*\*scenewright check failed\*\*/)
})

test('a report without findings is one line', () => {
  expect(markdown(reportOf([]), context)).toBe('**scenewright check passed**: no findings in 1 file (1 scenario)\n')
})

test.each([
  ['|', '\\|'],
  ['`a`', '\\`a\\`'],
  ['<b>&', '&lt;b&gt;&amp;'],
  ['@team', '@&#8203;team'],
  ['[a](b)', '\\[a\\](b)'],
  ['a\n\n/close', 'a /close'],
])('%j in a message is only text', (message, shown) => {
  expect(rows(markdown(reportOf([finding({ message })]), context))[0]?.endsWith(`| ${shown} |`)).toBe(true)
})

test.each([
  ['5,000 findings', many('error', 5000)],
  ['5,000 findings with help', many('warning', 5000).map(one => ({ ...one, help: 'Mend it. '.repeat(20) }))],
  [
    'findings with endless texts',
    many('info', 200).map(one => ({ ...one, message: '@'.repeat(90_000), help: '<'.repeat(90_000) })),
  ],
])('%s are a comment that GitHub accepts, and it says how many are left out', (_name, findings) => {
  const text = markdown(reportOf(findings), context)
  expect(text.length).toBeLessThanOrEqual(65_536)
  expect(rows(text).length).toBeGreaterThan(10)
  expect(text).toContain(`${findings.length - rows(text).length} findings with the lowest severity omitted`)
  expect(text.split('<details>').length).toBe(text.split('</details>').length)
})
