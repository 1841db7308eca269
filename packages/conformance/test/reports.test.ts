import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../model/test/any-character.ts'
import type { RowResult } from '../src/index.ts'
import { conformanceJson } from '../src/report/json.ts'
import { conformanceJunit } from '../src/report/junit.ts'
import { shown } from '../src/report/summary.ts'
import { conformanceText } from '../src/report/text.ts'

const row = { operation: 'GET /bots', kind: 'field', requirement: 'A bot has "name", a text.', ms: 12 } as const
const results: readonly RowResult[] = [
  { ...row, id: 'C-001', verdict: { kind: 'pass' } },
  { ...row, id: 'C-002', verdict: { kind: 'skipped', reason: 'needs <a second> account' } },
  {
    ...row,
    id: 'C-003',
    verdict: { kind: 'fail', asked: 'GET /bots', expected: 'a "name" & more', came: '\u001b[31m<b>\n\ud800' },
  },
  { ...row, id: 'C-004', verdict: { kind: 'error', reason: 'TypeError: "x"' } },
]

describe('a report', () => {
  test('is one line per row for people, with the results of failed ones', () => {
    expect(conformanceText(results)).toBe(
      [
        'pass     C-001  GET /bots  A bot has "name", a text.',
        'skipped  C-002  GET /bots  A bot has "name", a text.',
        '              needs <a second> account',
        'fail     C-003  GET /bots  A bot has "name", a text.',
        '              asked     GET /bots',
        '              expected  a "name" & more',
        '              came      \\u001b[31m<b>',
        '\ufffd',
        'error    C-004  GET /bots  A bot has "name", a text.',
        '              TypeError: "x"',
        '',
        '1 passed, 2 failed, 1 skipped',
        '',
      ].join('\n'),
    )
  })

  test('is colored by the caller', () => {
    const text = conformanceText(results, (style, word) => `<${style}>${word}</${style}>`)
    expect(text).toContain('<green>1 passed</green>, <red>2 failed</red>, <yellow>1 skipped</yellow>')
  })

  test('has totals and one record per row for programs, and no times', () => {
    const { ms: _, requirement, ...record } = row
    expect(conformanceJson(results)).toMatchObject({
      summary: { passed: 1, failed: 2, skipped: 1 },
      rows: [
        { ...record, says: requirement, id: 'C-001', verdict: 'pass' },
        { id: 'C-002', verdict: 'skipped', reason: 'needs <a second> account' },
        { id: 'C-003', verdict: 'fail', asked: 'GET /bots', expected: 'a "name" & more' },
        { id: 'C-004', verdict: 'error', reason: 'TypeError: "x"' },
      ],
    })
    expect(JSON.stringify(conformanceJson(results))).not.toContain('"ms"')
  })

  test('is XML for CI, for any text of a service', () => {
    expect(conformanceJunit(results)).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<testsuites name="conformance" tests="4" failures="1" errors="1" skipped="1">',
        '  <testsuite name="GET /bots" tests="4" failures="1" errors="1" skipped="1">',
        '    <testcase name="C-001 A bot has &quot;name&quot;, a text." classname="GET /bots" time="0.012"/>',
        '    <testcase name="C-002 A bot has &quot;name&quot;, a text." classname="GET /bots" time="0.012">',
        '      <skipped message="needs &lt;a second&gt; account"/>',
        '    </testcase>',
        '    <testcase name="C-003 A bot has &quot;name&quot;, a text." classname="GET /bots" time="0.012">',
        '      <failure type="mismatch" message="expected a &quot;name&quot; &amp; more, came \\u001b[31m&lt;b&gt; \ufffd">asked     GET /bots',
        'expected  a &quot;name&quot; &amp; more',
        'came      \\u001b[31m&lt;b&gt;',
        '\ufffd</failure>',
        '    </testcase>',
        '    <testcase name="C-004 A bot has &quot;name&quot;, a text." classname="GET /bots" time="0.012">',
        '      <error message="TypeError: &quot;x&quot;"/>',
        '    </testcase>',
        '  </testsuite>',
        '</testsuites>',
        '',
      ].join('\n'),
    )
  })
})

test('displayed text contains nothing that breaks XML or a terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), text => {
      const seen = shown(text)
      expect(seen).not.toMatch(/(?![\t\n])\p{Cc}|[\u202e\ufffe\uffff]/u)
      expect(seen.isWellFormed()).toBe(true)
      expect(shown(seen)).toBe(seen)
    }),
  )
})
