import { expect, test } from 'vitest'
import { startFakeService } from './fake-service.ts'
import { desired, lines, workplace } from './workplace.ts'

const kinds = (asked: readonly { kind: string }[]) => asked.map(({ kind }) => kind)

test('a first apply creates and publishes, and a second sends and writes nothing', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const wanted = [desired('faq/a', 'Hello'), desired('faq/b', 'Hi', { isActive: false })]
  const first = await place.apply(wanted)
  expect(first).toMatchObject({ verdict: 'done', counts: { done: 2 } })
  expect(first.scenarios.map(({ done }) => done)).toEqual([
    ['create', 'publish'],
    ['create', 'publish'],
  ])
  expect([...service.records.values()].map(({ is_active }) => is_active).sort()).toEqual([false, true])
  const { serial, lease } = await place.state()
  expect(lease).toBeUndefined()
  const before = service.asked.length
  const second = await place.apply(wanted)
  expect(second).toMatchObject({ verdict: 'done', serial, counts: { unchanged: 2 } })
  expect(service.asked).toHaveLength(before)
  expect((await place.state()).serial).toBe(serial)
})

test('a changed scenario is updated and published on the same record', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello')])
  service.asked.length = 0
  const summary = await place.apply([desired('a', 'Goodbye')])
  expect(summary.scenarios).toMatchObject([{ action: 'update', reason: 'changed', outcome: 'done' }])
  expect(kinds(service.asked)).toEqual(['update', 'publish'])
  expect(service.records.size).toBe(1)
  const { published, history, draft } = (await place.state()).scenarios.a ?? {}
  expect([published?.version_id === history?.[0]?.version_id, history?.length, draft]).toEqual([false, 1, undefined])
})

test('a moved layout publishes nothing', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const one = desired('a', 'Hello')
  await place.apply([one])
  const { document } = one
  const moved = { ...one, document: { ...document, scenario: { ...document.scenario, layout: { a: { x: 1 } } } } }
  expect(lines(await place.plan([moved]))).toEqual(['a none layout-only'])
  const before = service.asked.length
  expect((await place.apply([moved])).verdict).toBe('done')
  expect(service.asked).toHaveLength(before)
})

test('is_active alone activates and deactivates a scenario', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello')])
  service.asked.length = 0
  const off = await place.apply([desired('a', 'Hello', { isActive: false })])
  expect(off.scenarios).toMatchObject([{ action: 'deactivate', reason: 'switched-off', done: ['deactivate'] }])
  const on = await place.apply([desired('a', 'Hello')])
  expect(on.scenarios).toMatchObject([{ action: 'activate', reason: 'switched-on', done: ['activate'] }])
  expect(service.asked.map(({ body }) => body)).toEqual([{ is_active: false }, { is_active: true }])
})

test('a scenario that is deactivated and changed is inactive before it changes', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello')])
  service.asked.length = 0
  await place.apply([desired('a', 'Goodbye', { isActive: false })])
  expect(kinds(service.asked)).toEqual(['switch', 'update', 'publish'])
  expect(service.asked.at(-1)?.body).toEqual({ activate: false })
  expect([...service.records.values()].map(({ is_active }) => is_active)).toEqual([false])
})

test('a removed source is deactivated once, and reuses the same record when it returns', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello'), desired('b', 'Hi')])
  expect(lines(await place.plan([desired('b', 'Hi')]))).toEqual(['a deactivate source-removed', 'b none unchanged'])
  service.asked.length = 0
  await place.apply([desired('b', 'Hi')])
  await place.apply([desired('b', 'Hi')])
  expect(kinds(service.asked)).toEqual(['switch'])
  expect(lines(await place.plan([desired('b', 'Hi')]))).toEqual(['b none unchanged'])

  const back = await place.apply([desired('a', 'Hello'), desired('b', 'Hi')])
  expect(back.scenarios[0]).toMatchObject({ action: 'activate', reason: 'source-returned', outcome: 'done' })
  await place.apply([desired('b', 'Hi')])
  const changed = await place.apply([desired('a', 'Changed'), desired('b', 'Hi')])
  expect(changed.scenarios[0]).toMatchObject({
    action: 'update',
    reason: 'source-returned',
    done: ['update', 'publish'],
  })
  expect(service.records.size).toBe(2)
  expect((await place.state()).scenarios.a).not.toHaveProperty('tombstone')
})

test('a removed source that was already inactive is only recorded', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello', { isActive: false })])
  service.asked.length = 0
  expect(lines(await place.plan([]))).toEqual(['a none source-removed'])
  await place.apply([])
  expect(service.asked).toEqual([])
  expect((await place.state()).scenarios.a).toHaveProperty('tombstone')
})

test('a renamed key keeps its record', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('old', 'Hello')])
  const renamed = { ...desired('old', 'Hello'), key: 'new', renamedFrom: 'old' }
  service.asked.length = 0
  expect(lines(await place.plan([renamed]))).toEqual(['new none renamed'])
  await place.apply([renamed])
  expect(service.asked).toEqual([])
  expect(Object.keys((await place.state()).scenarios)).toEqual(['new'])
  expect(lines(await place.plan([renamed]))).toEqual(['new none unchanged'])
})

test('a renamed and changed key is updated on its record', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('old', 'Hello')])
  await place.apply([desired('new', 'Changed', { renamedFrom: 'old' })])
  expect(service.records.size).toBe(1)
  expect(kinds(service.asked)).toEqual(['create', 'publish', 'update', 'publish'])
})

test('a field that was removed from the source is cleared on the service', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const one = desired('a', 'Hello')
  const { examples: _examples, min_confidence: _confidence, ...scenario } = one.document.scenario
  await place.apply([one])
  await place.apply([{ ...one, document: { ...one.document, scenario } }])
  const [, , update] = service.asked
  expect(update?.body).toMatchObject({ examples: [], min_confidence: 78 })
  expect(update?.body).not.toHaveProperty('description')
})

test('keys that every object has are keys like any other', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const wanted = ['__proto__', 'constructor', 'toString'].map(key => desired(key, key))
  expect(await place.apply(wanted)).toMatchObject({ verdict: 'done', counts: { done: 3 } })
  expect((await place.plan(wanted)).hasChanges).toBe(false)
  expect(service.records.size).toBe(3)
})

test('nothing is sent or written without approval', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const summary = await place.apply([desired('a', 'Hello')], { approve: () => false })
  expect(summary).toMatchObject({ verdict: 'declined', counts: { skipped: 1 } })
  expect(service.asked).toEqual([])
  expect(await place.store.read()).toBeNull()
})

test('without approval, only scenarios with changes are skipped', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello'), desired('b', 'Hello')])
  const summary = await place.apply([desired('a', 'Hello'), desired('b', 'Bye')], { approve: () => false })
  expect(summary).toMatchObject({
    verdict: 'declined',
    counts: { skipped: 1, unchanged: 1 },
    scenarios: [
      { key: 'a', outcome: 'unchanged' },
      { key: 'b', outcome: 'skipped' },
    ],
  })
})

test('the events describe a deploy in order, the summary last', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello')])
  expect(place.events.map(({ event }) => event)).toEqual([
    'started',
    'sending',
    'receipt',
    'sending',
    'receipt',
    'scenario',
    'summary',
  ])
  expect(await place.receipts.read()).toHaveLength(2)
})

test('many scenarios are processed concurrently, and each create is a separate write', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const wanted = Array.from({ length: 20 }, (_, index) => desired(`s${index}`, 'Hello'))
  expect(await place.apply(wanted)).toMatchObject({ verdict: 'done', counts: { done: 20 } })
  expect(service.records.size).toBe(20)
  expect((await place.plan(wanted)).hasChanges).toBe(false)
})
