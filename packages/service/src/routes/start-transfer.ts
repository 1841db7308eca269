import { ownBot } from '../bots/own-bot.ts'
import { Refusal } from '../http/refusal.ts'
import { defineRoute } from '../http/route.ts'
import { newTransfer, transferRecord } from '../schemas/transfer.ts'
import { readTransferRecord } from '../transfers/transfer-record.ts'
import { addTransfer } from '../transfers/transfer-store.ts'

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
    const transfer = await addTransfer(service.kysely, way, service.clock())
    service.wake('transfers')
    return readTransferRecord(transfer, service.lookups)
  },
})
