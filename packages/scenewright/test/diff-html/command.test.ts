import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../model/test/any-character.ts'
import { loadHtml } from '../../src/commands/diff/formats/html.ts'
import { folderWith, scenewright } from '../run.ts'
import { sampleReport } from './sample.ts'

const html = await loadHtml()

const refund = (reply: string) =>
  `title: Refund\ntrigger_description: About refunds.\nexamples: [refund]\nflow: { nodes: { wait: { text: ${reply}, next: done }, done: END } }\n`

test('diff prints a page in a single file', async () => {
  const cwd = await folderWith({
    'old/refund.scenario.yaml': refund('In 14 days.'),
    'new/refund.scenario.yaml': refund('In 30 days.'),
  })
  const { code, stdout } = await scenewright(['diff', 'old', 'new', '--format', 'html'], { cwd })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^<!doctype html>/)
  expect(stdout).toContain('In <del>14</del><ins>30</ins> days.')
  expect(stdout).not.toMatch(/ (?:src|href)="(?!#)/)
  const data = /<script type="application\/json" id="data">(.*)<\/script>/.exec(stdout)?.[1] ?? ''
  expect(JSON.parse(data).drawings).toHaveLength(1)
})

test('the page has only its own markup for any source, and no character that hides or reorders', () => {
  const parts = (page: string) => page.match(/<[a-z]+/g)?.length
  const calm = parts(html(sampleReport('calm text'), { folder: '', color: false }))
  const hostile = fc.oneof(
    fc.string({ unit: anyCharacter, minLength: 1 }),
    fc.constantFrom('</script><script>', '<img src=x>', '"><b>', '\u202e', '\ud800', '&lt;', '{{', '__proto__'),
  )
  fc.assert(
    fc.property(hostile, text => {
      const page = html(sampleReport(`x${text}`), { folder: '', color: false })
      expect(parts(page)).toBe(calm)
      expect(page).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/)
      expect(page.isWellFormed()).toBe(true)
    }),
    { numRuns: 25 },
  )
})
