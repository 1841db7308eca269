import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ownBot } from '../bots/own-bot.ts'
import type { Scan, Tables } from '../database/tables.ts'
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
    const wanted = { account_id: account.id, bot_id: bot?.id ?? null, scope, kind }
    const started_at = service.clock()
    const scan = await service.kysely.transaction().execute(async transaction => {
      await refuseSame(transaction, wanted)
      return transaction
        .insertInto('scans')
        .values({ ...wanted, id: randomUUID(), status: 'RUNNING', started_at })
        .returningAll()
        .executeTakeFirstOrThrow()
    })
    service.wake('scans')
    return toScanRecord(scan)
  },
})

/** Rejects with a Refusal 409 while such a scan is under way; until the transaction ends, the account starts no other. */
async function refuseSame(
  transaction: Transaction<Tables>,
  { account_id, bot_id, kind }: Pick<Scan, 'account_id' | 'bot_id' | 'kind'>,
): Promise<void> {
  await transaction.selectFrom('accounts').select('id').where('id', '=', account_id).forNoKeyUpdate().execute()
  const same = await transaction
    .selectFrom('scans')
    .select('id')
    .where('account_id', '=', account_id)
    .where('status', '=', 'RUNNING')
    .where('kind', '=', kind)
    .where('bot_id', bot_id === null ? 'is' : '=', bot_id)
    .executeTakeFirst()
  if (same !== undefined) throw new Refusal(409, `Such a scan is under way: "${same.id}".`)
}
