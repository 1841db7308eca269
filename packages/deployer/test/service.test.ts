import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createClient } from '@scenewright/client'
import { beforeAll, expect, test } from 'vitest'
import { openReceipts } from '../src/apply/receipt-log.ts'
import { createSourcesGoal, type DesiredScenario } from '../src/goals/sources-goal.ts'
import { apply, plan } from '../src/index.ts'
import { loadState } from '../src/state/read-state.ts'
import { openFileState } from '../src/store/file-store.ts'
import { openStage, type Stage } from './crash/stage.ts'
import { desired, lines, temporaryFolder } from './workplace.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

async function place() {
  const client = createClient({ url: stage.url, ...stage.account, timeoutMs: 600_000 })
  const bot = await stage.newBot()
  const folder = await temporaryFolder()
  const store = openFileState(join(folder, 'prod.json'))
  const environment = { name: 'prod', url: stage.url, bot, timeoutMs: 10_000, settleMs: 900_000 }
  const options = {
    store,
    client,
    receipts: openReceipts(join(folder, 'receipts.ndjson')),
    environment,
    tool: '0.1.0',
    now: Date.now,
    newId: randomUUID,
    pause: async () => {},
    signal: new AbortController().signal,
    onEvent: () => {},
  }
  return {
    client,
    bot,
    apply: (wanted: readonly DesiredScenario[]) =>
      apply({ ...options, goal: createSourcesGoal(wanted), run: { id: randomUUID() } }),
    async plan(wanted: readonly DesiredScenario[]) {
      return plan({ state: await loadState(store), goal: createSourcesGoal(wanted), environment, now: Date.now() })
    },
    async state() {
      return (await loadState(store))?.scenarios ?? {}
    },
  }
}

test('the local service accepts a deploy: created, changed, renamed, switched, removed, restored, and nothing to do after each', async () => {
  const { apply: deploy, plan: planned, state } = await place()
  const renamed = { ...desired('a', 'Changed'), key: 'c', renamedFrom: 'a' }
  const create = ['create', 'publish']
  const update = ['update', 'publish']
  const steps: readonly [sources: readonly DesiredScenario[], done: readonly (readonly string[])[]][] = [
    [
      [desired('a', 'Hello'), desired('b', 'Hi', { isActive: false })],
      [create, create],
    ],
    [
      [desired('a', 'Changed'), desired('b', 'Hi')],
      [update, ['activate']],
    ],
    [
      [renamed, desired('b', 'Hi', { isActive: false })],
      [['deactivate'], []],
    ],
    [[renamed], [[], []]],
    [[], [['deactivate']]],
    [
      [renamed, desired('b', 'New')],
      [update, ['activate']],
    ],
  ]
  for (const [sources, done] of steps) {
    const summary = await deploy(sources)
    expect(summary).toMatchObject({ verdict: 'done' })
    expect(summary.scenarios.map(one => one.done)).toEqual(done)
    expect((await planned(sources)).hasChanges).toBe(false)
  }
  const records = Object.values(await state()).map(({ remote_id }) => remote_id)
  expect(new Set(records).size).toBe(2)
})

test('the published version is the one that answers', async () => {
  const { client, bot, apply: deploy } = await place()
  const hours = desired('hours', 'We open at nine.')
  const { document } = hours
  const scenario = { ...document.scenario, examples: ['When do you open?'] }
  await deploy([{ ...hours, document: { ...document, scenario } }])
  const { unique_id } = await client.complete(bot, { prompt: 'When do you open?', mode: 'SUPPORT' })
  const answer = async () => (await client.readJournal({ unique_id })).data[0]?.answer
  await expect.poll(answer, { timeout: 600_000 }).toBe('We open at nine.')
})

test('a scenario that the service rejects fails alone, with the message of the service', async () => {
  const { apply: deploy, plan: planned } = await place()
  const bad = desired('bad', 'Hello')
  const { document } = bad
  const wrong = { ...bad, document: { ...document, scenario: { ...document.scenario, min_confidence: 7 } } }
  const sources = [wrong, desired('good', 'Hello')]
  const summary = await deploy(sources)
  expect(summary).toMatchObject({ verdict: 'failed', counts: { failed: 1, done: 1 } })
  expect(summary.scenarios[0]?.message).toContain('400')
  expect(lines(await planned(sources))).toEqual(['bad create new', 'good none unchanged'])
})

test('wrong credentials end the run, and do not show', async () => {
  const { bot } = await place()
  const client = createClient({ url: stage.url, ...stage.account, apiKey: 'wrong-key', timeoutMs: 600_000 })
  const error = await client.switchScenario(bot, randomUUID(), true).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ outcome: 'rejected', status: 401 })
  expect(JSON.stringify(error)).not.toContain('wrong-key')
})
