import { expect } from 'vitest'
import { askWithKey } from '../contract/idempotency.ts'
import { endedScan } from '../contract/integrity.ts'
import { endedTransfer } from '../contract/transfers.ts'
import type { Api } from '../support/api.ts'
import { addKnowledge } from '../support/knowledge.ts'
import { until } from '../support/receiver.ts'
import { createBot } from '../support/samples.ts'
import type { OwnedLocation } from './place.ts'
import { spawnService } from './spawn-service.ts'

/** Documents of the bot that is scanned and carried: half of them say the same as the one before. */
const documents = 40
const pairsAlike = documents / 2

interface Started {
  readonly source: string
  readonly target: string
  readonly asked: string
  readonly scan: string
  readonly transfer: string
}

/**
 * Kills a service while it scans, carries documents, and is asked with keys; the next one takes all of it up again:
 * nothing is found, carried or queued twice. `at` says how far the transfer is at each kill, in percent.
 */
export async function resumeAfterKills(place: OwnedLocation, at: readonly number[]): Promise<void> {
  let { key } = place
  let started: Started | undefined
  const keys = new Set<string>()
  for (const [round, percent] of [...at, undefined].entries()) {
    const service = await spawnService(place.location, key)
    if ('refused' in service) throw new Error(service.refused)
    key = service.key
    started ??= await begin(service.api)
    if (percent === undefined) await expectAllOnce(service.api, started, keys)
    else {
      const asking = askUntilCut(service.api, started.asked, round, keys)
      await untilCarried(service.api, started, percent)
      await service.kill()
      await asking
      continue
    }
    await service.kill()
  }
}

async function begin(api: Api): Promise<Started> {
  const source = await createBot(api)
  const target = await createBot(api)
  const asked = await createBot(api)
  for (let index = 0; index < documents; index += 1) {
    const subject = Math.floor(index / 2)
    const content = Array.from({ length: 20 }, (_, word) => `word${subject}x${word * 7919}`).join(' ')
    await addKnowledge(api, source, { name: `Document ${index}`, content: `${content} ${index % 2}` })
  }
  const { body: scan } = await api('POST', '/knowledge-integrity/scans', { scope: 'GLOBAL', kind: 'SEMANTIC' })
  const bots = { source_bot_unique_id: source, target_bot_unique_id: target }
  const { body: transfer } = await api('POST', '/knowledge-transfer', bots)
  return { source, target, asked, scan: scan.unique_id, transfer: transfer.unique_id }
}

async function untilCarried(api: Api, { transfer }: Started, percent: number): Promise<void> {
  await until(async () => (await api('GET', `/knowledge-transfer/${transfer}`)).body.progress >= percent)
}

async function askUntilCut(api: Api, bot: string, round: number, keys: Set<string>): Promise<void> {
  for (let index = 0; ; index += 1) {
    const key = `round ${round}, request ${index}`
    keys.add(key)
    const reply = await askWithKey(api, bot, key).catch(() => undefined)
    if (reply === undefined) return
    expect(reply.status).toBe(201)
  }
}

async function expectAllOnce(api: Api, started: Started, keys: ReadonlySet<string>): Promise<void> {
  for (const key of keys) expect((await askWithKey(api, started.asked, key)).status).toBe(201)
  const { body: journal } = await api('GET', `/completion-log/journal?bot_unique_id=${started.asked}`)
  expect(journal.meta.total).toBe(keys.size)

  expect(await endedTransfer(api, started.transfer)).toMatchObject({ status: 'SUCCESS', progress: 100 })
  const { body: carried } = await api('GET', `/knowledges?bot_unique_id=${started.target}&take=1`)
  expect(carried.meta.total).toBe(documents)

  const { scan } = await endedScan(api, started.scan)
  expect(scan).toMatchObject({ status: 'COMPLETED', bot_count: 3 })
  const found = await api('GET', `/knowledge-integrity/bots/${started.source}/journal/${started.scan}`)
  expect(found.body.meta.total).toBe(pairsAlike)
}
