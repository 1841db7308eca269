// Each of these is right: the type checker has nothing to say of this file.
import { end, node, reply, type ScenarioSource, scenario } from 'scenewright'
import './team-types.ts'
import { contactNodes, goodbye, thanks, trigger } from './shared-nodes.ts'

export const everyField = scenario({
  title: 'Refund status',
  trigger_description: 'The customer asks when a refund will arrive.',
  clarification_label: null,
  description: null,
  examples: ['Where is my refund?'],
  exclusions: ['How do I ask for a refund?'],
  min_confidence: null,
  priority: null,
  allow_repeat_in_dialogue: null,
  exit_message: null,
  layout: { zoom: 2 },
  dependencies: { functions: [] },
  key: 'refund-status',
  renamed_from: 'refund',
  is_active: false,
  extra: { owner: 'shop' },
  document: { extra: { exported_by: 'shop' } },
  flow: {
    start: 'wait_time',
    nodes: {
      wait_time: reply('3 to 5 business days.', { title: 'How long', next: 'done', extra: { color: 'red' } }),
      done: end({ title: null, extra: { color: 'green' } }),
    },
    extra: { engine: 2 },
  },
})

export const everyNext = scenario({
  ...trigger,
  flow: {
    nodes: {
      id: reply('x', { next: 'target' }),
      target: reply('x', {
        next: { to: 'list', priority: null, condition: null, id: 'edge', extra: { color: 'red' } },
      }),
      list: reply('x', {
        next: ['id', { to: 'nothing', priority: 2, condition: { type: 'KEYWORD', words: ['yes'] } }],
      }),
      nothing: reply('x', { title: null }),
      no_fields: reply('x'),
    },
  },
})

export const edges = scenario({
  ...trigger,
  flow: {
    nodes: { a: reply('x'), b: end() },
    edges: [
      { source: 'a', target: 'b' },
      { source: 'a', target: 'a', id: 'e', priority: null, condition: null, extra: {} },
    ],
  },
})

export const pairs = scenario({
  ...trigger,
  flow: {
    start: '2',
    nodes: [
      ['2', reply('x', { next: '1' })],
      ['1', end()],
      ['1', end({ title: 'again' })],
    ],
  },
})

export const fragments = scenario({
  ...trigger,
  flow: { nodes: { ...contactNodes, start: reply('x', { next: 'contact' }), last: goodbye('done') } },
})

const typed: ScenarioSource = { ...trigger, flow: { nodes: contactNodes } }

export const typedBefore = scenario(typed)

export const unknownIds = scenario({
  ...trigger,
  flow: { nodes: { a: thanks('wherever'), b: reply('x', { next: trigger.title }) } },
})

export const computedNodes = scenario({
  ...trigger,
  flow: { start: 'a', nodes: ['a', 'b'].map(id => [id, thanks('b')] as const) },
})

export const otherTypes = scenario({
  ...trigger,
  flow: {
    nodes: {
      ask: node('ASK', { text: 'Which?', answers: ['this', 'that'], title: null, next: 'wait', extra: {} }),
      wait: node('PAUSE', { next: [{ to: 'undeclared', condition: { type: 'KEYWORD', words: ['go'] } }] }),
      undeclared: node('TRANSFER', { queue: 7, anything: { at: ['all'] }, next: 'bare' }),
      bare: node('HANG_UP'),
    },
  },
})

export const copy = scenario({ ...everyField, key: 'copy', title: 'Express' })

export const copyWithFlow = scenario({
  ...copy,
  key: 'express',
  flow: { nodes: { a: reply('x', { next: 'b' }), b: end() } },
})
