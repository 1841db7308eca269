import { join } from 'node:path'
import { expect, test } from 'vitest'
import { moveState } from '../src/backup/move-state.ts'
import { openFileState } from '../src/store/file-store.ts'
import type { StateStore } from '../src/store/store.ts'
import { startFakeService } from './fake-service.ts'
import { desired, temporaryFolder, type Workplace, workplace } from './workplace.ts'

async function deployed() {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'One')])
  const to = openFileState(join(await temporaryFolder(), 'state.json'))
  return { service, place, to, options: moving(place, to) }
}

function moving({ store: from, environment, clock }: Workplace, to: StateStore) {
  return { from, to, environment, run: 'the-move', now: () => clock.now }
}

const wanted = [desired('a', 'One'), desired('b', 'One')]

test('a deploy that began before the state moved creates nothing in the old backend', async () => {
  const { service, place, to, options } = await deployed()
  const approve = async () => {
    await moveState(options)
    return true
  }
  const late = place.apply(wanted, { approve })
  await expect(late).rejects.toMatchObject({ code: 'state', message: expect.stringContaining('was moved to') })
  expect(service.records.size).toBe(1)
  expect(await place.apply(wanted, { store: to })).toMatchObject({ verdict: 'done' })
  expect(service.records.size).toBe(2)
})

test('a state is not moved while the copy lacks an open request', async () => {
  const { service, place, to, options } = await deployed()
  service.fault = () => ({ kind: 'silence', isDone: false })
  const interrupt = new AbortController()
  let open: Promise<unknown> | undefined
  const opened = () =>
    new Promise<void>(sent => {
      open = place.apply(wanted, {
        client: place.patientClient,
        signal: interrupt.signal,
        onEvent: ({ event }) => event === 'sending' && sent(),
      })
    })
  const compareAndSwap: StateStore['compareAndSwap'] = async (expected, text) => {
    if (open === undefined) await opened()
    return to.compareAndSwap(expected, text)
  }
  await expect(moveState({ ...options, to: { ...to, compareAndSwap } })).rejects.toMatchObject({
    code: 'state',
    message: expect.stringContaining('by another run while the state was moved'),
  })
  expect((await place.state()).moved).toBeUndefined()
  interrupt.abort()
  expect(await open).toMatchObject({ verdict: 'unknown' })
  await moveState(options)
  expect((await place.state()).moved).toMatchObject({ to: to.name, run: 'the-move' })
})

test.each([1, 2, 3])(
  'a move that ends at write %i deploys in one backend at most, and is finished by the same call',
  async last => {
    const { service, place, to, options } = await deployed()
    let count = 0
    const ending = (store: StateStore): StateStore => ({
      ...store,
      async compareAndSwap(expected, text) {
        count += 1
        const swap = await store.compareAndSwap(expected, text)
        if (count >= last) throw new Error('the machine is gone')
        return swap
      },
    })
    await expect(moveState({ ...options, from: ending(options.from), to: ending(to) })).rejects.toThrow('is gone')
    const ends = await Promise.allSettled([place.store, to].map(store => place.apply(wanted, { store })))
    expect(ends.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
    await moveState(options)
    expect(await place.apply(wanted, { store: to })).toMatchObject({ verdict: 'done' })
    expect(service.records.size).toBe(2)
    await expect(place.apply(wanted)).rejects.toMatchObject({ message: expect.stringContaining('was moved to') })
  },
)

test('a payload that is gone does not stop a move, and is named; one that the copy loses does', async () => {
  const { place, to, options } = await deployed()
  await place.apply([desired('a', 'Two')])
  const hash = (await place.state()).scenarios.a?.history[0]?.payload_hash ?? ''
  const without = (store: StateStore): StateStore => ({
    ...store,
    getBlob: async each => (each === hash ? undefined : store.getBlob(each)),
  })
  await expect(moveState({ ...options, to: without(to) })).rejects.toMatchObject({
    code: 'state',
    message: expect.stringContaining('the copy is incomplete: 1 of the texts'),
  })
  expect((await place.state()).moved).toBeUndefined()
  expect((await moveState({ ...options, from: without(options.from) })).missing).toEqual([hash])
  expect(await place.apply(wanted, { store: to })).toMatchObject({ verdict: 'done' })
})

test('a state can be moved back, and the backend that it left says so', async () => {
  const { service, place, to, options } = await deployed()
  await moveState(options)
  const back = await moveState({ ...options, from: to, to: place.store })
  expect(back.state.serial).toBe((await place.state()).serial)
  expect(await place.apply(wanted)).toMatchObject({ verdict: 'done' })
  await expect(place.apply(wanted, { store: to })).rejects.toMatchObject({ code: 'state' })
  expect(service.records.size).toBe(2)
})

test('a backend in use is not overwritten, even if an old copy was restored in the earlier one', async () => {
  const { place, to, options } = await deployed()
  const before = await place.store.read()
  await moveState(options)
  const [left, inUse] = [await place.store.read(), await to.read()]
  await place.store.compareAndSwap(left?.token ?? null, before?.text ?? '')
  await expect(moveState(options)).rejects.toMatchObject({
    code: 'state',
    message: expect.stringContaining('already contains a state'),
  })
  expect(await to.read()).toEqual(inUse)
})
