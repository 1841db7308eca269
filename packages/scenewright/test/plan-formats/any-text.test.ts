import fc from 'fast-check'
import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../model/test/any-character.ts'
import { html } from '../../src/commands/deploy/formats/html.ts'
import { markdown } from '../../src/commands/deploy/formats/markdown.ts'
import { text } from '../../src/commands/deploy/formats/text.ts'
import { entry, now, openIntent, planWith } from './sample.ts'

const words = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc
    .array(fc.constantFrom('|', '\n', '\r', '`', '<', '>', '&', '"', '\\', '-->', '</code>', '@', '\u001b[2J'))
    .map(parts => parts.join('x')),
)

const plans = fc.record({ key: words, other: words, run: words, message: words, said: words }).map(one => {
  const { key, other, run, message, said } = one
  const open = openIntent({ run, evidence: { message } })
  const plan = planWith(
    [
      entry(key, { action: 'unknown', reason: 'unknown-open', open }),
      entry(other, { action: 'update', reason: 'changed', renamedFrom: key }),
    ],
    { environment: { name: said, bot: run, url: message }, applied: { at: message, run, commit: said } },
  )
  const line = { level: 'breaking' as const, text: message, place: run }
  return { plan, context: { color: false, now, changes: new Map([[other, { summary: said, lines: [line] }]]) } }
})

describe('for any text in sources and in the state,', () => {
  test('a comment has a row of four cells per scenario, and only its own markup', () => {
    fc.assert(
      fc.property(plans, ({ plan, context }) => {
        const made = markdown(plan, context)
        const rows = made.split(/\r\n|[\n\r]/).filter(line => line.startsWith('| <code>'))
        expect(rows.map(row => row.match(/(?<!\\)(?:\\\\)*\|/g)?.length)).toEqual([5, 5])
        expect(
          made.match(/<(?!\/?(?:code|details open|details|summary|sub|br)>|!-- scenewright:plan [\w-]* -->\n)/g),
        ).toBeNull()
      }),
    )
  })

  test('the page is well-formed, and has an item per scenario', () => {
    fc.assert(
      fc.property(plans, ({ plan, context }) => {
        const page = html(plan, context)
        const body = page.slice(page.indexOf('<body>'), page.indexOf('</html>')).replaceAll('<br>', '')
        expect(XMLValidator.validate(body)).toBe(true)
        expect(page.match(/<span class="mark">/g)).toHaveLength(2)
      }),
    )
  })

  test('the terminal gets no character that moves its cursor', () => {
    fc.assert(
      fc.property(plans, ({ plan, context }) => {
        expect(text(plan, context)).not.toMatch(/(?![\t\n])\p{Cc}/u)
      }),
    )
  })
})
