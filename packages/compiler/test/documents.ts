import type { ImportDocument } from '@scenewright/model'
import fc from 'fast-check'
import { anyCharacter } from '../../model/test/any-character.ts'

/** Texts that look like something else to YAML, or that a printer loses letters of. */
const trickyTexts = [
  '',
  ' ',
  '1',
  '1.0',
  '0x1f',
  'true',
  'null',
  '~',
  'yes',
  'END',
  '__proto__',
  'constructor',
  'toString',
  'a: b',
  '- x',
  '-',
  '# no comment',
  'a #b',
  'a # b',
  ' leading',
  'trailing ',
  'tab\there',
  '\ttab first',
  'a\r\nb',
  'a\rb',
  'one\ntwo',
  'one\ntwo\n',
  'one\n\n',
  '\n',
  '\n\nafter',
  ' indented\nthen not',
  'not\n  indented',
  'spaces   between',
  'line \nfeed',
  '\u2028',
  '\u2029x',
  '\ufeffbom',
  '\u0000',
  '\u0007',
  '\u0085',
  '\u00a0',
  '\ud800',
  'x\udc00y',
  '😀',
  '%directive',
  '---',
  '--- x',
  '...',
  '?',
  '? x',
  ':',
  'a:',
  ':a',
  '{a',
  '[a',
  'a]',
  'a,b',
  '!tag',
  '&anchor',
  '*alias',
  '@at',
  '`tick',
  '|',
  '>',
  '| x',
  '"quoted"',
  "'single'",
  'it\'s "both"',
  '<<',
  '=',
  '1e21',
  '-0',
  '.inf',
  '.nan',
  '0o17',
  '1_000',
  '12:30:45',
  '2026-10-17',
  'word '.repeat(40).trim(),
  'x'.repeat(300),
  `${'word '.repeat(30)}\n${'next '.repeat(30)}`.trim(),
  `# ${'hash '.repeat(40)}`.trim(),
  '- item\n- item\n# hash',
  'a\n---\nb',
  'a\n%b',
  `key: ${'value '.repeat(40)}`.trim(),
  '\\',
  'back\\slash',
  'a\\nb',
  '<<<<<<< x\n=======\n>>>>>>> y',
  'scenewright-ignore',
  'é́',
  'Ѐ',
  `a  ${'b '.repeat(80)}`,
  `"${'q '.repeat(80)}`,
  `${'t\t'.repeat(80)}`,
  'k'.repeat(1100),
] as const

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...trickyTexts) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '#', ':', '-', 'a', '"', '|', '\r'), maxLength: 9 }),
  },
  { weight: 1, arbitrary: fc.array(text0(), { maxLength: 30 }).map(words => words.join(' ')) },
)

function text0() {
  return fc.constantFrom(
    'word',
    '#',
    '-',
    ':',
    'longer-word',
    '',
    '"',
    "'",
    '\n',
    'END',
    '|',
    '>',
    '&a',
    '{',
    'a:',
    '\\',
  )
}

const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(1e21, -0, 5e-324, 2 ** 60),
)

const json: fc.Arbitrary<unknown> = fc.letrec(tie => ({
  value: fc.oneof({ maxDepth: 3 }, text, number, fc.boolean(), fc.constant(null), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: objectOf(fc.array(fc.tuple(name(), tie('value')), { maxLength: 3 })),
})).value

/** Names of fields, our own words and the prototype's among them. */
function name() {
  return fc.oneof(
    text,
    fc.constantFrom(
      'key',
      'flow',
      'extra',
      'next',
      'is_active',
      'renamed_from',
      'document',
      'title',
      'text',
      'id',
      'edges',
      'nodes',
      'to',
      'start',
      'type',
      'priority',
      '7',
      '0',
    ),
  )
}

function objectOf(entries: fc.Arbitrary<(readonly [string, unknown])[]>) {
  return entries.map(list => Object.fromEntries(list))
}

const object = objectOf(fc.array(fc.tuple(name(), json), { maxLength: 3 }))

/** Fields that the document does not know, behind those that it does. */
function withUnknown(known: fc.Arbitrary<object>, taken: readonly string[]) {
  return fc.tuple(known, fc.option(object, { nil: {} })).map(([fields, unknown]) => {
    const free = Object.entries(unknown).filter(([field]) => !taken.includes(field))
    return Object.fromEntries([...Object.entries(fields), ...free])
  })
}

const filled = text.filter(value => value !== '')

const condition = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ type: 'ALWAYS' }) },
  { weight: 1, arbitrary: withUnknown(fc.record({ type: filled }), ['type']) },
)

const identity = fc.oneof(text, fc.constantFrom('a', 'b', 'c', 'a--b', 'b--2'))

const nodeFields = ['id', 'type', 'title', 'text']
const edgeFields = ['id', 'source', 'target', 'priority', 'condition']

function node(id: string) {
  const title = fc.oneof(fc.constant(id), text)
  return fc.oneof(
    withUnknown(
      fc.record(
        { id: fc.constant(id), type: fc.constant('FIXED_REPLY'), title, text },
        { requiredKeys: ['id', 'type', 'text'] },
      ),
      nodeFields,
    ),
    withUnknown(fc.record({ id: fc.constant(id), type: fc.constant('END'), title }, { requiredKeys: ['id', 'type'] }), [
      'id',
      'type',
      'title',
    ]),
    withUnknown(
      fc.record(
        { id: fc.constant(id), type: fc.constantFrom('ASK', 'HANDOVER', 'end', '1'), title },
        { requiredKeys: ['id', 'type'] },
      ),
      ['id', 'type', 'title'],
    ),
  )
}

function edge(ids: readonly string[]) {
  const end =
    ids.length === 0
      ? identity
      : fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: identity })
  const base = fc.record({ source: end, target: end, form: fc.constantFrom('', '--2', '--3', 'own', 'none') })
  return base.chain(({ source, target, form }) => {
    const id = form === 'own' ? identity : fc.constant(form === 'none' ? '' : `${source}--${target}${form}`)
    const priority = fc.oneof(fc.constantFrom(1, 2, 3), number)
    return withUnknown(
      fc.record(
        { id, source: fc.constant(source), target: fc.constant(target), priority, condition },
        { requiredKeys: ['id', 'source', 'target'] },
      ),
      edgeFields,
    )
  })
}

const definition = fc.uniqueArray(identity, { maxLength: 4 }).chain(ids => {
  const start = ids.length === 0 ? fc.constantFrom('', 'x') : fc.oneof(fc.constantFrom(...ids), identity)
  const inOrder = (edges: { source?: unknown }[]) =>
    [...edges].sort((a, b) => ids.indexOf(String(a.source)) - ids.indexOf(String(b.source)))
  const edges = fc.array(edge(ids), { maxLength: 5 })
  return withUnknown(
    fc.record({
      start_node_id: start,
      nodes: fc.tuple(...ids.map(node)),
      edges: fc.oneof(edges, edges.map(inOrder)),
    }),
    ['start_node_id', 'nodes', 'edges'],
  )
})

const nullableText = fc.oneof(text, fc.constant(null))

const scenario = withUnknown(
  fc.record(
    {
      title: filled,
      trigger_description: filled,
      clarification_label: nullableText,
      description: nullableText,
      examples: fc.array(text, { maxLength: 4 }),
      exclusions: fc.array(text, { maxLength: 3 }),
      min_confidence: fc.oneof(fc.constant(78), fc.double({ min: 50, max: 100, noNaN: true })),
      priority: fc.oneof(fc.constant(100), number),
      allow_repeat_in_dialogue: fc.boolean(),
      exit_message: nullableText,
      definition,
      layout: object,
    },
    { requiredKeys: ['title', 'trigger_description', 'definition'] },
  ),
  [
    'title',
    'trigger_description',
    'clarification_label',
    'description',
    'examples',
    'exclusions',
    'min_confidence',
    'priority',
    'allow_repeat_in_dialogue',
    'exit_message',
    'definition',
    'layout',
  ],
)

/** Import documents that aim at everything that a source could lose. Fields in the API's order. */
export const importDocument = withUnknown(
  fc.record(
    { format: fc.constant('service.bot-scenario'), schema_version: fc.constant(2), scenario, dependencies: object },
    { requiredKeys: ['format', 'schema_version', 'scenario'] },
  ),
  ['format', 'schema_version', 'exported_at', 'scenario', 'dependencies'],
).map(document => document as unknown as ImportDocument)
