import { loadLayout } from '@scenewright/graph'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawPair } from '../../src/commands/diff/formats/html/draw-pair.ts'
import { flow, reportOf, scenario } from './sample.ts'

const layout = await loadLayout()

function drawn(base: ReturnType<typeof flow>, head: ReturnType<typeof flow>) {
  const [found] = reportOf([scenario('k', base)], [scenario('k', head)]).scenarios
  return drawPair({ base, head, changes: found?.changes ?? [] }, layout)
}

const texts = { a: 'First of all', b: 'Then something longer', c: 'And at last', done: 'END' }

describe('two versions of a flow', () => {
  test('share a position if they are the same, and show what has become of each part', () => {
    const base = flow(texts, ['a>b', 'b>c', 'c>done'])
    const head = flow({ a: texts.a, 'b-new': texts.b, c: 'Other words', d: 'Quite new', done: 'END' }, [
      'a>b-new',
      'b-new>d',
      'd>done',
      'c>done',
    ])
    const { drawing, nodeOf, linkOf } = drawn(base, head)
    const marks = Object.fromEntries(
      drawing.nodes.map(({ mark, base: was, head: is }) => [(is ?? was)?.name.join(' '), mark]),
    )
    expect(marks).toEqual({ a: 'same', 'b-new': 'renamed', c: 'lost', d: 'added', done: 'same' })
    expect(nodeOf('base', 'b')).toBe(nodeOf('head', 'b-new'))
    expect(drawing.links.map(({ mark }) => mark).sort()).toEqual(['added', 'added', 'removed', 'same', 'same'])
    expect(linkOf('base', 'a--b')).toBe(linkOf('head', 'a--b-new'))
  })

  test('show a removed node, and one that is no longer connected', () => {
    const base = flow(texts, ['a>b', 'b>c', 'c>done'])
    const { a, c, done } = texts
    const { drawing } = drawn(base, flow({ a, c, done }, ['a>done', 'c>done']))
    expect(drawing.nodes.map(({ mark }) => mark)).toEqual(['same', 'lost', 'same', 'removed'])
    expect(drawing.nodes.map(({ head }) => head !== undefined)).toEqual([true, true, true, false])
  })

  test('keep the position of a removed node that is still referenced, and show the old start of the flow', () => {
    const base = flow(texts, ['a>b', 'b>c', 'c>done'])
    const { a, c, done } = texts
    const { drawing, nodeOf } = drawn(base, { ...flow({ a, c, done }, ['a>b', 'c>done']), start_node_id: 'c' })
    expect(nodeOf('base', 'b')).toBe(nodeOf('head', 'b'))
    expect(drawing.nodes.map(({ mark, head }) => [head?.look, mark])).toEqual([
      ['reply', 'lost'],
      ['reply start', 'changed'],
      ['end', 'same'],
      ['missing', 'removed'],
    ])
  })

  test('are neutral if the other side is missing', () => {
    const head = flow(texts, ['a>b', 'b>c', 'c>done'])
    const { drawing } = drawPair({ head, changes: [] }, layout)
    expect(new Set([...drawing.nodes, ...drawing.links].map(({ mark }) => mark))).toEqual(new Set(['same']))
  })

  test('contain every part exactly once', () => {
    const ids = fc.constantFrom('a', 'b', 'c', '__proto__', '')
    const nodes = fc.dictionary(ids, fc.constantFrom('END', 'x', 'x y z', 'w'))
    const ways = fc.array(fc.tuple(ids, fc.constantFrom('a', 'b', 'nowhere')).map(ends => ends.join('>')))
    const anyFlow = fc.tuple(nodes, ways).map(([all, edges]) => flow(all, edges))
    fc.assert(
      fc.property(anyFlow, anyFlow, (base, head) => {
        const { drawing, nodeOf, linkOf } = drawn(base, head)
        for (const side of ['base', 'head'] as const) {
          const { nodes: all, edges } = { base, head }[side]
          for (const { id } of all) expect(drawing.nodes[nodeOf(side, id) ?? -1]?.[side]).toBeDefined()
          for (const { id } of edges) expect(drawing.links[linkOf(side, id) ?? -1]?.path).toMatch(/^M/)
          expect(drawing.links.filter(link => link[side] !== undefined)).toHaveLength(edges.length)
        }
      }),
      { numRuns: 60 },
    )
  })
})
