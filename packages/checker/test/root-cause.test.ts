import { expect, test } from 'vitest'
import { flow, foundIn, node } from './compile-flow.ts'

test.each<[string, string, string, string[]]>([
  ['nothing is wrong', 'a b end', 'a>b b>end', []],
  ['an END alone is a valid flow', 'end', '', []],
  ['a loop that waits is not endless', 'ask end', 'ask>ask ask>end', []],

  ['without a node, only the start is missing', '', '', ['graph/no-start']],

  [
    'an unknown target is neither dead end nor trap',
    'a b end',
    'a>bb a>end b>gone',
    ['graph/unknown-target a', 'graph/unknown-target b'],
  ],
  [
    'a node that an unknown target cuts off is not reported',
    'hello price end',
    'hello>prise price>end',
    ['graph/unknown-target hello'],
  ],
  [
    'a cut-off node is not reported, even if no name is similar to the unknown target',
    'hello price end',
    'hello>x1234567 price>end',
    ['graph/unknown-target hello'],
  ],
  [
    'an unknown name is one finding, for any number of edges',
    'a b c end',
    'a>b a>c b>gone c>gone a>end',
    ['graph/unknown-target b'],
  ],
  ['a missing END is an unknown target', 'a b', 'a>b b>done', ['graph/unknown-target b']],
  [
    'an edge from an unknown node explains the dead end',
    'hello bye end',
    'hello>bye byee>end',
    ['graph/unknown-target'],
  ],
  ['an edge from an unknown node explains the trap', 'ask end', 'ask>ask assk>end', ['graph/unknown-target']],

  ['without an END, the last node is not a dead end', 'a b', 'a>b', ['graph/no-end']],
  ['without an END, a waiting loop is not a trap', 'ask b', 'ask>b b>ask', ['graph/no-end']],
  ['without an END, a loop of replies is still endless', 'a b', 'a>b b>a', ['graph/endless-replies a', 'graph/no-end']],

  ['a dead end is one finding', 'a b end', 'a>b a>end', ['graph/dead-end b']],
  ['nodes that lead only to a dead end are not a trap', 'a b c end', 'a>b b>c a>end', ['graph/dead-end c']],
  ['a node that a dead end cuts off is not reported', 'a b c end', 'b>c c>end', ['graph/dead-end a']],
  ['two dead ends are two findings', 'a b c end', 'a>b a>c a>end', ['graph/dead-end b', 'graph/dead-end c']],

  ['a loop of replies is one finding', 'a b c end', 'a>b b>c c>b c>end', ['graph/endless-replies b']],
  [
    'nodes that lead only into endless replies are not a trap',
    'a b c d end',
    'a>b b>c c>d d>c a>end',
    ['graph/endless-replies c'],
  ],
  ['a node that leads to itself is a loop', 'a end', 'a>a a>end', ['graph/endless-replies a']],
  [
    'a declared node that does not wait is like a reply',
    'a hint end',
    'a>hint hint>a hint>end',
    ['graph/endless-replies a'],
  ],
  [
    'two separate loops are two findings',
    'a b end',
    'a>a a>b b>b b>end',
    ['graph/endless-replies a', 'graph/endless-replies b'],
  ],
  ['a node that a loop cuts off is not reported', 'a b c end', 'a>b b>a c>end', ['graph/endless-replies a']],

  ['a trap is one finding', 'a b ask end', 'a>b b>ask ask>b a>end', ['graph/trap b']],
  ['a node that a trap cuts off is not reported', 'ask b end', 'ask>ask b>end', ['graph/trap ask']],
  [
    'two separate traps are two findings',
    'a ask1 ask2 end',
    'a>ask1 a>ask2 a>end ask1>ask1 ask2>ask2',
    ['graph/trap ask1', 'graph/trap ask2'],
  ],
  [
    'a trap behind a dead end is still reported',
    'a b ask c end',
    'a>b b>ask ask>ask b>c a>end',
    ['graph/dead-end c', 'graph/trap ask'],
  ],

  ['a node without incoming edges is cut off', 'a b end', 'a>end b>end', ['graph/unreachable b']],
  ['a cut-off cycle is only cut off', 'a b c end', 'a>end b>c c>b', ['graph/unreachable b']],
  ['an orphan that leads to itself is only cut off', 'a b end', 'a>end b>b', ['graph/unreachable b']],
  ['a lone node is only cut off', 'a b end', 'a>end', ['graph/unreachable b']],
  ['a cut-off region is one finding, at its entry', 'a d c b end', 'a>end b>c c>d d>end', ['graph/unreachable b']],
  [
    'two cut-off regions are two findings',
    'a b c end',
    'a>end b>end c>end',
    ['graph/unreachable b', 'graph/unreachable c'],
  ],
  [
    'a cut-off cycle next to a trap is a separate finding',
    'a ask b end',
    'a>ask ask>ask a>end b>b',
    ['graph/trap ask', 'graph/unreachable b'],
  ],
  [
    'a lone node next to a dead end is a separate finding',
    'a b c end',
    'a>b a>end',
    ['graph/dead-end b', 'graph/unreachable c'],
  ],
  [
    'a cut-off start explains what follows, and other entries are reported',
    'a b c end',
    'a>a a>end b>end c>end',
    ['graph/endless-replies a', 'graph/unreachable c'],
  ],

  ['an edge that leaves an END is one finding', 'a end', 'a>end end>a', ['graph/edge-after-end end']],
  ['nodes behind an END are not cut off', 'a end b end2', 'a>end end>b b>end2', ['graph/edge-after-end end']],
  [
    'a duplicate node is one finding, even if its edges are duplicates too',
    'a a end',
    'a>end a>end',
    ['graph/duplicate-node a'],
  ],
])('%s', (_name, nodes, edges, expected) => {
  expect(foundIn(flow(nodes, edges))).toEqual(expected)
})

test('a start that is not a node is one finding: reachability is unknown', () => {
  expect(foundIn(flow('a b end', 'a>b b>end', 'aa'))).toEqual(['graph/no-start'])
})

test('a start that is not a node hides no dead end and no missing END', () => {
  expect(foundIn(flow('a b end', 'a>end', 'aa'))).toEqual(['graph/dead-end b', 'graph/no-start'])
  expect(foundIn(flow('a b', 'a>b', 'aa'))).toEqual(['graph/no-end', 'graph/no-start'])
})

test('whether an undeclared type waits is unknown', () => {
  const definition = { ...flow('a b end', 'a>b b>a b>end'), nodes: [node('a'), node('b', 'MYSTERY'), node('end')] }
  expect(foundIn(definition)).toEqual(['graph/unknown-node-type b'])
})

test.each(['__proto__', 'constructor', 'toString'])('a node can be called %s, and so can a type', id => {
  expect(foundIn(flow(`${id} end`, `${id}>end`))).toEqual([])
  const definition = { ...flow('a end', 'a>a a>end'), nodes: [node('a', id), node('end')] }
  expect(foundIn(definition)).toEqual(['graph/unknown-node-type a'])
  expect(foundIn(flow('a end', `a>${id}`))).toEqual(['graph/unknown-target a'])
})
