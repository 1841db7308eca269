import { type ComparedScenario, diffScenarios } from '@scenewright/differ'
import { type Definition, documentFormat } from '@scenewright/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../model/test/any-character.ts'
import { markdown } from '../../src/commands/diff/formats/markdown.ts'
import { touchedFlow } from '../../src/commands/diff/touched-flow.ts'

/** Of `a: some text`, a reply, or `a`, an END; and of `a b`, or `a b 2`, an edge of this priority. */
function flow(nodes: readonly string[], edges: readonly string[]): Definition {
  return {
    start_node_id: nodes[0]?.split(':')[0] ?? '',
    nodes: nodes.map(node => {
      const [id = '', text] = node.split(': ')
      return text === undefined ? { id, type: 'END' } : { id, type: 'FIXED_REPLY', text }
    }),
    edges: edges.map(edge => {
      const [source = '', target = '', priority] = edge.split(' ')
      return { id: `${source}-${target}`, source, target, ...(priority && { priority: Number(priority) }) }
    }),
  }
}

function comment(...flows: readonly [Definition, Definition]): string {
  const [base, head] = [sideOf(flows[0]), sideOf(flows[1])]
  const report = { base: 'old', head: 'new', scenarios: diffScenarios(base, head), behavior: [] }
  return markdown({ ...report, compared: { base, head } }, { folder: '', color: false })
}

function sideOf(definition: Definition): readonly ComparedScenario[] {
  const scenario = { title: 'T', trigger_description: 'd', definition }
  return [{ key: 'k', isActive: true, document: { format: documentFormat, schema_version: 2, scenario } }]
}

/** The lines of the drawing that stands in a comment; none where there is none. */
function drawn(...flows: readonly [Definition, Definition]): readonly string[] {
  const [, block = ''] = /^```mermaid\n([\s\S]*?)^```$/m.exec(comment(...flows)) ?? []
  return block
    .split('\n')
    .slice(1, -1)
    .map(line => line.trim())
}

const chain = (...names: readonly string[]) => names.slice(1).map((name, index) => `${names[index]} ${name}`)
const replies = (...names: readonly string[]) => names.map(name => `${name}: about ${name}`)

describe('drawings in a comment', () => {
  const plainFlow = flow([...replies('a', 'b', 'c', 'd', 'e'), 'end'], chain('a', 'b', 'c', 'd', 'e', 'end'))

  test('a reply with a changed text is drawn with only its direct neighbors', () => {
    const head = flow(
      ['a: about a', 'b: about b', 'c: no more', ...replies('d', 'e'), 'end'],
      chain('a', 'b', 'c', 'd', 'e', 'end'),
    )
    expect(drawn(plainFlow, head)).toEqual([
      'n0["b<br/>about b"]',
      'n1["#126; c<br/>no more"]:::changed',
      'n2["d<br/>about d"]',
      'n0 --> n1',
      'n1 --> n2',
      'classDef changed stroke:#b57b1a,stroke-width:3px',
    ])
  })

  test('removed and added parts are next to each other, and unreachable ones are marked', () => {
    const head = flow(
      [...replies('a', 'b'), 'new: Welcome back!', ...replies('d', 'e'), 'end'],
      ['a new', ...chain('new', 'd', 'e', 'end'), 'b b'],
    )
    const lines = drawn(plainFlow, head)
    expect(lines.filter(line => /^n\d+\[/.test(line))).toEqual([
      'n0["a<br/>about a"]',
      'n1["! b<br/>about b"]:::lost',
      'n2["#43; new<br/>Welcome back!"]:::added',
      'n3["d<br/>about d"]',
      'n4["#8722; c<br/>about c"]:::removed',
    ])
    expect(lines.filter(line => line.includes('-.->'))).not.toEqual([])
    expect(lines.filter(line => line.startsWith('linkStyle')).length).toBeGreaterThan(2)
  })

  test('texts, examples and settings change nothing in the drawing', () => {
    expect(comment(plainFlow, { ...plainFlow, note: 'x' })).toContain('definition.note')
    expect(drawn(plainFlow, { ...plainFlow, note: 'x' })).toEqual([])
  })

  test('the most severe nodes of a large change are drawn, and the others counted', () => {
    const names = Array.from({ length: 40 }, (_, index) => `n${index}`)
    const base = flow([...replies(...names), 'end'], chain(...names, 'end'))
    const head = flow([...names.map(name => `${name}: other words`), 'end'], chain(...names, 'end'))
    expect(drawn(base, head).filter(line => /^n\d+\[/.test(line))).toHaveLength(12)
    expect(comment(base, head)).toContain('29 nodes omitted from the drawing.')
  })
})

test('for any two invalid flows the drawing is small, and every edge has two ends', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'a-', 'b-')
  const node = fc.record({
    id,
    type: fc.constantFrom('FIXED_REPLY', 'END', 'OTHER'),
    text: fc.constantFrom('x', 'y z'),
  })
  const edge = fc.record({ id: fc.constantFrom('1', '2', '3', '4'), source: id, target: id, priority: fc.nat(2) })
  const any = fc.record({
    start_node_id: id,
    nodes: fc.array(node, { maxLength: 8 }),
    edges: fc.array(edge, { maxLength: 8 }),
  })
  fc.assert(
    fc.property(any, any, (base, head) => {
      const [before, after] = [sideOf(base), sideOf(head)]
      for (const { changes } of diffScenarios(before, after)) {
        const touched = touchedFlow({ base, head }, changes, 4)
        const ids = touched?.nodes.map(each => each.number) ?? []
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.length).toBeLessThanOrEqual(4)
        for (const { source, target } of touched?.links ?? [])
          expect(ids).toEqual(expect.arrayContaining([source, target]))
        const isOfFlow = changes.some(({ kind }) => /^(node-(added|removed)|edge-(added|removed|rerouted))$/.test(kind))
        if (isOfFlow) expect(ids).not.toEqual([])
      }
    }),
    { numRuns: 500 },
  )
})

test('no text of a source ends the drawing, adds markup or becomes a keyword of Mermaid', () => {
  const nasty = fc.oneof(
    fc.constantFrom(
      '```',
      '"]',
      '%%{init: {}}%%',
      '</details>',
      '<b>',
      '\n',
      '\r\n```\n',
      'end',
      '1. x',
      '@all',
      '--> x',
      '#35;',
      '`',
    ),
    fc.string({ unit: anyCharacter, maxLength: 8 }),
  )
  const hostile = fc.array(nasty, { minLength: 1, maxLength: 4 }).map(parts => parts.join(''))
  fc.assert(
    fc.property(hostile, hostile, hostile, (id, before, after) => {
      const nodes = (text: string) => [
        { id, type: 'FIXED_REPLY', text, title: before },
        { id: `${id}.`, type: after },
      ]
      const edges = [{ id: 'e', source: id, target: `${id}.`, condition: { type: after } }]
      const side = (text: string) => ({ start_node_id: id, nodes: nodes(text), edges })
      const lines = drawn(side(before), side(`${after}!`))
      expect(lines.length).toBeGreaterThan(3)
      for (const line of lines) {
        expect(line).toMatch(
          /^(n\d+(\[|\(\[|\{\{)"[^"`<>%[\]{}]*(<br\/>[^"`<>%[\]{}]*)*"(\]|\]\)|\}\})(:::\w+)?|n\d+ (-->|-\.->)(\|"[^"`<>%|]*"\|)? n\d+|(classDef|linkStyle) [\w ]+ [\w#:,. -]+)$/,
        )
      }
    }),
    { numRuns: 300 },
  )
})
