import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ownBot } from '../bots/own-bot.ts'
import type { Tables, Transfer } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { defineRoute } from '../http/route.ts'
import { lockKnowledge } from '../knowledge/write-knowledge.ts'
import { newTransfer, transferRecord } from '../schemas/transfer.ts'
import { readTransferRecord } from '../transfers/transfer-record.ts'

/** A new transfer, which is carried out in the background. */
export const startTransfer = defineRoute({
  name: 'startTransfer',
  method: 'POST',
  url: '/knowledge-transfer',
  summary: 'Carries the documents of one bot to another.',
  isLocal: true,
  body: newTransfer,
  status: 201,
  response: transferRecord,
  refusals: [400, 403, 404, 409],
  async handle({ account, body }, service) {
    const source = await ownBot(body.source_bot_unique_id, account, service)
    const target = await ownBot(body.target_bot_unique_id, account, service)
    if (source.id === target.id) throw new Refusal(400, 'A transfer leads from one bot to another.')
    const way = { source_bot_id: source.id, target_bot_id: target.id }
    const now = service.clock()
    const transfer = await service.kysely.transaction().execute(async transaction => {
      await refuseSame(transaction, way)
      return transaction
        .insertInto('transfers')
        .values({ ...way, id: randomUUID(), status: 'PENDING', created_at: now, updated_at: now })
        .returningAll()
        .executeTakeFirstOrThrow()
    })
    service.wake('transfers')
    return readTransferRecord(transfer, service.lookups)
  },
})

/** Rejects with a Refusal 409 while such a transfer is under way; until the transaction ends, none to the bot is started. */
async function refuseSame(
  transaction: Transaction<Tables>,
  { source_bot_id, target_bot_id }: Pick<Transfer, 'source_bot_id' | 'target_bot_id'>,
): Promise<void> {
  await lockKnowledge(transaction, target_bot_id)
  const same = await transaction
    .selectFrom('transfers')
    .select('id')
    .where('source_bot_id', '=', source_bot_id)
    .where('target_bot_id', '=', target_bot_id)
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .executeTakeFirst()
  if (same !== undefined) throw new Refusal(409, `Such a transfer is under way: "${same.id}".`)
}
