import { expect, test } from 'vitest'
import { startFakeService } from './fake-service.ts'
import { desired, workplace } from './workplace.ts'

test('a run whose scenario a person and another run have taken up meanwhile leaves their open request alone', async () => {
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
