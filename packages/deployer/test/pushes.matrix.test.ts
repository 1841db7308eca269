import { expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { startFakeService } from './fake-service.ts'
import { git, projectWithRemote } from './git-repositories.ts'
import { gitState } from './git-state-in.ts'
import { desired, workplace } from './workplace.ts'

const number = byTier({ once: 60, full: 1000 })
/** For each push of 24 creates, and of the three writes that follow a create, of the begin and of the end. */
const most = byTier({ once: 12, full: 60 })

test('a first deploy of many scenarios to a git host makes few pushes, and so does one that changes all', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const { bare, project } = await projectWithRemote()
  const store = gitState(project)
  const pushes = () => Number(git(bare, 'rev-list', '--count', 'refs/scenewright/prod'))
  const all = (text: string) => Array.from({ length: number }, (_, index) => desired(`s${index}`, text))
  const { client, requests } = { client: place.patientClient, requests: () => service.asked.length }
  expect(await place.apply(all('One'), { store, client })).toMatchObject({ verdict: 'done', counts: { done: number } })
  const first = pushes()
  expect([service.records.size, requests()]).toEqual([number, 2 * number])
  expect(first).toBeLessThanOrEqual(most)
  expect(await place.apply(all('Two'), { store, client })).toMatchObject({ verdict: 'done', counts: { done: number } })
  expect(pushes() - first).toBeLessThanOrEqual(most)
  console.log(`${number} scenarios: ${first} pushes for the first deploy, ${pushes() - first} for a change of all`)
  expect(await place.apply(all('Two'), { store, client })).toMatchObject({ counts: { unchanged: number } })
})
