import { randomUUID } from 'node:crypto'
import { ownBot } from '../bots/own-bot.ts'
import { Refusal } from '../http/refusal.ts'
import { defineRoute } from '../http/route.ts'
import { toScanRecord } from '../integrity/scan-record.ts'
import { newScan, scanRecord } from '../schemas/integrity.ts'

/** A new scan, which is carried out in the background. */
export const startScan = defineRoute({
  name: 'startScan',
  method: 'POST',
  url: '/knowledge-integrity/scans',
  summary: 'Starts a scan of the knowledge of one bot, or of all bots of the account.',
  isLocal: true,
  body: newScan,
  status: 201,
  response: scanRecord,
  refusals: [400, 403, 404, 409],
  async handle({ account, body: { scope, kind, bot_unique_id } }, service) {
    if ((scope === 'BOT') !== (bot_unique_id !== undefined)) {
      throw new Refusal(400, 'The field "bot_unique_id" belongs to the scope BOT, and to no other.')
    }
    const bot = bot_unique_id === undefined ? undefined : await ownBot(bot_unique_id, account, service)
    const bot_id = bot?.id ?? null
    const same = await service.kysely
      .selectFrom('scans')
      .select('id')
      .where('account_id', '=', account.id)
      .where('status', '=', 'RUNNING')
      .where('kind', '=', kind)
      .where('bot_id', bot_id === null ? 'is' : '=', bot_id)
      .executeTakeFirst()
    if (same !== undefined) throw new Refusal(409, `Such a scan is under way: "${same.id}".`)
    const scan = await service.kysely
      .insertInto('scans')
      .values({
        id: randomUUID(),
        account_id: account.id,
        bot_id,
        scope,
        kind,
        status: 'RUNNING',
        started_at: service.clock(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    service.wake('scans')
    return toScanRecord(scan)
  },
})
