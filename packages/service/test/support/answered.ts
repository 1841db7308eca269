import { expect } from 'vitest'
import type { Api, Reply } from './api.ts'
import { until } from './receiver.ts'

/** Asks a bot, waits until the result is final, and gives the journal's record of it. */
export async function answered(api: Api, bot: string, body: object): Promise<Reply['body']> {
  const { status, body: accepted } = await api('POST', `/bots/${bot}/completion`, body)
  expect(status, JSON.stringify(accepted)).toBe(201)
  let record: Reply['body']
  await until(async () => {
    const journal = await api('GET', `/completion-log/journal?unique_id=${accepted.unique_id}`)
    record = journal.body.data[0]
    return record.status !== 'PENDING' && record.status !== 'PROCESSING'
  })
  return record
}
