import type { Definition, FlowEdge, FlowNode } from '@scenewright/model'
import fc from 'fast-check'
import { edge, node } from './compile-flow.ts'

/** A choice among the first `count` whole numbers, made from an endless supply. */
type Choose = (count: number) => number

/** Makes a value from random choices. Two equal supplies make equal values, and fast-check shrinks them. */
function chosen<Value>(make: (choose: Choose) => Value): fc.Arbitrary<Value> {
  return fc.array(fc.nat({ max: 0x7fffffff }), { minLength: 80, maxLength: 80 }).map(numbers => {
    let at = 0
    return make(count => (numbers[at++ % numbers.length] ?? 0) % count)
  })
}

const names = ['hello', '__proto__', 'цена', 'place', 'constructor', 'weather', 'billing address', 'q7']

/**
 * A flow in which nothing is wrong. Its nodes have an order in which edges lead forwards, every node but the first is
 * led to from one before it, and only nodes that wait for the customer lead back as well. The definition lists them in
 * another order.
 */
export const validFlow: fc.Arbitrary<Definition> = chosen(choose => {
  const inner = names.slice(0, 1 + choose(6)).map((name, index) => (choose(3) === 0 ? `ask ${index}` : name))
  const ids = [...inner, ...['end', 'end of it'].slice(0, 1 + choose(2))]
  const targets = inner.map((_, index) => [index + 1 + choose(ids.length - index - 1)])
  for (const [index] of ids.entries()) {
    if (index > 0 && !targets.some((list, source) => source < index && list.includes(index))) {
      targets[choose(Math.min(index, inner.length))]?.push(index)
    }
  }
  for (const [index, id] of inner.entries()) if (id.startsWith('ask')) targets[index]?.push(choose(index + 1))
  const edges = targets.flatMap((list, source) => edgesOf(ids, source, list, choose(2) === 0))
  const nodes = ids.map(id => node(id))
  return { start_node_id: ids[0] ?? '', nodes: rotated(nodes, choose(nodes.length)), edges }
})

/** All with one priority, so that no order is assumed; the last one may hold always. */
function edgesOf(ids: readonly string[], source: number, targets: readonly number[], hasAlways: boolean): FlowEdge[] {
  return targets.map((target, place) => {
    const made = edge(`${ids[source]}>${ids[target]}`, { id: `${source} ${place}`, priority: 1 })
    if (!hasAlways || place < targets.length - 1) return { ...made, condition: { type: 'KEYWORD', words: [place] } }
    return { ...made, condition: { type: 'ALWAYS' } }
  })
}

function rotated(nodes: readonly FlowNode[], by: number): FlowNode[] {
  return [...nodes.slice(by), ...nodes.slice(0, by)]
}

/** Any flow of up to seven nodes, right or wrong, whose edges lead to nodes that are there. */
export const anyFlow: fc.Arbitrary<Definition> = chosen(choose => {
  const ids = Array.from({ length: 1 + choose(7) }, (_, index) => `${['a', 'b', 'ask', 'end'][choose(4)]}${index}`)
  const density = 2 + choose(5)
  const edges = ids.flatMap((source, from) =>
    ids.flatMap((target, to) => (choose(density) === 0 ? [edge(`${source}>${target}`, { id: `${from} ${to}` })] : [])),
  )
  return { start_node_id: ids[0] ?? '', nodes: ids.map(id => node(id)), edges }
})
