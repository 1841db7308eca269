import { OperationError } from '@scenewright/model'
import { expect, test } from 'vitest'
import type { StateStore } from '../src/store/store.ts'
import { startFakeService } from './fake-service.ts'
import { desired, workplace } from './workplace.ts'

test('a run does not touch the open request of a scenario that a person and another run have resumed', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const overtaken = {
    read: () => place.receipts.read(),
    append: async () => {
      const [id = ''] = service.records.keys()
      await place.resolve('a', { kind: 'created', remoteId: id })
      service.fault = () => ({ kind: 'reset', isDone: false })
      await place.apply([desired('a', 'Theirs')])
      service.fault = () => undefined
    },
  }
  const summary = await place.apply([desired('a', 'Ours')], { receipts: overtaken })
  expect(summary.scenarios).toMatchObject([{ outcome: 'unknown', done: ['create'] }])
  expect(service.asked.map(({ kind }) => kind)).toEqual(['create', 'update'])
  expect((await place.state()).scenarios.a?.intent).toMatchObject({ kind: 'update', phase: 'unknown' })
})

test('a rejected create is not sent again if another run has created the record meanwhile', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  service.fault = () => ({ kind: 'status', status: 429 })
  let isOvertaken = false
  const overtaken: StateStore = {
    ...place.store,
    async compareAndSwap(expected, text) {
      const swap = await place.store.compareAndSwap(expected, text)
      if (isOvertaken || service.asked.length === 0) return swap
      isOvertaken = true
      service.fault = () => undefined
      await place.apply([desired('a', 'Theirs')])
      throw new OperationError('state', 'the reply was lost')
    },
  }
  const summary = await place.apply([desired('a', 'Ours')], { store: overtaken })
  expect(summary).toMatchObject({ verdict: 'conflict', scenarios: [{ outcome: 'conflict', done: [] }] })
  expect(service.asked.map(({ kind }) => kind)).toEqual(['create', 'create', 'publish'])
  expect(service.records.size).toBe(1)
})

test('a key that another run creates and renames while this one waits gets no second record', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([])
  const approve = async () => {
    await place.apply([desired('a', 'Theirs')])
    await place.apply([desired('b', 'Theirs', { renamedFrom: 'a' })])
    return true
  }
  expect(await place.apply([desired('a', 'Ours')], { approve })).toMatchObject({ verdict: 'conflict' })
  expect(service.records.size).toBe(1)
})

test('removing a source does not touch a request that another run has opened for its record meanwhile', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello')])
  const before = service.asked.length
  let isOvertaken = false
  const overtaken: StateStore = {
    ...place.store,
    async compareAndSwap(expected, text) {
      const swap = await place.store.compareAndSwap(expected, text)
      if (isOvertaken || service.asked.length === before) return swap
      isOvertaken = true
      service.fault = () => ({ kind: 'reset', isDone: true })
      await place.apply([desired('a', 'Theirs')])
      service.fault = () => undefined
      throw new OperationError('state', 'the reply was lost')
    },
  }
  const summary = await place.apply([], { store: overtaken })
  expect(summary.scenarios).toMatchObject([{ key: 'a', outcome: 'conflict', done: ['deactivate'] }])
  expect((await place.state()).scenarios.a?.intent).toMatchObject({ kind: 'update', phase: 'unknown' })
})
