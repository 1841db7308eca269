import { readJournalRecords } from '../completions/read-journal-records.ts'
import { Refusal } from '../http/refusal.ts'
import { defineRoute } from '../http/route.ts'
import { readId } from '../identifiers.ts'
import { journalRecord } from '../schemas/completion.ts'

/** One completion, as the journal shows it. */
export const readCompletion = defineRoute({
  name: 'readCompletion',
  method: 'GET',
  url: '/completion/{uniqueId}',
  summary: 'Reads a request and, once it is there, its answer.',
  isLocal: true,
  status: 200,
  response: journalRecord,
  refusals: [403, 404],
  async handle({ account, parameters: { uniqueId } }, service) {
    const id = readId(uniqueId)
    const completion =
      id === undefined
        ? undefined
        : await service.kysely.selectFrom('completions').selectAll().where('id', '=', id).executeTakeFirst()
    const isOwn = completion?.account_id === account.id
    if (completion !== undefined && !isOwn && !service.hideForeign) {
      throw new Refusal(403, `No access to the completion "${uniqueId}".`)
    }
    const [record] = completion !== undefined && isOwn ? await readJournalRecords([completion], service) : []
    if (record === undefined) throw new Refusal(404, `There is no completion "${uniqueId}".`)
    return record
  },
})
