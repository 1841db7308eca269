import { valuesAt } from '../contract/path.ts'
import { scenario } from '../contract/records.ts'
import { isObject } from '../contract/shape.ts'
import { expectRefusal, expectShape, expectStatus, expectThat, expectValue, textAt } from '../expect.ts'
import { short } from '../http/reply.ts'
import { type Row, rowId } from '../row.ts'
import { oncePerSubject } from '../subject/once-per-subject.ts'
import { flow } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'
import { accessRows } from './kinds/access-rows.ts'
import { fieldRows, type Sample } from './kinds/field-rows.ts'
import { checkRequestField, type RequestField, requestRows, type Sending } from './kinds/request-rows.ts'

const create = 'POST /bots/{uniqueId}/scenarios'
const change = 'PATCH /bots/{uniqueId}/scenarios/{scenarioUniqueId}'
const read = 'GET /bots/{uniqueId}/scenarios/{scenarioUniqueId}'

const creating: Sending = {
  operation: create,
  status: 201,
  send: async ({ owner, objects }, fields) =>
    owner.post(`/bots/${await objects.bot()}/scenarios`, { ...objects.bodies.scenario(), ...fields }),
}

const changing: Sending = {
  operation: change,
  status: 200,
  send: async ({ owner, objects }, fields) => owner.patch((await objects.newScenario()).path, fields),
}

const created: Sample = {
  operation: create,
  status: 201,
  shape: scenario,
  at: '',
  read: oncePerSubject(subject => creating.send(subject, {})),
}

const lostEdge = { id: 'lost', source: 'n0', target: 'gone', priority: 1, condition: { type: 'ALWAYS' } }

/** Inconsistent definitions: a missing start node, edges to or from missing nodes. */
const brokenFlows = [
  { ...flow('Hello'), start_node_id: 'gone' },
  { ...flow('Hello'), edges: [...flow('Hello').edges, lostEdge] },
  { ...flow('Hello'), edges: [...flow('Hello').edges, { ...lostEdge, source: 'gone', target: 'n0' }] },
  [],
]

/** The rules for the fields of a scenario, the same for a creation and a change. */
const fields: readonly RequestField[] = [
  {
    field: 'title',
    requirement: 'A scenario requires a title.',
    takes: ['Refunds'],
    refuses: [undefined, 7],
    isShown: true,
  },
  {
    field: 'trigger_description',
    requirement: 'A scenario requires a description of its trigger.',
    takes: ['The customer wants money.'],
    refuses: [undefined, 7],
    isShown: true,
  },
  {
    field: 'clarification_label',
    requirement: 'A short name of the topic is optional.',
    takes: ['Refund', undefined],
    refuses: [7],
  },
  {
    field: 'description',
    requirement: 'A description is optional.',
    takes: ['About refunds.', undefined],
    refuses: [7],
  },
  {
    field: 'examples',
    requirement: 'Examples are a list of texts.',
    takes: [['Where is my refund?'], [], undefined],
    refuses: [[7], 'Where is it?'],
  },
  {
    field: 'exclusions',
    requirement: 'Exclusions are a list of texts.',
    takes: [['How do I ask for one?'], [], undefined],
    refuses: [[7], 'Where is it?'],
  },
  {
    field: 'min_confidence',
    requirement: 'The confidence ranges from 50 to 100, with the default 78.',
    takes: [50, 100],
    refuses: [49.9, 101, '80'],
    unsaid: 78,
    isShown: true,
  },
  {
    field: 'priority',
    requirement: 'The priority is a number, with the default 100.',
    takes: [1, 200],
    refuses: ['1'],
    unsaid: 100,
    isShown: true,
  },
  {
    field: 'allow_repeat_in_dialogue',
    requirement: 'Running twice in a dialogue is true or false, with the default false.',
    takes: [true, false],
    refuses: ['true'],
    unsaid: false,
    isShown: true,
  },
  {
    field: 'exit_message',
    requirement: 'The reply on exit has at most 2,000 characters; null and the empty text select the default one.',
    takes: ['x'.repeat(2000), null, '', undefined],
    refuses: ['x'.repeat(2001), 7],
  },
  {
    field: 'definition',
    requirement: 'A definition starts at one of its nodes, and its edges connect its nodes.',
    takes: [flow('Hello'), flow('One', 'Two'), undefined],
    refuses: brokenFlows,
  },
  {
    field: 'layout',
    requirement: 'A layout is stored unchanged.',
    takes: [{ n0: { x: 1, y: 2.5 } }, {}, undefined],
    refuses: [[], 'left'],
  },
]

/** Creation and change of scenarios. */
export const scenarios: readonly Row[] = [
  ...requestRows(creating, 66, fields.slice(0, 11)),
  layoutRow(77, creating),
  {
    id: 'C-078',
    operation: create,
    kind: 'status',
    requirement: 'Creating a scenario returns 201 and its record.',
    async check(subject) {
      const reply = await created.read(subject)
      expectStatus(reply, 201)
      expectThat(reply, isObject(reply.body), 'a record', short(reply.text))
    },
  },
  ...fieldRows([created], 'A new scenario', 79, [
    'unique_id',
    'title',
    'trigger_description',
    'min_confidence',
    'priority',
    'is_active',
    'allow_repeat_in_dialogue',
    { paths: ['versions'], shape: { list: 'object' } },
    '_count.runs',
    'created_at',
    'updated_at',
    'versions[].unique_id',
    'versions[].version',
    'versions[].status',
    'versions[].definition.start_node_id',
    {
      paths: ['id', 'type', 'title'].map(field => `versions[].definition.nodes[].${field}`),
    },
  ]),
  {
    id: 'C-095',
    operation: create,
    kind: 'field',
    requirement: 'Each node of the type FIXED_REPLY has "text", a text.',
    async check(subject) {
      const reply = await created.read(subject)
      const nodes = valuesAt(reply.body, 'versions[].definition.nodes[]').filter(isObject)
      const texts = nodes.filter(({ type }) => type === 'FIXED_REPLY').map(({ text }) => text)
      expectThat(reply, texts.length === 2 && texts.every(text => typeof text === 'string'), 'two texts', short(nodes))
    },
  },
  ...fieldRows([created], 'A new scenario', 96, [
    { paths: ['id', 'source', 'target', 'priority'].map(field => `versions[].definition.edges[].${field}`) },
    'versions[].definition.edges[].condition.type',
    'versions[].created_at',
  ]),
  {
    id: 'C-099',
    operation: create,
    kind: 'error',
    requirement: 'Invalid settings are 400.',
    check: subject => refuseSettings(subject, creating),
  },
  ...accessRows(create, { unauthorized: 100, foreign: 101, missing: 102 }),
  ...fields.slice(0, 11).map((field, index) => changeRow(103 + index, field)),
  layoutRow(114, changing),
  {
    id: 'C-115',
    operation: change,
    kind: 'status',
    requirement: 'An update returns 200 and the record.',
    async check(subject) {
      const reply = await changing.send(subject, { title: 'Refunds' })
      expectShape(reply, 200, scenario, path => subject.extensions.marks(change, path))
    },
  },
  {
    id: 'C-116',
    operation: change,
    kind: 'error',
    requirement: 'Invalid settings are 400.',
    check: subject => refuseSettings(subject, changing),
  },
  ...accessRows(change, { unauthorized: 117, foreign: 118, missing: 119 }),
]

async function refuseSettings(subject: Subject, sending: Sending): Promise<void> {
  for (const wrong of [{ title: 7 }, { min_confidence: 0 }, { examples: 'one' }, { definition: brokenFlows[0] }]) {
    expectRefusal(await sending.send(subject, wrong), 400)
  }
}

/** Creates the row of a field for a change. A change may omit a required field; the field then keeps its value. */
function changeRow(number: number, field: RequestField): Row {
  const { unsaid: _, ...taken } = { ...field, refuses: field.refuses.filter(value => value !== undefined) }
  return {
    id: rowId(number),
    operation: change,
    kind: 'field',
    requirement: `${field.requirement.replace('A scenario requires', 'An update can set')} An update without it does not change it.`,
    async check(subject) {
      await checkRequestField(changing, taken, subject)
      await expectKept(subject, field)
    },
  }
}

/** Compares a field before and after a change of something else, if a response contains it. */
async function expectKept(subject: Subject, { field, takes }: RequestField): Promise<void> {
  const { owner, objects, extensions } = subject
  const value = takes[0]
  const { path } = await objects.newScenario({ [field]: value })
  const other = field === 'title' ? { trigger_description: 'Other' } : { title: 'Other' }
  const changed = await owner.patch(path, other)
  expectStatus(changed, 200)
  if (field in scenario.fields) return expectValue(changed, field, value)
  if (field === 'definition') return expectValue(changed, 'versions[].definition', value)
  if (extensions.offers(read)) expectValue(await owner.get(path), field, value)
}

/** The layout is in the service's own response for a scenario, if there is one. */
function layoutRow(number: number, sending: Sending): Row {
  const field = fields[11]
  return {
    id: rowId(number),
    operation: sending.operation,
    kind: 'field',
    requirement: 'A layout is an object, and is stored unchanged.',
    async check(subject) {
      if (field !== undefined) await checkRequestField(sending, field, subject)
      if (!subject.extensions.offers(read)) return
      const layout = { n0: { y: 2.5, x: 1 }, notes: ['a', null] }
      const id = textAt(await sending.send(subject, { layout }), 'unique_id')
      const bot = await subject.objects.bot()
      expectValue(await subject.owner.get(`/bots/${bot}/scenarios/${id}`), 'layout', layout)
    },
  }
}
