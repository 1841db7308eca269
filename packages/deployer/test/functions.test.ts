import type { Client } from '@scenewright/client'
import { expect, test } from 'vitest'
import { createSourcesGoal, type DesiredScenario } from '../src/goals/sources-goal.ts'
import { needsFunctions, requireFunctions } from '../src/index.ts'
import { startFakeService } from './fake-service.ts'
import { desired, workplace } from './workplace.ts'

function depending(key: string, functions: unknown): DesiredScenario {
  const one = desired(key, 'Hello')
  return { ...one, document: { ...one.document, dependencies: { functions } } }
}

/** A client that lists these functions, `most` at a time. */
function listing(names: readonly string[], most = 100): Pick<Client, 'listFunctions'> & { readonly pages: number[] } {
  const pages: number[] = []
  return {
    pages,
    async listFunctions({ skip = 0, take = 10 }) {
      pages.push(skip)
      const data = names.slice(skip, skip + Math.min(take, most)).map(name => ({ unique_id: name, name }))
      return { data, meta: { total: names.length } }
    },
  }
}

test.each([
  ['texts', ['lookup']],
  ['objects with a name', [{ name: 'lookup', unique_id: 'f' }]],
])('functions named as %s are looked up before anything is sent', async (_name, functions) => {
  const service = await startFakeService()
  const place = await workplace(service)
  const plan = await place.plan([depending('a', functions)])
  expect(needsFunctions(plan)).toBe(true)
  await requireFunctions(plan, listing(['lookup']))
  const error = await requireFunctions(plan, listing(['look_up'])).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'sources', help: 'did you mean "look_up"?' })
  expect(String(error)).toContain('"lookup" that "a" needs')
})

test('a list of many pages is read to its end, though the service returns smaller pages than requested', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const names = Array.from({ length: 95 }, (_, index) => `f${index}`)
  const client = listing(names, 10)
  await requireFunctions(await place.plan([depending('a', ['f94'])]), client)
  expect(client.pages).toHaveLength(10)
})

test('no functions are requested if nothing that is sent depends on one', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello')])
  const odd = [null, 'text', { a: 1 }, [1, null, {}]]
  for (const functions of odd) expect(needsFunctions(await place.plan([depending('b', functions)]))).toBe(false)
  expect(needsFunctions(await place.plan([desired('a', 'Hello')]))).toBe(false)
})

test('an apply with a missing function sends nothing', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const client = { ...listing([]), importScenario: () => Promise.reject(new Error('sent')) }
  // Only what an apply may call before it sends is there.
  const applied = place.applyGoal(createSourcesGoal([depending('a', ['lookup'])]), {
    client: client as unknown as Client,
  })
  await expect(applied).rejects.toMatchObject({ code: 'sources' })
  expect(await place.store.read()).toBeNull()
})
