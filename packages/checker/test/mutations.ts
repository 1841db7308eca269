import type { Definition, FlowEdge } from '@scenewright/model'
import type { DocumentPath } from '@scenewright/model/compilation'
import { edge, node } from './compile-flow.ts'
import { askOracle } from './oracle.ts'

/** A valid flow with one defect, and the one finding that it must cause. */
export interface Mutant {
  readonly definition: Definition
  readonly rule: string
  /** The list and the index of the finding. */
  readonly at: DocumentPath
}

type Mutation = (flow: Definition) => readonly Mutant[]

/** Every defect that a valid flow can get, each in every possible place. */
export const mutations = {
  'misspelled start': flow => [
    { definition: { ...flow, start_node_id: 'nowhere at all' }, rule: 'graph/no-start', at: atStart },
  ],

  'misspelled target': flow =>
    flow.edges.flatMap(({ target }, index) =>
      [`${target}x`, 'nowhere at all'].map(name => ({
        definition: withEdge(flow, index, { target: name }),
        rule: 'graph/unknown-target',
        at: atEdge(index),
      })),
    ),

  'misspelled source': flow =>
    flow.edges.flatMap(({ source }, index) =>
      [`${source}x`, 'nowhere at all'].map(name => ({
        definition: withEdge(flow, index, { source: name }),
        rule: 'graph/unknown-target',
        at: atEdge(index),
      })),
    ),

  'renamed node without the edges to it': flow =>
    flow.nodes.flatMap(({ id }, index) => {
      if (id === flow.start_node_id) return []
      const renamed = `${id} of old`
      const nodes = flow.nodes.with(index, { ...node(id), id: renamed })
      const edges = flow.edges.map(each => (each.source === id ? { ...each, source: renamed } : each))
      const first = edges.findIndex(each => each.target === id)
      return { definition: { ...flow, nodes, edges }, rule: 'graph/unknown-target', at: atEdge(first) }
    }),

  'duplicate node': flow =>
    flow.nodes.map(({ id }) => ({
      definition: { ...flow, nodes: [...flow.nodes, node(id)] },
      rule: 'graph/duplicate-node',
      at: atNode(flow.nodes.length),
    })),

  'duplicate node with its edges': flow =>
    flow.nodes.map(({ id }) => {
      const copies = flow.edges.filter(({ source }) => source === id).map(each => ({ ...each, id: `${each.id} again` }))
      return {
        definition: { ...flow, nodes: [...flow.nodes, node(id)], edges: [...flow.edges, ...copies] },
        rule: 'graph/duplicate-node',
        at: atNode(flow.nodes.length),
      }
    }),

  'duplicate edge id': flow =>
    flow.edges.slice(1).map((_, index) => ({
      definition: withEdge(flow, index + 1, { id: flow.edges[0]?.id ?? '' }),
      rule: 'graph/duplicate-edge-id',
      at: atEdge(index + 1),
    })),

  'duplicate edge': flow => flow.edges.map(each => added(flow, { ...each, id: 'copy' }, 'graph/duplicate-edge')),

  'every END replaced with a reply': flow => {
    const nodes = flow.nodes.map(({ id, type }) => node(id, type === 'END' ? 'FIXED_REPLY' : type))
    return [{ definition: { ...flow, nodes }, rule: 'graph/no-end', at: atNodes }]
  },

  'every END removed': flow => {
    if (flow.nodes.some(({ id, type }) => type === 'END' && id === flow.start_node_id)) return []
    const nodes = flow.nodes.filter(({ type }) => type !== 'END')
    const edges = flow.edges.filter(({ target }) => nodes.some(({ id }) => id === target))
    return [{ definition: { ...flow, nodes, edges }, rule: 'graph/no-end', at: atNodes }]
  },

  'every edge from a node removed': flow =>
    inner(flow).map(({ id, index }) => {
      const edges = flow.edges.filter(({ source }) => source !== id)
      return { definition: { ...flow, edges }, rule: 'graph/dead-end', at: atNode(index) }
    }),

  'edge to a new dead end': flow =>
    inner(flow).map(({ id }) => ({
      definition: {
        ...withNode(flow, 'last words'),
        edges: [edge(`${id}>last words`, { priority: 1 }), ...flow.edges],
      },
      rule: 'graph/dead-end',
      at: atNode(flow.nodes.length),
    })),

  'reply that leads to itself': flow =>
    replies(flow).map(({ id, index }) => ({
      definition: { ...flow, edges: [edge(`${id}>${id}`, { id: 'new', priority: 1 }), ...flow.edges] },
      rule: 'graph/endless-replies',
      at: atNode(index),
    })),

  'edge of a reply redirected to the reply': flow =>
    replies(flow).flatMap(({ id, index }) =>
      edgesFrom(flow, id).map(at => ({
        definition: withEdge(flow, at, { target: id }),
        rule: 'graph/endless-replies',
        at: atNode(index),
      })),
    ),

  'edge to a new waiting loop without an exit': flow =>
    inner(flow).map(({ id }) => {
      const edges = [edge(`${id}>ask for ever`, { priority: 1 }), edge('ask for ever>ask for ever'), ...flow.edges]
      const definition = { ...withNode(flow, 'ask for ever'), edges }
      return { definition, rule: 'graph/trap', at: atNode(flow.nodes.length) }
    }),

  'edge redirected to a waiting loop without an exit': flow =>
    flow.edges.map((_, index) => {
      const turned = withEdge(flow, index, { target: 'ask for ever' })
      const edges = [...turned.edges, edge('ask for ever>ask for ever')]
      const definition = { ...withNode(flow, 'ask for ever'), edges }
      return { definition, rule: 'graph/trap', at: atFirstLost(definition) }
    }),

  'node without incoming edges': flow =>
    flow.nodes.flatMap(({ id }) => [
      cutOff(flow, ['orphan'], [edge(`orphan>${id}`)]),
      cutOff(flow, ['orphan', 'ask 9'], [edge('orphan>ask 9'), edge(`ask 9>${id}`)]),
    ]),

  'region without incoming edges': flow => [
    cutOff(flow, ['orphan'], []),
    cutOff(flow, ['orphan'], [edge('orphan>orphan')]),
    cutOff(flow, ['orphan', 'other'], [edge('orphan>other'), edge('other>orphan')]),
    cutOff(flow, ['orphan', 'other'], [edge('orphan>other')]),
    cutOff(flow, ['end of nothing'], []),
  ],

  'edge removed': flow =>
    flow.edges.flatMap((_, index) => {
      const definition = { ...flow, edges: flow.edges.filter((__, at) => at !== index) }
      const { unreachable, trapped } = askOracle(definition)
      const isDeadEnd = !definition.edges.some(({ source }) => source === flow.edges[index]?.source)
      if (unreachable.size === 0 || trapped.size > 0 || isDeadEnd) return []
      return { definition, rule: 'graph/unreachable', at: atFirstEntry(definition, unreachable) }
    }),

  'edge that leaves an END': flow =>
    flow.nodes.flatMap(({ id, type }) =>
      type === 'END'
        ? flow.nodes.map(target => added(flow, edge(`${id}>${target.id}`, { id: 'new' }), 'graph/edge-after-end'))
        : [],
    ),

  'edge behind an unconditional one': flow =>
    always(flow).map(({ source, target }) =>
      added(flow, edge(`${source}>${target}`, { id: 'new', priority: 2 }), 'graph/shadowed-edge'),
    ),

  'higher priority number for the unconditional edge': flow =>
    always(flow).flatMap(each => {
      if (edgesFrom(flow, each.source).length < 2) return []
      const index = flow.edges.indexOf(each)
      const definition = withEdge(flow, index, { priority: 2 })
      return { definition, rule: 'graph/order-by-assumption', at: atEdge(index) }
    }),

  'more nodes than the limit': flow => {
    // Every one of them leads on, so that nothing else is wrong.
    const ids = Array.from({ length: 61 - flow.nodes.length }, (_, index) => `long way ${index}`)
    const edges = ids.map((id, index) => edge(`${id}>${ids[index + 1] ?? flow.start_node_id}`))
    const nodes = [...flow.nodes, ...ids.map(id => node(id))]
    const definition = { start_node_id: ids[0] ?? '', nodes, edges: [...flow.edges, ...edges] }
    return [{ definition, rule: 'graph/complexity', at: atNodes }]
  },

  'undeclared type': flow =>
    inner(flow).map(({ id, index }) => ({
      definition: { ...flow, nodes: flow.nodes.with(index, node(id, 'MYSTERY')) },
      rule: 'graph/unknown-node-type',
      at: atNode(index),
    })),

  'undeclared condition': flow =>
    flow.edges.map((_, index) => ({
      definition: withEdge(flow, index, { condition: { type: 'MYSTERY' } }),
      rule: 'graph/unknown-condition',
      at: atEdge(index),
    })),
} satisfies Readonly<Record<string, Mutation>>

const atNodes: DocumentPath = ['scenario', 'definition', 'nodes']
const atStart: DocumentPath = ['scenario', 'definition', 'start_node_id']
const atNode = (index: number): DocumentPath => [...atNodes, index]
const atEdge = (index: number): DocumentPath => ['scenario', 'definition', 'edges', index]

function withEdge(flow: Definition, index: number, fields: Partial<FlowEdge>): Definition {
  return { ...flow, edges: flow.edges.map((each, at) => (at === index ? { ...each, ...fields } : each)) }
}

function withNode(flow: Definition, id: string): Definition {
  return { ...flow, nodes: [...flow.nodes, node(id)] }
}

function added(flow: Definition, each: FlowEdge, rule: string): Mutant {
  return { definition: { ...flow, edges: [...flow.edges, each] }, rule, at: atEdge(flow.edges.length) }
}

function cutOff(flow: Definition, ids: readonly string[], edges: readonly FlowEdge[]): Mutant {
  const nodes = [...flow.nodes, ...ids.map(id => node(id))]
  const definition = { ...flow, nodes, edges: [...flow.edges, ...edges] }
  return { definition, rule: 'graph/unreachable', at: atNode(flow.nodes.length) }
}

function inner(flow: Definition) {
  return flow.nodes.flatMap(({ id, type }, index) => (type === 'END' ? [] : [{ id, type, index }]))
}

function replies(flow: Definition) {
  return inner(flow).filter(({ type }) => type === 'FIXED_REPLY')
}

function always(flow: Definition): readonly FlowEdge[] {
  return flow.edges.filter(({ condition }) => condition?.type === 'ALWAYS')
}

function edgesFrom(flow: Definition, id: string): readonly number[] {
  return flow.edges.flatMap(({ source }, index) => (source === id ? [index] : []))
}

/** The trapped node that is nearest to the start, steps counted one after the other. */
function atFirstLost(flow: Definition): DocumentPath {
  const { trapped } = askOracle(flow)
  const order = [flow.start_node_id]
  for (const id of order) {
    const next = flow.edges.filter(({ source }) => source === id).map(({ target }) => target)
    for (const each of flow.nodes) if (next.includes(each.id) && !order.includes(each.id)) order.push(each.id)
  }
  const first = order.find(id => trapped.has(id))
  return atNode(flow.nodes.findIndex(({ id }) => id === first))
}

/** The first cut-off node from which all the others are led to. */
function atFirstEntry(flow: Definition, lost: ReadonlySet<string>): DocumentPath {
  const isEntry = (id: string) => {
    const { unreachable } = askOracle({ ...flow, start_node_id: id })
    return [...lost].every(each => !unreachable.has(each))
  }
  return atNode(flow.nodes.findIndex(({ id }) => lost.has(id) && isEntry(id)))
}
