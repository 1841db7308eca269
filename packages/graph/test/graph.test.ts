import { expect, test } from 'vitest'
import {
  buildGraph,
  coReachable,
  cycleThrough,
  type FlowGraph,
  reachable,
  strongComponents,
  weakComponents,
  witnessWalks,
} from '../src/index.ts'

/** `graphOf('a b c', 'a>b b>c')` */
function graphOf(nodes: string, edges = ''): FlowGraph {
  return buildGraph({
    nodes: words(nodes).map(id => ({ id, type: 'FIXED_REPLY' })),
    edges: words(edges).map(edge => {
      const [source = '', target = ''] = edge.split('>')
      return { id: edge, source, target }
    }),
  })
}

function words(text: string): string[] {
  return text.split(' ').filter(word => word !== '')
}

const all = (graph: FlowGraph) => new Set(graph.ids)

test('a node listed twice is one, and dangling edges are left out', () => {
  const graph = graphOf('a b a', 'a>b a>gone gone>b a>b')
  expect(graph.ids).toEqual(['a', 'b'])
  expect(graph.successors('a')).toEqual(['b'])
  expect(graph.predecessors('b')).toEqual(['a'])
  expect(graph.has('gone')).toBe(false)
  expect(graph.successors('gone')).toEqual([])
})

test('neighbors are in the order of the nodes', () => {
  expect(graphOf('c b a d', 'd>a d>b d>c').successors('d')).toEqual(['c', 'b', 'a'])
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '0', '-1', '\u0001'])(
  'the id %j is an id as any other',
  id => {
    const nodes = [id, 'next'].map(name => ({ id: name, type: 'FIXED_REPLY' }))
    const graph = buildGraph({ nodes, edges: [{ id: 'e', source: id, target: 'next' }] })
    expect(graphOf('other').has(id)).toBe(false)
    expect(graph.successors(id)).toEqual(['next'])
    expect(reachable(graph, [id])).toEqual(new Set([id, 'next']))
    expect(coReachable(graph, ['next'])).toEqual(new Set(['next', id]))
    expect(strongComponents(graph, all(graph))).toEqual([['next'], [id]])
  },
)

test.each([
  ['a', 'a b c d'],
  ['b', 'b c d'],
  ['d', 'd'],
  ['x', 'x y'],
  ['gone', ''],
])('from %s a walk gets to %s', (from, expected) => {
  const graph = graphOf('a b c d x y', 'a>b b>c c>d c>b x>y y>x')
  expect(Array.from(reachable(graph, [from]))).toEqual(words(expected))
})

test.each([
  ['d', 'd c b a'],
  ['a', 'a'],
  ['x', 'x y'],
])('to %s there are walks from %s', (to, expected) => {
  const graph = graphOf('a b c d x y', 'a>b b>c c>d c>b x>y y>x')
  expect(Array.from(coReachable(graph, [to]))).toEqual(words(expected))
})

test('strong components are those that lead back to themselves, later ones first', () => {
  const graph = graphOf('a b c d e', 'a>b b>c c>b c>d d>e e>d')
  expect(strongComponents(graph, all(graph)).map(names)).toEqual(['d e', 'b c', 'a'])
})

test('strong components look only at the members', () => {
  const graph = graphOf('a b c', 'a>b b>c c>a')
  expect(strongComponents(graph, new Set(['a', 'b'])).map(names)).toEqual(['b', 'a'])
})

test('weak components are connected, regardless of the direction of edges', () => {
  const graph = graphOf('a b c d e', 'b>a b>c d>e')
  expect(weakComponents(graph, all(graph)).map(names)).toEqual(['a b c', 'd e'])
  expect(weakComponents(graph, new Set(['a', 'c', 'e'])).map(names)).toEqual(['a', 'c', 'e'])
})

test.each([
  ['a', 'd', 'a b d'],
  ['a', 'a', 'a'],
  ['a', 'e', 'a e'],
  ['d', 'a', undefined],
  ['gone', 'a', undefined],
  ['gone', 'gone', undefined],
])('the shortest walk from %s to %s is %s', (from, to, expected) => {
  const graph = graphOf('a b c d e', 'a>c c>d a>b b>d a>e')
  expect(witnessWalks(graph, from).walkTo(to)?.join(' ')).toBe(expected)
})

test('witness walks include the reached nodes, nearest first', () => {
  const graph = graphOf('c b a d', 'a>b b>c a>d')
  expect(Array.from(witnessWalks(graph, 'a').reached)).toEqual(['a', 'b', 'd', 'c'])
})

test.each([
  ['a', 'a b c d', 'a b a'],
  ['a', 'a c d', 'a c d a'],
  ['c', 'a b c d', 'c d a c'],
  ['d', 'b c d', undefined],
  ['s', 's', 's s'],
])('the shortest cycle through %s among %s is %s', (id, members, expected) => {
  const graph = graphOf('a b c d s', 'a>b b>a a>c c>d d>a s>s')
  expect(cycleThrough(graph, id, new Set(words(members)))?.join(' ')).toBe(expected)
})

test('a chain and a ring of 10,000 nodes do not exhaust the stack', () => {
  const count = 10_000
  const nodes = Array.from({ length: count }, (_, index) => ({ id: `n${index}`, type: 'FIXED_REPLY' }))
  const edges = nodes.map(({ id }, index) => ({ id, source: id, target: `n${(index + 1) % count}` }))
  const ring = buildGraph({ nodes, edges })
  const chain = buildGraph({ nodes, edges: edges.slice(0, -1) })
  expect(strongComponents(ring, all(ring)).length).toBe(1)
  expect(strongComponents(chain, all(chain)).length).toBe(count)
  expect(weakComponents(chain, all(chain)).length).toBe(1)
  expect(reachable(chain, ['n0']).size).toBe(count)
  expect(coReachable(chain, ['n9999']).size).toBe(count)
  expect(witnessWalks(chain, 'n0').walkTo('n9999')?.length).toBe(count)
  expect(cycleThrough(ring, 'n0', all(ring))?.length).toBe(count + 1)
})

function names(component: Iterable<string>): string {
  return Array.from(component).sort().join(' ')
}
