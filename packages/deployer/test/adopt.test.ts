import type { ScenarioRecord } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import { payloadHash } from '@scenewright/model/canonical-json'
import { expect, test } from 'vitest'
import { type Adoption, adopt, type ReadAdoption, readAdopted } from '../src/adopt/adopt.ts'
import { runningVersion } from '../src/index.ts'
import { runningDocument } from '../src/records/running-document.ts'
import { type FakeService, startFakeService } from './fake-service.ts'
import { schema } from './schema.ts'
import { desired, lines, type Workplace, workplace } from './workplace.ts'

/** Scenarios that another state made, whose record nobody has: as if a person had. */
async function madeByHand(service: FakeService, keys: readonly string[], text = 'One'): Promise<readonly Adoption[]> {
  const elsewhere = await workplace(service)
  await elsewhere.apply(keys.map(key => desired(key, text)))
  const { scenarios } = await elsewhere.state()
  return keys.map(key => ({ key, id: scenarios[key]?.remote_id ?? '' }))
}

async function taken(place: Workplace, adoptions: readonly Adoption[], text = 'One'): Promise<void> {
  const { patientClient: client, environment, store, clock } = place
  const { signal } = new AbortController()
  const records = await readAdopted(adoptions, { client, environment, signal, onRead: () => {}, wait: async () => {} })
  const read = adoptions.map(({ key, id }, index): ReadAdoption => {
    const record = records[index]
    return { key, id, document: desired(key, text).document, ...(record !== undefined && { record }) }
  })
  await written(place, read)
  expect(store.name).toBeDefined()
  expect(clock.now).toBeGreaterThan(0)
}

const written = ({ store, environment, clock }: Workplace, adoptions: readonly ReadAdoption[]) =>
  adopt(adoptions, {
    store,
    environment,
    run: { id: 'adoption', who: 'Ada' },
    now: () => clock.now,
    pause: async () => {},
  })

/** A workplace whose state was begun, and knows nothing. */
async function begun(service: FakeService): Promise<Workplace> {
  const place = await workplace(service)
  await place.apply([desired('other', 'Hi')])
  return place
}

test('scenarios that run as in their sources are adopted, and the plan is empty', async () => {
  const service = await startFakeService()
  const adoptions = await madeByHand(service, ['a', 'b'])
  const place = await begun(service)
  const before = service.asked.length
  await taken(place, adoptions)
  expect([service.asked.length, service.reads.length]).toEqual([before, 2])
  const wanted = [desired('a', 'One'), desired('b', 'One'), desired('other', 'Hi')]
  expect((await place.plan(wanted)).hasChanges).toBe(false)
  const state = await place.state()
  expect([schema('state')(state), state.journal.entries.at(-1)]).toMatchObject([true, { what: 'adopted', key: 'b' }])
  await place.apply([desired('a', 'Two'), ...wanted.slice(1)])
  expect(service.records.size).toBe(3)
})

test('if something else runs, the next plan has an update, and shows what ran', async () => {
  const service = await startFakeService()
  const adoptions = await madeByHand(service, ['a'], 'Made by hand')
  const place = await begun(service)
  await taken(place, adoptions, 'One')
  expect(lines(await place.plan([desired('a', 'One'), desired('other', 'Hi')]))).toEqual([
    'a update changed',
    'other none unchanged',
  ])
  const { published } = (await place.state()).scenarios.a ?? {}
  expect(await place.store.getBlob(published?.payload_hash ?? '')).toContain('Made by hand')
})

test('an adopted record gets the former keys of its source', async () => {
  const service = await startFakeService()
  const [one = { key: '', id: '' }] = await madeByHand(service, ['a'])
  const place = await begun(service)
  await written(place, [{ ...one, document: desired('a', 'One').document, formerKeys: ['old'] }])
  expect((await place.state()).scenarios.a).toMatchObject({ former_keys: ['old'] })
})

test('an id that the bot does not have is rejected, and nothing is adopted', async () => {
  const service = await startFakeService()
  const [known] = await madeByHand(service, ['a'])
  const place = await begun(service)
  const both = [known, { key: 'b', id: 'record-99' }].flatMap(one => one ?? [])
  await expect(taken(place, both)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('record-99'),
  })
  expect(Object.keys((await place.state()).scenarios)).toEqual(['other'])
})

test('a service that rejects an empty update is adopted from unread, and the next apply sends the sources', async () => {
  const service = await startFakeService()
  const [one = { key: '', id: '' }] = await madeByHand(service, ['a'])
  const place = await begun(service)
  service.readFault = () => ({ kind: 'status', status: 400 })
  await expect(taken(place, [one])).rejects.toMatchObject({
    code: 'service',
    help: expect.stringContaining('--unverified'),
  })
  await written(place, [{ ...one, document: desired('a', 'One').document }])
  const wanted = [desired('a', 'One'), desired('other', 'Hi')]
  expect(lines(await place.plan(wanted))).toEqual(['a update version-unknown', 'other none unchanged'])
  expect((await place.apply(wanted)).verdict).toBe('done')
  expect(service.records.size).toBe(2)
})

test('a key with a record gets no other one, and a record of a key gets no other key; each is named once', async () => {
  const service = await startFakeService()
  const place = await begun(service)
  const other = (await place.state()).scenarios.other?.remote_id ?? ''
  const document = desired('a', 'One').document
  const refused = async (code: string, ...adoptions: readonly ReadAdoption[]) => {
    const error = await written(place, adoptions).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OperationError)
    expect(error).toMatchObject({ code })
  }
  await refused('state', { key: 'other', id: 'record-9', document })
  await refused('state', { key: 'a', id: other, document })
  await expect(written(place, [{ key: 'a', id: other, document }])).rejects.toMatchObject({
    help: expect.stringMatching(/renamed_from: other.*scenewright apply/),
  })
  await refused('usage', { key: 'a', id: 'record-8', document }, { key: 'a', id: 'record-9', document })
  await refused('usage', { key: 'a', id: 'record-8', document }, { key: 'b', id: 'record-8', document })
  await refused('state', { key: 'a', id: other.toUpperCase(), document })
  await refused('usage', { key: 'a', id: 'record-8', document }, { key: 'b', id: 'RECORD-8', document })
  const { serial } = await place.state()
  await written(place, [{ key: 'other', id: other, document }])
  await written(place, [{ key: 'other', id: other.toUpperCase(), document }])
  expect((await place.state()).serial).toBe(serial)
})

const { definition } = desired('a', 'One').document.scenario
const record = (fields: object, versions: ScenarioRecord['versions']): ScenarioRecord => ({
  unique_id: 'r',
  title: 'Title of a',
  trigger_description: 'The customer asks.',
  is_active: true,
  ...fields,
  versions,
})
const version = (number: number, status: string, own: unknown = definition) => ({
  unique_id: `v${number}`,
  version: number,
  status,
  definition: own,
})

test.each([
  ['only the documented fields', {}],
  [
    'the defaults of the service for absent fields',
    { examples: ['one', 'two'], exclusions: [], min_confidence: 78, priority: 100, exit_message: null },
  ],
  ['a label that equals the title', { clarification_label: 'Title of a' }],
])('a record with %s equals the document', (_name, fields) => {
  const { document } = desired('a', 'One')
  const running = runningDocument(record(fields, [version(1, 'PUBLISHED')]), document)
  expect(payloadHash(running)).toBe(payloadHash(document))
})

test.each([
  ['another title', { title: 'Other' }],
  ['one example fewer', { examples: ['one'] }],
  ['another threshold', { min_confidence: 60 }],
  ['one exclusion more', { exclusions: ['not this'] }],
])('a record that has %s is not the document', (_name, fields) => {
  const running = runningDocument(record(fields, [version(1, 'PUBLISHED')]), desired('a', 'One').document)
  expect(running.scenario).toMatchObject(fields)
})

test.each([
  [
    'the published version, not an older one or the draft',
    [version(3, 'DRAFT', {}), version(2, 'PUBLISHED'), version(1, 'ARCHIVED')],
    { version: { unique_id: 'v2' }, isPublished: true, hasDraft: true },
  ],
  [
    'the newest version if a status is unknown',
    [version(1, 'OLD'), version(2, 'LIVE')],
    { version: { unique_id: 'v2' }, isPublished: true, hasDraft: false },
  ],
  [
    'the draft if nothing is published',
    [version(1, 'DRAFT')],
    { version: { unique_id: 'v1' }, isPublished: false, hasDraft: false },
  ],
  ['nothing if there is no version', [], { version: undefined, isPublished: false }],
])('the running scenario is %s', (_name, versions, expected) => {
  expect(runningVersion(record({}, versions))).toMatchObject(expected)
})
