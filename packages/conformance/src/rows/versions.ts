import { valuesAt } from '../contract/path.ts'
import { scenario } from '../contract/records.ts'
import { expectRefusal, expectShape, expectStatus, expectThat, expectValue } from '../expect.ts'
import { short } from '../http/reply.ts'
import type { Row } from '../row.ts'
import { flow } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'
import { accessRows } from './kinds/access-rows.ts'
import { type RequestField, requestRows, type Sending } from './kinds/request-rows.ts'

const importing = 'POST /bots/{uniqueId}/scenarios/import'
const publishing = 'POST /bots/{uniqueId}/scenarios/{scenarioUniqueId}/versions/{versionUniqueId}/publish'
const switching = 'PATCH /bots/{uniqueId}/scenarios/{scenarioUniqueId}/active'

const sendImport: Sending = {
  operation: importing,
  status: 201,
  send: async ({ owner, objects }, fields) =>
    owner.post(`/bots/${await objects.bot()}/scenarios/import`, { ...objects.bodies.document(), ...fields }),
}

const sendPublication: Sending = {
  operation: publishing,
  status: 201,
  send: async ({ owner, objects }, fields) => owner.post((await objects.newScenario()).publishPath, fields),
}

const sendSwitch: Sending = {
  operation: switching,
  status: 200,
  send: async ({ owner, objects }, fields) => {
    const { path, publishPath } = await objects.newScenario()
    await owner.post(publishPath, { activate: false })
    return owner.patch(`${path}/active`, fields)
  },
}

const importFields: readonly RequestField[] = [
  {
    field: 'format',
    requirement: 'The format is required and has one name.',
    takes: ['service.bot-scenario'],
    refuses: [undefined, 'other', 1],
  },
  {
    field: 'schema_version',
    requirement: 'The version of the format is required and is 1 or 2.',
    takes: [1, 2],
    refuses: [undefined, 0, 3, '2', 1.5],
  },
  {
    field: 'exported_at',
    requirement: 'The date of the export is optional; an invalid date is rejected.',
    takes: ['2026-01-31T10:00:00.000Z', undefined],
    refuses: ['yesterday', 7],
  },
  {
    field: 'scenario',
    requirement: 'The scenario has the fields of a new scenario.',
    takes: [{ title: 'T', trigger_description: 'D' }],
    refuses: [undefined, [], { title: 'T' }, { title: 'T', trigger_description: 'D', min_confidence: 49 }],
  },
  {
    field: 'dependencies',
    requirement: 'The dependencies of the scenario are optional; those that the bot does not have are rejected.',
    takes: [undefined, {}, { functions: [], knowledge_groups: [] }],
    refuses: [[], 'none', { functions: [{ name: 'no_such_function' }] }],
  },
]

/** Import, publication and activation of scenarios. */
export const versions: readonly Row[] = [
  ...requestRows(sendImport, 120, importFields),
  {
    id: 'C-125',
    operation: importing,
    kind: 'status',
    requirement: 'An import returns 201 and a new record, whose version has a status.',
    async check(subject) {
      const reply = await sendImport.send(subject, {})
      expectShape(reply, 201, scenario, path => subject.extensions.marks(importing, path))
      expectThat(reply, valuesAt(reply.body, 'versions[]').length === 1, 'one version', short(reply.text))
    },
  },
  {
    id: 'C-126',
    operation: importing,
    kind: 'error',
    requirement: 'An invalid document is 400.',
    async check(subject) {
      for (const wrong of [{ format: 'other' }, { schema_version: 9 }, { scenario: {} }]) {
        expectRefusal(await sendImport.send(subject, wrong), 400)
      }
    },
  },
  ...accessRows(importing, { unauthorized: 127, foreign: 128, missing: 129 }),
  {
    id: 'C-130',
    operation: importing,
    kind: 'versioning',
    requirement: 'Both versions of the format import the same definition.',
    async check(subject) {
      const first = await sendImport.send(subject, { schema_version: 1 })
      const second = await sendImport.send(subject, { schema_version: 2 })
      const [definition] = valuesAt(first.body, 'versions[].definition')
      expectThat(first, definition !== undefined, 'a definition', short(first.text))
      expectValue(second, 'versions[].definition', definition)
    },
  },
  ...requestRows(sendPublication, 131, [
    {
      field: 'activate',
      requirement: '"activate" is true or false, with the default true.',
      takes: [true, false, undefined],
      refuses: ['true', 1],
    },
  ]),
  {
    id: 'C-132',
    operation: publishing,
    kind: 'state',
    requirement: 'Publishing activates the scenario, with "activate": true, without it, and without a body.',
    async check({ owner, objects }) {
      for (const body of [{ activate: true }, {}, undefined]) {
        const reply = await owner.post((await objects.newScenario()).publishPath, body)
        expectStatus(reply, 201)
        expectValue(reply, 'is_active', true)
      }
    },
  },
  {
    id: 'C-133',
    operation: publishing,
    kind: 'state',
    requirement: 'Publishing with "activate": false keeps an inactive scenario inactive.',
    async check(subject) {
      const reply = await sendPublication.send(subject, { activate: false })
      expectStatus(reply, 201)
      expectValue(reply, 'is_active', false)
    },
  },
  {
    id: 'C-134',
    operation: publishing,
    kind: 'status',
    requirement: 'Publishing returns 201, not 200, and the record.',
    async check(subject) {
      const reply = await sendPublication.send(subject, {})
      expectShape(reply, 201, scenario, path => subject.extensions.marks(publishing, path))
    },
  },
  {
    id: 'C-135',
    operation: publishing,
    kind: 'error',
    requirement: 'Invalid settings are 400.',
    async check(subject) {
      for (const wrong of [{ activate: 'yes' }, { activate: null }, []]) {
        expectRefusal(await sendPublication.send(subject, wrong), 400)
      }
    },
  },
  ...accessRows(publishing, { unauthorized: 136, foreign: 137, missing: 138 }),
  ...requestRows(sendSwitch, 139, [
    {
      field: 'is_active',
      requirement: '"is_active" is required and is true or false.',
      takes: [true, false],
      refuses: [undefined, 'true', 1],
    },
  ]),
  {
    id: 'C-140',
    operation: switching,
    kind: 'state',
    requirement: 'The switch sets the value of the body, also repeatedly, and returns 200 and the record.',
    async check(subject) {
      const { owner, objects, extensions } = subject
      const { path, publishPath } = await objects.newScenario()
      expectStatus(await owner.post(publishPath, { activate: false }), 201)
      for (const value of [true, true, false, false]) {
        const reply = await owner.patch(`${path}/active`, { is_active: value })
        expectShape(reply, 200, scenario, field => extensions.marks(switching, field))
        expectValue(reply, 'is_active', value)
      }
    },
  },
  {
    id: 'C-141',
    operation: switching,
    kind: 'error',
    requirement: 'Invalid settings are 400.',
    async check(subject) {
      for (const wrong of [{}, { is_active: 'on' }, { is_active: null }]) {
        expectRefusal(await sendSwitch.send(subject, wrong), 400)
      }
    },
  },
  ...accessRows(switching, { unauthorized: 142, foreign: 143, missing: 144 }),
  {
    id: 'C-145',
    operation: 'scenario version',
    kind: 'state',
    requirement:
      'Versions are numbered 1, 2, 3 and so on without gaps or repeats, even if twenty are created concurrently.',
    check: checkNumbers,
  },
]

async function checkNumbers({ owner, objects }: Subject): Promise<void> {
  const { path } = await objects.newScenario()
  const write = async (_: unknown, index: number) => {
    const changed = await owner.patch(path, { definition: flow(`Text ${index}`) })
    expectStatus(changed, 200)
    const [draft] = valuesAt(changed.body, 'versions[].unique_id')
    expectStatus(await owner.post(`${path}/versions/${String(draft)}/publish`, {}), 201)
  }
  // A change rewrites the draft while there is one: only after a publication, the next change creates a version.
  for (let wave = 0; wave < 3; wave += 1) await Promise.all(Array.from({ length: 20 }, write))
  const reply = await owner.patch(path, {})
  expectStatus(reply, 200)
  const numbers = valuesAt(reply.body, 'versions[].version')
    .map(Number)
    .sort((a, b) => a - b)
  const isWhole = numbers.every((number, index) => number === index + 1)
  expectThat(reply, numbers.length > 1 && isWhole, 'versions 1, 2, 3 and so on', short(numbers))
}
