import { defineRoute } from '../http/route.ts'
import { ownScan } from '../integrity/own-scan.ts'
import { readScanJournal } from '../integrity/scan-record.ts'
import { scanJournal, scanJournalQuery } from '../schemas/integrity.ts'

/** A scan, and what it found so far. */
export const readScan = defineRoute({
  name: 'readScan',
  method: 'GET',
  url: '/knowledge-integrity/semantic-duplicates/journal/{scanId}',
  summary: 'Reads a scan and a page of what it found.',
  query: scanJournalQuery,
  status: 200,
  response: scanJournal,
  refusals: [400, 403, 404],
  async handle({ account, parameters, query }, service) {
    const scan = await ownScan(parameters.scanId, account, service)
    return readScanJournal(service.kysely, scan, query)
  },
})
