import { ownBot } from '../bots/own-bot.ts'
import { defineRoute } from '../http/route.ts'
import { isOfScan } from '../integrity/bots-of-scan.ts'
import { ownScan, unknownScan } from '../integrity/own-scan.ts'
import { readScanJournal } from '../integrity/scan-record.ts'
import { scanJournal, scanJournalQuery } from '../schemas/integrity.ts'

/** A scan, and what it found so far in one bot. */
export const readBotScan = defineRoute({
  name: 'readBotScan',
  method: 'GET',
  url: '/knowledge-integrity/bots/{botUniqueId}/journal/{scanId}',
  summary: 'Reads a scan and a page of what it found in one bot.',
  query: scanJournalQuery,
  status: 200,
  response: scanJournal,
  refusals: [400, 403, 404],
  async handle({ account, parameters, query }, service) {
    const bot = await ownBot(parameters.botUniqueId, account, service)
    const scan = await ownScan(parameters.scanId, account, service)
    if (!isOfScan(bot, scan)) throw unknownScan(parameters.scanId)
    return readScanJournal(service.kysely, scan, { ...query, botId: bot.id })
  },
})
