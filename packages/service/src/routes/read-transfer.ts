import { Refusal } from '../http/refusal.ts'
import { defineRoute } from '../http/route.ts'
import { noId, readId } from '../identifiers.ts'
import { transferRecord } from '../schemas/transfer.ts'
import { readTransferRecord } from '../transfers/transfer-record.ts'

/** One transfer. */
export const readTransfer = defineRoute({
  name: 'readTransfer',
  method: 'GET',
  url: '/knowledge-transfer/{transferId}',
  summary: 'Reads a transfer.',
  status: 200,
  response: transferRecord,
  refusals: [403, 404],
  async handle({ account, parameters: { transferId } }, { kysely, lookups, hideForeign }) {
    const transfer = await kysely
      .selectFrom('transfers')
      .selectAll()
      .where('id', '=', readId(transferId) ?? noId)
      .executeTakeFirst()
    const target = transfer && (await lookups.recordedBot(transfer.target_bot_id))
    if (transfer !== undefined && target?.account_id === account.id) return readTransferRecord(transfer, lookups)
    if (transfer !== undefined && !hideForeign) throw new Refusal(403, `No access to the transfer "${transferId}".`)
    throw new Refusal(404, `Transfer "${transferId}" not found.`)
  },
})
