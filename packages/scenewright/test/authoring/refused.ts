// One mistake a line, and none beside it: the checker of this file wants an error at each, and nowhere else.
import { end, node, reply, scenario } from 'scenewright'
import './team-types.ts'
import { contactNodes, goodbye, trigger } from './shared-nodes.ts'

export const unknownIds = scenario({
  ...trigger,
  flow: {
    // @ts-expect-error no node has this id
    start: 'statr',
    nodes: {
      // @ts-expect-error no node has this id
      by_id: reply('x', { next: 'tagret' }),
      // @ts-expect-error no node has this id
      target: reply('x', { next: { to: 'by_idd', priority: 1 } }),
      // @ts-expect-error no node has this id
      list: reply('x', { next: ['target', 'lits'] }),
      // @ts-expect-error no node has this id
      list_of_targets: reply('x', { next: [{ to: 'target' }, { to: 'lits' }] }),
      // @ts-expect-error no node has this id
      declared: node('ASK', { text: 'x', next: 'done' }),
      // @ts-expect-error no node has this id
      undeclared: node('TRANSFER', { queue: 7, next: { to: 'done' } }),
      // @ts-expect-error no node has this id
      helper: goodbye('done'),
      last: end(),
    },
    edges: [
      {
        // @ts-expect-error no node has this id
        source: 'by_idd',
        target: 'last',
      },
      {
        source: 'target',
        // @ts-expect-error no node has this id
        target: 'lats',
      },
    ],
  },
})

export const unknownIdsOfPairs = scenario({
  ...trigger,
  flow: {
    nodes: [
      // @ts-expect-error no node has this id
      ['2', reply('x', { next: '3' })],
      ['1', end()],
    ],
  },
})

export const besideFragment = scenario({
  ...trigger,
  flow: {
    nodes: {
      ...contactNodes,
      // @ts-expect-error no node has this id
      start: reply('x', { next: 'contcat' }),
    },
  },
})

export const halfOfFragment = scenario({
  ...trigger,
  flow: {
    nodes: {
      // @ts-expect-error it leads to a node that was left behind
      contact: contactNodes.contact,
    },
  },
})

// @ts-expect-error no title
export const noTitle = scenario({ trigger_description: 'x', flow: { nodes: { done: end() } } })
// @ts-expect-error no trigger_description
export const noTrigger = scenario({ title: 'x', flow: { nodes: { done: end() } } })
// @ts-expect-error no flow
export const noFlow = scenario({ ...trigger })
// @ts-expect-error no nodes
export const noNodes = scenario({ ...trigger, flow: { start: 'a' } })

export const misspelt = scenario({
  title: 'x',
  trigger_description: 'x',
  // @ts-expect-error examples
  exmaples: ['x'],
  flow: { nodes: { done: end() } },
})

export const misspeltBesideSpread = scenario({
  ...trigger,
  // @ts-expect-error examples
  exmaples: ['x'],
  flow: { nodes: { done: end() } },
})

export const misspeltInFlow = scenario({
  ...trigger,
  flow: {
    nodes: { done: end() },
    // @ts-expect-error edges
    egdes: [],
  },
})

export const misspeltInDocument = scenario({
  ...trigger,
  // @ts-expect-error extra
  document: { extar: {} },
  flow: {
    nodes: { done: end() },
    edges: [
      {
        source: 'done',
        target: 'done',
        // @ts-expect-error priority
        prioritty: 1,
      },
    ],
  },
})

export const misspeltInNodes = scenario({
  ...trigger,
  flow: {
    nodes: {
      // @ts-expect-error next
      reply: reply('x', { nxt: 'end' }),
      // @ts-expect-error to
      target: reply('x', { next: { too: 'end' } }),
      // @ts-expect-error priority
      edge: reply('x', { next: { to: 'end', prioritty: 1 } }),
      // @ts-expect-error an END says nothing
      end: end({ text: 'x' }),
      // @ts-expect-error an END leads nowhere
      end_with_next: end({ next: 'end' }),
      // @ts-expect-error answers
      ask: node('ASK', { text: 'x', anwsers: [] }),
    },
  },
})

export const wrongTypes = scenario({
  // @ts-expect-error a text
  title: 7,
  trigger_description: 'x',
  // @ts-expect-error texts
  examples: [7],
  // @ts-expect-error a list
  exclusions: 'x',
  // @ts-expect-error a number
  min_confidence: '80',
  // @ts-expect-error true or false
  allow_repeat_in_dialogue: 'yes',
  // @ts-expect-error not null
  is_active: null,
  // @ts-expect-error not null
  key: null,
  // @ts-expect-error a mapping
  extra: 'x',
  flow: {
    nodes: {
      // @ts-expect-error a text
      text: reply(7),
      // @ts-expect-error no text
      no_text: reply(),
      // @ts-expect-error a text
      title: reply('x', { title: 7 }),
      // @ts-expect-error an id
      next: reply('x', { next: null }),
      // @ts-expect-error a number
      priority: reply('x', { next: { to: 'next', priority: '1' } }),
      // @ts-expect-error a condition has a type
      condition: reply('x', { next: { to: 'next', condition: { words: [] } } }),
      // @ts-expect-error a text
      declared_type: node('ASK', { text: 7 }),
      // @ts-expect-error a text is missing
      declared_missing: node('ASK', { answers: [] }),
      // @ts-expect-error a reply has a text
      reply_missing: node('FIXED_REPLY', {}),
      // @ts-expect-error a node is made by reply, end or node
      no_node: 'x',
    },
  },
})
