import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../model/test/any-character.ts'
import { dot } from '../../src/commands/graph/formats/dot.ts'
import { mermaid } from '../../src/commands/graph/formats/mermaid.ts'
import { loadSvg } from '../../src/commands/graph/formats/svg.ts'
import { nodeLines } from '../../src/render/graph/boxes.ts'
import { mermaidLabel } from '../../src/render/graph/mermaid-label.ts'
import type { Picture } from '../../src/render/graph/picture.ts'
import { pictureFlow, wayText } from '../../src/render/graph/picture-flow.ts'

const svg = await loadSvg()

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, minLength: 1 }),
  fc.constantFrom(
    'end',
    '"]',
    '#quot;',
    '</title><script>',
    '`**x**`',
    '\\',
    '\u202e',
    '\ud800',
    '__proto__',
    'a_b',
    'a-b',
  ),
)

/** A flow of two nodes that lead to each other, with somebody else's texts. */
function pictureOf(id: string, text: string): Picture {
  const other = `${id}2`
  return pictureFlow({
    key: text,
    title: text,
    flow: {
      start_node_id: id,
      nodes: [
        { id, type: 'FIXED_REPLY', text },
        { id: other, type: 'END', title: text },
      ],
      edges: [
        { id: 'a', source: id, target: other, condition: { type: text } },
        { id: 'b', source: other, target: id },
      ],
    },
  })
}

describe('for any source', () => {
  test('mermaid has a line for each part, and no markup in labels', () => {
    fc.assert(
      fc.property(hostile, hostile, (id, text) => {
        const lines = mermaid(pictureOf(id, text)).trimEnd().split('\n')
        expect(lines).toHaveLength(7)
        const label = String.raw`"(?:[^"<>#&;\`*|\\]|<br/>|#\d+;)*"`
        expect(lines[2]).toMatch(new RegExp(`^  n_\\w+\\[${label}\\]:::start$`))
        expect(lines[3]).toMatch(new RegExp(`^  n_\\w+\\(\\[${label}\\]\\)$`))
        expect(lines[4]).toMatch(new RegExp(`^  n_\\w+ -->\\|${label}\\| n_\\w+$`))
        expect(lines[5]).toMatch(/^ {2}n_\w+ --> n_\w+$/)
      }),
    )
  })

  test('dot has a line for each part, and all of it in quotes', () => {
    fc.assert(
      fc.property(hostile, hostile, (id, text) => {
        const lines = dot(pictureOf(id, text)).trimEnd().split('\n')
        expect(lines).toHaveLength(9)
        const bare = lines.slice(4, 8).map(line => line.replace(/"(?:[^"\\]|\\.)*"/g, ''))
        expect(bare.every(line => /^[ \w=,[\]>-]*$/.test(line))).toBe(true)
      }),
    )
  })

  test('svg is XML that contains only the picture', () => {
    fc.assert(
      fc.property(hostile, hostile, (id, text) => {
        const picture = svg(pictureOf(id, text))
        expect(XMLValidator.validate(picture)).toBe(true)
        const root = new XMLParser({ ignoreAttributes: false }).parse(picture).svg
        expect(
          Object.keys(root)
            .filter(name => /^[a-z]/.test(name))
            .sort(),
        ).toEqual(['defs', 'desc', 'g', 'path', 'rect', 'style', 'text', 'title'])
        expect(root.g).toHaveLength(2)
      }),
      { numRuns: 60 },
    )
  })
})

test.each([
  ['end "x"', 'end #34;x#34;'],
  ['a\\nb', 'a#92;#8203;nb'],
  ['$$x^2$$', '#36;#8203;#36;x#94;2#36;#8203;#36;'],
  ['fa:fa-car', 'fa:#8203;fa-car'],
  ['1. one', '1#46; one'],
  ['- one', '#45; one'],
  ['#35;', '#35;35#59;'],
  [' ', '#8203;'],
])('mermaid shows %j unchanged, and draws no list, icon or formula', (text, label) => {
  expect(mermaidLabel([text])).toBe(`"${label}"`)
})

test.each([
  ['&lt;b&gt; &#35; R&D', '&amp;lt;b&amp;gt; &amp;#35; R&D'],
  ['a\\nb "c"', 'a\\\\nb \\"c\\"'],
])('dot shows %j unchanged', (text, label) => {
  expect(dot(pictureOf('a', text))).toContain(`[label="${label}"]`)
})

test('two ids never have one name in mermaid', () => {
  const name = (id: string) => /^ {2}(n_\w+)\[/m.exec(mermaid(pictureOf(id, 'x')))?.[1]
  const ids = ['a-b', 'a_b', 'a_x2d_b', 'a__b', 'a b', 'end', 'A-b', '_', '__']
  expect(new Set(ids.map(name)).size).toBe(ids.length)
})

test.each([
  [{ condition: { type: 'ALWAYS' }, priority: 1 }, false, ''],
  [{}, false, ''],
  [{ condition: { type: 'ALWAYS' }, priority: 2 }, true, '2: always'],
  [{ condition: { type: 'KEYWORD', words: ['a', 'b'] } }, false, 'KEYWORD a, b'],
  [{ condition: { type: 'SLOT', name: 'city', is: { set: true } }, priority: 1 }, true, '1: SLOT city {"set":true}'],
])('an edge that is %j shows when it is taken', (fields, isOneOfSeveral, said) => {
  expect(wayText({ id: 'e', source: 'a', target: 'b', ...fields }, isOneOfSeveral)).toBe(said)
})

test('lines are of a bounded length and number, and half as long for wide characters', () => {
  const long = nodeLines({ name: 'word '.repeat(40), text: 'x'.repeat(400) })
  expect([long.name.length, long.text.length]).toEqual([2, 3])
  expect([...long.name, ...long.text].every(line => [...line].length <= 30)).toBe(true)
  expect(long.text.at(-1)?.endsWith('\u2026')).toBe(true)
  expect(nodeLines({ name: '\u9000\u6b3e'.repeat(20), text: '' }).name.every(line => line.length <= 15)).toBe(true)
})
