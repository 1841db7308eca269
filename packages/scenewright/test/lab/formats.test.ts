import { visible } from '@scenewright/model/text'
import { validate } from '@scenewright/schemas/validate/lab-report'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../model/test/any-character.ts'
import { html } from '../../src/commands/lab/formats/html.ts'
import { json } from '../../src/commands/lab/formats/json.ts'
import { text } from '../../src/commands/lab/formats/text.ts'
import { reportWith } from './sample.ts'

const context = { color: false }

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map(units => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        '</script>',
        '<!--',
        '<script>',
        '"',
        "'",
        '<img src=x>',
        '&',
        '\u202e',
        '\u001b[2J',
        '\u2028',
        ']]>',
      ),
    )
    .map(parts => parts.join('x')),
)

const plainPage = html(reportWith('plain'), context)

describe('the curves of labelled messages', () => {
  const report = reportWith('plain')
  const { evaluation } = report
  if (evaluation === undefined) throw new Error('the sample has no evaluation')
  const rising = evaluation.marginCurve.map((point, asked) => ({ ...point, asked, right: 30 - asked }))
  const changed = { ...evaluation, messages: 31, marginCurve: rising }
  const plotOf = (page: string, name: string) =>
    new RegExp(`<svg[^>]*aria-label="Shares by ${name}".*?</svg>`).exec(page)?.[0] ?? ''
  const heights = (plot: string, name: string) => {
    const [, points = ''] = new RegExp(`stroke-${name}" points="([^"]*)"`).exec(plot) ?? []
    return points.split(' ').map(point => Number(point.split(',')[1]))
  }

  test('are drawn for each setting, one point for each value', () => {
    const page = html({ ...report, evaluation: changed }, context)
    const settings = ['min_confidence', 'scenario_clarify_min_confidence', 'scenario_clarify_margin']
    expect(settings.map(name => heights(plotOf(page, name), 'right').length)).toEqual([61, 61, 31])
    const [right, asked] = ['right', 'asked'].map(name => heights(plotOf(page, 'scenario_clarify_margin'), name))
    // 30 of 30 messages are at the top, at 12, and none of them at the bottom, at 230.
    expect([right?.[0], right?.[30], asked?.[0], asked?.[15], asked?.[30]]).toEqual([12, 230, 230, 121, 12])
  })

  test.each([
    [false, 'If clarification were on: it is off now.'],
    [true, 'Clarification is on.'],
  ])('say whether clarification is on: %s', (scenario_clarify_enabled, text) => {
    const settings = { ...report.settings, scenario_clarify_enabled }
    expect(html({ ...report, settings }, context).split(text)).toHaveLength(3)
  })
})

describe('for any message,', () => {
  test('the page has only its own markup', () => {
    fc.assert(
      fc.property(hostile, message => {
        const page = html(reportWith(message), context)
        expect(tagsOf(page)).toEqual(tagsOf(plainPage))
        expect(page.isWellFormed()).toBe(true)
        expect(/[\u202a-\u202e\u2066-\u2069]/.test(page)).toBe(false)
      }),
      { numRuns: 100 },
    )
  })

  test('the data that the script of the page reads is complete', () => {
    fc.assert(
      fc.property(hostile, message => {
        const page = html(reportWith(message), context)
        const [, data = ''] = /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(page) ?? []
        expect(JSON.parse(data).keys).toContain(visible(message))
      }),
      { numRuns: 100 },
    )
  })

  test('the text moves no cursor', () => {
    fc.assert(
      fc.property(hostile, message => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
        expect(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e]/.test(text(reportWith(message), context))).toBe(false)
      }),
      { numRuns: 100 },
    )
  })
})

test('the page sends no request, and can run only its own scripts and styles', () => {
  expect(plainPage).not.toMatch(/(?:src|href)="(?!#)|url\(|@import|https?:/)
  expect(plainPage).toContain(`content="default-src &#39;none&#39;; style-src &#39;sha256-`)
  expect(plainPage).not.toMatch(/ (?:style|on\w+)="/)
})

test('the page shows the proposed thresholds with their effect, and the gains of near misses', () => {
  const rows = plainPage.matchAll(/<tr>.*<\/tr>/g)
  const cells = Array.from(rows, ([row]) =>
    row
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/ +/g, ' ')
      .trim(),
  )
  expect(cells).toEqual(
    expect.arrayContaining([
      'default of all 78 74',
      'plain 20 78 81',
      'start a wrong scenario 1 0',
      'cost 11 6',
      expect.stringMatching(/plain.* 70\.5 7\.5 3 0$/),
      expect.stringMatching(/^1 .*not measured.* 70\.0 8\.0 \u2013 \u2013$/),
    ]),
  )
  expect(plainPage).toMatch(/1 scenario with fewer than 16 messages.*plain.*\(3\)/)
})

test('the JSON report matches its schema', () => {
  expect(validate(JSON.parse(json(reportWith('plain'), context))) || validate.errors).toBe(true)
  expect(validate({ ...reportWith('plain'), version: 2 })).toBe(false)
})

test('the text shows the colliding pair, its cause and advice', () => {
  const told = text(reportWith('billing/refund'), context)
  expect(told).toContain('other and billing/refund  1 wrong start')
  expect(told).toContain('do: give billing/refund an exclusion like "billing/refund"')
  expect(told).toMatch(/> +78 .* present\n/)
  expect(told).toMatch(/> +80 .* worth a try\n/)
})

test.each([
  [
    'advises a threshold that costs less than the present ones',
    30,
    10.5,
    'min_confidence 70 (65 to 75) for all, which costs 3;',
  ],
  ['keeps the present ones if it does not', 30, 3, 'keep the present thresholds, which cost 3; min_confidence 70'],
  ['asks for more labels if there are few', 29, 10.5, 'label at least 30 messages; 29 are too few'],
])('the evaluation %s', (_, messages, presentCost, expected) => {
  const report = reportWith('plain')
  const { evaluation } = report
  if (evaluation === undefined) throw new Error('the sample has no evaluation')
  const changed = { ...report, evaluation: { ...evaluation, messages, advice: { ...evaluation.advice, presentCost } } }
  const told = text(changed, context)
  expect(told).toContain(`\n  advice: ${expected}`)
  expect(/\n> +70 .* advised\n/.test(told)).toBe(messages === 30 && presentCost > 3)
  expect(html(changed, context)).toContain(`Advice: ${expected}`)
})

test('without messages that should start a scenario, no interval of their share is shown', () => {
  const report = reportWith('plain')
  const { evaluation } = report
  if (evaluation === undefined) throw new Error('the sample has no evaluation')
  const { messages } = evaluation.outOfScope
  const changed = { ...report, evaluation: { ...evaluation, messages } }
  expect(text(changed, context)).toMatch(/- {2}start the right scenario\n/)
  expect(html(changed, context)).not.toContain('with a probability of')
})

/** The names of all tags, in their order; texts are in none of them. */
function tagsOf(page: string): readonly string[] {
  return [...page.matchAll(/<\/?([a-z][a-z0-9]*)/g)].map(([tag]) => tag)
}
