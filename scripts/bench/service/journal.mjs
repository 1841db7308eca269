import { createRequire } from 'node:module'
import { answering } from './answering.mjs'
import { exchange } from './request-rate.mjs'

const { Client } = createRequire(new URL('../../../packages/service/package.json', import.meta.url))('pg')

/** Copies of the one completion, one each 25 seconds: a million rows are those of 289 days. */
const copy = `insert into completions
    (id, account_id, bot_id, prompt, mode, is_depersonalize, status, answer, webhook_status, created_at, updated_at)
  select gen_random_uuid(), account_id, bot_id, prompt, mode, is_depersonalize, status, answer, webhook_status,
    created_at - number * interval '25 s', updated_at - number * interval '25 s'
  from completions, generate_series(1, $1::integer) as number`

/** A running service with this many rows in its journal; `slowest` resolves with the milliseconds of its slowest page. */
export async function filledJournal(location, rows) {
  const { service, headers, bot, ask, arrivals } = await answering(location)
  await arrivals.expect(ask())
  await arrivals.all()
  const client = new Client(location[1])
  await client.connect()
  await client.query(copy, [rows - 1])
  await client.query('vacuum analyze completions')
  await client.end()
  const last = rows - 20
  const pages = [
    { query: 'skip=0&take=20', rows: 20 },
    { query: `skip=${last}&take=20`, rows: 20 },
    { query: `skip=${rows / 2}&take=20&bot_unique_id=${bot}`, rows: 20 },
    { query: `skip=${last}&take=20&status=SUCCESS`, rows: 20 },
    { query: 'skip=0&take=20&status=ERROR', rows: 0 },
  ]
  const timeOf = async page => {
    const started = process.hrtime.bigint()
    const url = `${service.url}/api/v1/completion-log/journal?${page.query}`
    const { data } = JSON.parse(await exchange({ url, method: 'GET', headers, status: 200 }))
    if (data.length !== page.rows) throw new Error(`the page ${page.query} has ${data.length} rows`)
    return Number(process.hrtime.bigint() - started) / 1e6
  }
  const slowest = async () => {
    let most = 0
    for (const page of pages) most = Math.max(most, await timeOf(page))
    return most
  }
  return { slowest }
}
