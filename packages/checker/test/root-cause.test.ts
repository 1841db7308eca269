import { expect, test } from 'vitest'
import { flow, foundIn, node } from './compile-flow.ts'

test.each<[string, string, string, string[]]>([
  ['nothing is wrong', 'a b end', 'a>b b>end', []],
  ['an END alone is a flow', 'end', '', []],
  ['a loop that waits is no endless one', 'ask end', 'ask>ask ask>end', []],

  ['without a node there is no start, and nothing else', '', '', ['graph/no-start']],

  [
    'an unknown target is neither dead end nor trap',
    'a b end',
    'a>bb a>end b>gone',
    ['graph/unknown-target a', 'graph/unknown-target b'],
  ],
  [
    'what an unknown target cuts off follows from it',
    'hello price end',
    'hello>prise price>end',
    ['graph/unknown-target hello'],
  ],
  [
    'also where the name is near to none',
    'hello price end',
    'hello>x1234567 price>end',
    ['graph/unknown-target hello'],
  ],
  [
    'a name that is not there is one finding, however many edges',
    'a b c end',
    'a>b a>c b>gone c>gone a>end',
    ['graph/unknown-target b'],
  ],
  ['an END that is not there is the unknown target', 'a b', 'a>b b>done', ['graph/unknown-target b']],
  ['an edge from nowhere accounts for the dead end', 'hello bye end', 'hello>bye byee>end', ['graph/unknown-target']],
  ['an edge from nowhere accounts for the trap', 'ask end', 'ask>ask assk>end', ['graph/unknown-target']],

  ['without an END the last node is no dead end', 'a b', 'a>b', ['graph/no-end']],
  ['without an END a waiting loop is no trap', 'ask b', 'ask>b b>ask', ['graph/no-end']],
  [
    'without an END a loop of replies is endless all the same',
    'a b',
    'a>b b>a',
    ['graph/endless-replies a', 'graph/no-end'],
  ],

  ['a dead end is one finding', 'a b end', 'a>b a>end', ['graph/dead-end b']],
  ['what leads only to a dead end is no trap', 'a b c end', 'a>b b>c a>end', ['graph/dead-end c']],
  ['what a dead end cuts off follows from it', 'a b c end', 'b>c c>end', ['graph/dead-end a']],
  ['two dead ends are two', 'a b c end', 'a>b a>c a>end', ['graph/dead-end b', 'graph/dead-end c']],

  ['a loop of replies is one finding', 'a b c end', 'a>b b>c c>b c>end', ['graph/endless-replies b']],
  [
    'what gets only into endless replies is no trap',
    'a b c d end',
    'a>b b>c c>d d>c a>end',
    ['graph/endless-replies c'],
  ],
  ['a node that leads to itself is a loop', 'a end', 'a>a a>end', ['graph/endless-replies a']],
  [
    'a declared node that does not wait is as a reply',
    'a hint end',
    'a>hint hint>a hint>end',
    ['graph/endless-replies a'],
  ],
  ['two loops apart are two', 'a b end', 'a>a a>b b>b b>end', ['graph/endless-replies a', 'graph/endless-replies b']],
  ['what a loop cuts off follows from it', 'a b c end', 'a>b b>a c>end', ['graph/endless-replies a']],

  ['a trap is one finding', 'a b ask end', 'a>b b>ask ask>b a>end', ['graph/trap b']],
  ['what a trap cuts off follows from it', 'ask b end', 'ask>ask b>end', ['graph/trap ask']],
  [
    'two traps apart are two',
    'a ask1 ask2 end',
    'a>ask1 a>ask2 a>end ask1>ask1 ask2>ask2',
    ['graph/trap ask1', 'graph/trap ask2'],
  ],
  [
    'a trap behind a dead end node stays',
    'a b ask c end',
    'a>b b>ask ask>ask b>c a>end',
    ['graph/dead-end c', 'graph/trap ask'],
  ],

  ['a node that nothing leads to is cut off', 'a b end', 'a>end b>end', ['graph/unreachable b']],
  ['a cut-off cycle is only cut off', 'a b c end', 'a>end b>c c>b', ['graph/unreachable b']],
  ['an orphan that leads to itself is only cut off', 'a b end', 'a>end b>b', ['graph/unreachable b']],
  ['a lone node is only cut off', 'a b end', 'a>end', ['graph/unreachable b']],
  ['a cut-off region is one finding, at its entry', 'a d c b end', 'a>end b>c c>d d>end', ['graph/unreachable b']],
  ['two regions are two', 'a b c end', 'a>end b>end c>end', ['graph/unreachable b', 'graph/unreachable c']],
  [
    'a cut-off cycle beside a trap is a mistake of its own',
    'a ask b end',
    'a>ask ask>ask a>end b>b',
    ['graph/trap ask', 'graph/unreachable b'],
  ],
  [
    'a lone node beside a dead end is a mistake of its own',
    'a b c end',
    'a>b a>end',
    ['graph/dead-end b', 'graph/unreachable c'],
  ],
  [
    'the start of what follows counts, the others are reported',
    'a b c end',
    'a>a a>end b>end c>end',
    ['graph/endless-replies a', 'graph/unreachable c'],
  ],

  ['an edge that leaves an END is one finding', 'a end', 'a>end end>a', ['graph/edge-after-end end']],
  ['what comes behind an END is not cut off', 'a end b end2', 'a>end end>b b>end2', ['graph/edge-after-end end']],
  [
    'a node twice is one finding, though their edges are the same',
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
