import { describe, expect, test } from 'vitest'
import { type Change, describeChange, diffDocuments, diffScenarios, kinds } from '../src/index.ts'
import { end, flow, reply, scenario } from './scenarios.ts'

const [wait, contact, done] = [reply('wait', 'It takes five days.'), reply('contact', 'Write to us.'), end('done')]
const line = flow([wait, contact, done], ['wait contact', 'contact done'])
const fork = flow([wait, contact, done, end('stop')], ['wait contact', 'wait stop', 'contact done'])
const always = { type: 'ALWAYS' }

type Fields = Parameters<typeof scenario>[0]

const rows: readonly (readonly [string, Fields, Fields, readonly string[]])[] = [
  ['another title', {}, { title: 'Money back' }, ['info title-changed']],
  ['another description of the trigger', {}, { trigger_description: 'X' }, ['info trigger-description-changed']],
  ['a label', {}, { clarification_label: 'Money' }, ['info clarification-label-changed']],
  ['a label that equals the title', {}, { clarification_label: 'Refund' }, []],
  [
    'a title that was also the label',
    { clarification_label: 'Refund' },
    { title: 'A', clarification_label: 'Refund' },
    ['info title-changed'],
  ],
  [
    'a label that equals the new title',
    {},
    { title: 'A', clarification_label: 'A' },
    ['info title-changed', 'info clarification-label-changed'],
  ],
  ['a description', {}, { description: 'Ours' }, ['info description-changed']],
  ['an empty description', {}, { description: '' }, []],
  ['an exit message', { exit_message: 'Bye' }, { exit_message: null }, ['info exit-message-changed']],
  ['an explicit default', {}, { min_confidence: 78, priority: 100 }, []],
  ['a higher confidence', {}, { min_confidence: 79 }, ['risky min-confidence-raised']],
  ['a lower confidence', {}, { min_confidence: 77 }, ['info min-confidence-lowered']],
  ['a priority', {}, { priority: 1 }, ['risky priority-changed']],
  ['repetition', {}, { allow_repeat_in_dialogue: true }, ['risky repeat-changed']],
  ['one example more', {}, { examples: ['money'] }, ['info example-added']],
  ['one example fewer', { examples: ['a', 'a'] }, { examples: ['a'] }, ['risky example-removed']],
  ['one exclusion more', {}, { exclusions: ['a'] }, ['risky exclusion-added']],
  ['one exclusion fewer', { exclusions: ['a'] }, {}, ['info exclusion-removed']],
  ['examples in another order', { examples: ['a', 'b'] }, { examples: ['b', 'a'] }, ['layout listed-otherwise']],
  ['another layout', { layout: { a: 1 } }, { layout: { a: 2 } }, ['layout layout-changed']],
  ['an unknown field', {}, { tone: 'kind' }, ['risky field-changed']],
  [
    'another text',
    { definition: line },
    { definition: { ...line, nodes: [reply('wait', 'It takes nine days.'), contact, done] } },
    ['info reply-changed wait'],
  ],
  [
    'another title of a node',
    { definition: line },
    { definition: { ...line, nodes: [{ ...wait, title: 'Wait' }, contact, done] } },
    ['info node-retitled wait'],
  ],
  [
    'a renamed node, with all references to its name',
    { definition: line },
    { definition: flow([reply('delay', wait.text as string), contact, done], ['delay contact', 'contact done']) },
    ['info node-renamed delay'],
  ],
  [
    'a renamed node with a similar text',
    { definition: line },
    { definition: flow([reply('delay', 'It takes nine days.'), contact, done], ['delay contact', 'contact done']) },
    ['info node-renamed delay', 'info reply-changed delay'],
  ],
  [
    'a renamed END',
    { definition: line },
    { definition: flow([wait, contact, end('over')], ['wait contact', 'contact over']) },
    ['info node-renamed over'],
  ],
  [
    'a node without similarity to a removed one',
    { definition: flow([wait, done], ['wait done']) },
    { definition: flow([reply('joke', 'Knock, knock!'), end('out'), wait], ['joke out'], 'joke') },
    [
      'risky node-unreached wait',
      'risky start-moved joke',
      'risky edge-removed wait--done',
      'info node-renamed out',
      'info node-added joke',
      'layout listed-otherwise',
    ],
  ],
  [
    'fields of a step and a connection that are null instead of absent',
    { definition: line },
    {
      definition: {
        ...line,
        nodes: line.nodes.map(node => (node.id === 'wait' ? { ...node, fallback: null } : node)),
        edges: line.edges.map((edge, index) => (index === 0 ? { ...edge, wait: null } : edge)),
      },
    },
    ['risky node-field-changed wait', 'risky edge-field-changed wait--contact'],
  ],
  [
    'a reply in between',
    { definition: flow([wait, done], ['wait done']) },
    { definition: line },
    ['info node-inserted wait--contact'],
  ],
  ['two replies at the start', { definition: flow([done], []) }, { definition: line }, ['info node-inserted wait']],
  [
    'a step in between that is not a reply',
    { definition: flow([wait, done], ['wait done']) },
    { definition: flow([wait, { id: 'ask', type: 'ASK' }, done], ['wait ask', 'ask done']) },
    ['risky node-inserted wait--ask'],
  ],
  [
    'a reply in between with another outgoing edge',
    { definition: flow([wait, done, end('stop')], ['wait done', 'wait stop']) },
    {
      definition: flow(
        [wait, contact, done, end('stop')],
        ['wait contact', 'wait stop', 'contact done', 'contact stop'],
      ),
    },
    ['risky edge-rerouted wait--contact', 'info node-added contact'],
  ],
  [
    'one reply fewer',
    { definition: line },
    { definition: flow([wait, done], ['wait done']) },
    ['risky node-taken-out wait--done'],
  ],
  [
    'one reply fewer, which had two incoming edges',
    { definition: flow([wait, contact, done], ['wait contact', 'wait done', 'contact done', 'done contact']) },
    { definition: flow([wait, done], ['wait done']) },
    ['risky node-removed contact', 'risky edge-removed wait--contact', 'risky edge-removed done--contact'],
  ],
  [
    'a node of another type',
    { definition: flow([wait, { id: 'ask', type: 'ASK' }, done], ['wait ask', 'ask done']) },
    { definition: flow([wait, { id: 'ask', type: 'MENU' }, done], ['wait ask', 'ask done']) },
    ['risky node-type-changed ask'],
  ],
  [
    'an unknown field of a node',
    { definition: line },
    { definition: { ...line, nodes: [{ ...wait, delay: 5 }, contact, done] } },
    ['risky node-field-changed wait'],
  ],
  [
    'no path to an END',
    { definition: line },
    { definition: { ...line, edges: line.edges.slice(0, 1) } },
    ['breaking no-end-left', 'risky node-unreached done', 'risky edge-removed contact--done'],
  ],
  [
    'one path to an END fewer',
    { definition: fork },
    { definition: { ...fork, edges: fork.edges.slice(0, 2) } },
    ['risky end-lost done', 'risky way-lost contact', 'risky edge-removed contact--done'],
  ],
  [
    'another start',
    { definition: line },
    { definition: { ...line, start_node_id: 'contact' } },
    ['risky node-unreached wait', 'risky start-moved contact'],
  ],
  [
    'edges in another order',
    { definition: flow([wait, contact, done], ['wait contact', 'wait done', 'contact done']) },
    { definition: flow([wait, contact, done], ['wait done', 'wait contact', 'contact done']) },
    ['risky edges-reordered wait'],
  ],
  [
    'an edge that overtakes another',
    { definition: flow([wait, contact, done], ['wait done', 'contact done']) },
    { definition: flow([wait, contact, done], ['wait contact', 'wait done', 'contact done']) },
    ['risky edge-overtakes wait--contact', 'info node-reached contact'],
  ],
  [
    'one more edge, behind the others',
    { definition: { ...fork, edges: fork.edges.filter(({ id }) => id !== 'wait--stop') } },
    { definition: fork },
    ['info end-gained stop', 'info edge-added wait--stop'],
  ],
  [
    'a condition',
    { definition: line },
    { definition: { ...line, edges: line.edges.map(edge => ({ ...edge, condition: { type: 'KEYWORD' } })) } },
    ['risky edge-condition-changed wait--contact', 'risky edge-condition-changed contact--done'],
  ],
  [
    'an explicit default condition',
    { definition: line },
    { definition: { ...line, edges: line.edges.map(({ condition: _always, ...edge }) => edge) } },
    [],
  ],
  [
    'a priority of an edge, and its id',
    { definition: line },
    {
      definition: {
        ...line,
        edges: line.edges.map(edge => ({ ...edge, id: `my ${edge.id}`, priority: 7, condition: always })),
      },
    },
    [
      'info edge-priority-changed my wait--contact',
      'info edge-renamed my wait--contact',
      'info edge-priority-changed my contact--done',
      'info edge-renamed my contact--done',
    ],
  ],
  [
    'nodes in another order',
    { definition: line },
    { definition: { ...line, nodes: [wait, done, contact] } },
    ['layout listed-otherwise'],
  ],
]

describe('a scenario with', () => {
  test.each(rows)('%s', (_name, base, head, expected) => {
    const changes = diffScenarios([scenario(base)], [scenario(head)]).flatMap(each => each.changes)
    expect(changes.map(told)).toEqual(expected)
  })
})

test('every kind is found by an example, and has a level', () => {
  const found = new Set(rows.flatMap(([, , , expected]) => expected.map(line => line.split(' ')[1])))
  const mirrors = ['some-end-found', 'way-gained', 'dependencies-changed']
  const elsewhere = Object.keys(kinds).filter(kind => /^scenario-|^rename-|-moved-|^messages-|^setting-/.test(kind))
  expect([...found, ...mirrors, ...elsewhere].sort()).toEqual(Object.keys(kinds).sort())
})

describe('a project in which', () => {
  const [a, b] = [scenario({ examples: ['one', 'two'] }, { key: 'a' }), scenario({ examples: [] }, { key: 'b' })]

  const card = scenario({ title: 'Lost card', trigger_description: 'Block it', examples: ['lost'] }, { key: 'card' })

  const projects = [
    ['no change', [a, b], [b, a], []],
    [
      'an added and a removed scenario',
      [a],
      [card],
      ['a removed breaking scenario-removed', 'card added info scenario-added'],
    ],
    [
      'a scenario with another key and one example fewer',
      [a],
      [{ ...scenario({ examples: ['one'] }, { key: 'b' }) }],
      ['b renamed breaking rename-guessed', 'b renamed risky example-removed'],
    ],
    [
      'a removed scenario that is similar to one of two new ones',
      [a],
      [scenario({ examples: ['one'] }, { key: 'b' }), scenario({ examples: ['one', 'two'] }, { key: 'c' })],
      ['b added info scenario-added', 'c renamed breaking rename-guessed'],
    ],
    [
      'a scenario with its former key',
      [a],
      [{ ...a, key: 'c', renamedFrom: 'a', isActive: false }],
      ['c renamed breaking scenario-switched-off', 'c renamed info scenario-renamed'],
    ],
    ['a former key that still exists', [a], [a, { ...b, renamedFrom: 'a' }], ['b added info scenario-added']],
    [
      'two scenarios with the same former key',
      [a],
      [
        { ...a, key: 'c', renamedFrom: 'a' },
        { ...a, key: 'd', renamedFrom: 'a' },
      ],
      ['c renamed info scenario-renamed', 'd added info scenario-added'],
    ],
    ['an activated scenario', [{ ...a, isActive: false }], [a], ['a changed info scenario-switched-on']],
    [
      'a moved example',
      [a, b],
      [scenario({ examples: ['one'] }, { key: 'a' }), scenario({ examples: ['two'] }, { key: 'b' })],
      ['a changed risky example-moved-away', 'b changed info example-moved-here'],
    ],
    [
      'an exclusion that moved to a new scenario',
      [scenario({ exclusions: ['no'] }, { key: 'a' })],
      [scenario({}, { key: 'a' }), scenario({ exclusions: ['no'] }, { key: 'b' })],
      ['a changed info exclusion-moved-away', 'b added info scenario-added'],
    ],
  ] as const

  test.each(projects)('%s', (_name, base, head, expected) => {
    const found = diffScenarios([...base], [...head])
    expect(found.flatMap(({ key, change, changes }) => changes.map(each => `${key} ${change} ${told(each)}`))).toEqual(
      expected,
    )
  })
})

test('levels are those of the config; disabled changes are not shown', () => {
  const heads = [scenario({ title: 'Money', priority: 3 })]
  const found = diffScenarios([scenario()], heads, { 'title-changed': 'breaking', 'priority-changed': 'off' })
  expect(found.flatMap(({ changes }) => changes.map(told))).toEqual(['breaking title-changed'])
  expect(diffScenarios([scenario()], heads, { 'title-changed': 'off', 'priority-changed': 'off' })).toEqual([])
})

test('a consequence includes the walk that proves it', () => {
  const { document: before } = scenario({ definition: fork })
  const { document: after } = scenario({ definition: { ...fork, edges: fork.edges.slice(0, 2) } })
  const walks = diffDocuments('a', before, after).map(({ kind, walk }) => [kind, walk?.join(' ')])
  expect(walks).toEqual([
    ['end-lost', 'wait contact done'],
    ['way-lost', 'contact done'],
    ['edge-removed', undefined],
  ])
})

test('after a cut only the first node has a walk, and a walk that is too long is left out', () => {
  const chain = (count: number, cut: number) => {
    const names = Array.from({ length: count }, (_, index) => `n${index}`)
    const ways = names.slice(1).map((name, index) => `n${index} ${name}`)
    return scenario({
      definition: flow(
        names.map(name => reply(name, name)),
        ways.filter((_way, index) => index !== cut),
      ),
    }).document
  }
  const walks = (count: number, cut: number) => {
    const unreached = diffDocuments('a', chain(count, -1), chain(count, cut)).filter(
      ({ kind }) => kind === 'node-unreached',
    )
    return unreached.map(({ walk }) => walk?.join(' '))
  }
  expect(walks(5, 1)).toEqual(['n0 n1 n2', undefined, undefined])
  expect(walks(150, 148)).toEqual([undefined])
})

test('a text is compared word by word, in any script', () => {
  const text = (before: string, after: string) => {
    const [changed] = diffScenarios([scenario({ title: before })], [scenario({ title: after })])
    return changed?.changes[0]?.words?.map(({ in: where, text: run }) => `${where}:${run}`)
  }
  expect(text('You have 14 days.', 'You have 30 days.')).toEqual([
    'both:You have ',
    'base:14 ',
    'head:30 ',
    'both:days.',
  ])
  expect(text('Ждите пять дней', 'Ждите семь дней')).toEqual(['both:Ждите ', 'base:пять ', 'head:семь ', 'both:дней'])
  expect(text('a  b', 'a b')).toEqual(['base:a  b', 'head:a b'])
})

test('a fingerprint is of the content, not of the place', () => {
  const definition = (nodes: readonly ReturnType<typeof reply>[]) => ({ definition: flow(nodes, []) })
  const print = (before: Fields, after: Fields) =>
    diffScenarios([scenario(before)], [scenario(after)])
      .flatMap(({ changes }) => changes)
      .find(({ kind }) => kind === 'reply-changed')?.fingerprint
  const first = print(definition([wait, contact]), definition([reply('wait', 'No.'), contact]))
  expect(print(definition([contact, wait]), definition([contact, reply('wait', 'No.')]))).toBe(first)
  expect(print(definition([wait, contact]), definition([reply('wait', 'Yes.'), contact]))).not.toBe(first)
})

function told({ level, kind, edge, node }: Change): string {
  return [level, kind, edge ?? node].filter(part => part !== undefined).join(' ')
}

test('whole words are marked, also if a sign joins their parts', () => {
  const marked = (before: string, after: string) => {
    const [changed] = diffScenarios([scenario({ title: before })], [scenario({ title: after })])
    return changed?.changes[0]?.words?.flatMap(({ in: where, text: run }) => (where === 'both' ? [] : [run.trim()]))
  }
  expect(marked("You don't pay.", "You can't pay.")).toEqual(["don't", "can't"])
  expect(marked('Open 9:00-17:30, daily', 'Open 9:00-17:45, daily')).toEqual(['9:00-17:30', '9:00-17:45'])
  expect(marked('It costs 1,500.00 euros', 'It costs 1,900.00 euros')).toEqual(['1,500.00', '1,900.00'])
  expect(marked('Один-три дня', 'Два-три дня')).toEqual(['Один-три', 'Два-три'])
  expect(marked('Hi 👩‍🚀!', 'Hi 👩‍🔬!')).toEqual(['👩‍🚀', '👩‍🔬'])
})

test('a few unchanged words between two longer edits are part of one edit, with the white space of each side', () => {
  const told = (before: string, after: string) => {
    const [changed] = diffScenarios([scenario({ title: before })], [scenario({ title: after })])
    return changed?.changes[0]?.words?.map(({ in: where, text: run }) => `${where}:${run}`)
  }
  expect(told('It takes 3 to 5 days', 'It takes 5 to 7 days')).toEqual([
    'both:It takes ',
    'base:3 to 5 ',
    'head:5 to 7 ',
    'both:days',
  ])
  expect(told('No later than 3 days without pay', 'At most 3 days; and with pay')).toEqual([
    'base:No later than 3 days without ',
    'head:At most 3 days; and with ',
    'both:pay',
  ])
  expect(told('Pay 3 or send 5', 'Pay 4 or send 6')?.filter(run => run.startsWith('both'))).toEqual([
    'both:Pay ',
    'both:or send ',
  ])
})

test('a new scenario, a new reply and a new text of a scenario are reported in full', () => {
  const long = `${'word '.repeat(200)}end`
  const texts = (base: readonly ReturnType<typeof scenario>[], head: readonly ReturnType<typeof scenario>[]) =>
    diffScenarios(base, head).flatMap(({ changes }) =>
      changes.flatMap((change): readonly unknown[] => change.texts ?? change.words ?? []),
    )
  const fields = { description: 'Ours', examples: ['one'], exclusions: ['no'], exit_message: 'Bye' }
  const added = scenario({ ...fields, definition: flow([reply('wait', long), done], ['wait done']) })
  expect(texts([], [added])).toEqual([
    { label: 'trigger description', text: added.document.scenario.trigger_description },
    { label: 'description', text: 'Ours' },
    { label: 'example', text: 'one' },
    { label: 'exclusion', text: 'no' },
    { label: 'reply "wait"', text: long },
    { label: 'exit message', text: 'Bye' },
  ])
  const between = flow([wait, reply('more', long), done], ['wait more', 'more done'])
  const before = scenario({ definition: flow([wait, done], ['wait done']) })
  expect(texts([before], [scenario({ definition: between })])).toEqual([{ label: 'reply "more"', text: long }])
  const over = scenario({ ...before.document.scenario, exit_message: long })
  expect(texts([before], [over])).toEqual([{ in: 'head', text: long }])
})

test('a former key that looks like the new one is written with escapes', () => {
  const [before, after] = ['cafe\u0301', 'caf\u00e9'].map(key => scenario({}, { key }))
  if (before === undefined || after === undefined) throw new Error('a scenario is missing')
  const said = (renamedFrom?: string) =>
    diffScenarios([before], [{ ...after, ...(renamedFrom !== undefined && { renamedFrom }) }]).flatMap(({ changes }) =>
      changes.map(describeChange),
    )
  expect(said()).toEqual([
    'seems to be renamed from "cafe\\u0301"; without renamed_from: "cafe\\u0301" a deploy creates a new record and switches the old one off',
  ])
  expect(said(before.key)).toEqual(['renamed from "cafe\\u0301"'])
})
