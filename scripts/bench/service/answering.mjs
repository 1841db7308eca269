import { createCaller, startAccepting } from './bare-http.mjs'
import { exchange } from './request-rate.mjs'
import { newAccount, startService } from './running-service.mjs'

/** A service with a bot whose results are delivered to a receiver here. */
export async function answering(location) {
  const headers = await newAccount(location)
  const service = await startService(location)
  const arrivals = await startReceiver()
  const { post } = callerOf(service, headers)
  const bot = (await post('/bots', { ...named, webhook_url: arrivals.url })).unique_id
  await publish(post, bot, refund)
  return { service, headers, bot, arrivals, ...callerOf(service, headers, bot) }
}

/** The same with several processes on one database, which get the messages in turn. */
export async function answeringFleet(location, processes) {
  const place = await answering(location)
  const services = [place.service]
  while (services.length < processes) services.push(await startService(location))
  const asks = services.map(service => callerOf(service, place.headers, place.bot).ask)
  let next = 0
  const ask = () => {
    next = (next + 1) % asks.length
    return asks[next]()
  }
  const end = async () => {
    await Promise.all(services.map(service => service.end()))
  }
  return { ...place, ask, end }
}

/** Sends requests to a service; `ask` is a message to the bot. */
export function callerOf(service, headers, bot) {
  const call = createCaller(service.url)
  const post = async (path, body, status = 201) =>
    JSON.parse(await call({ path: `/api/v1${path}`, headers, body: JSON.stringify(body), status }))
  const ask = async (prompt = 'Where is my refund?') => (await post(`/bots/${bot}/completion`, { prompt })).unique_id
  return { post, ask }
}

/** Adds a scenario, and publishes it. */
export async function publish(post, bot, scenario) {
  const { unique_id, versions } = await post(`/bots/${bot}/scenarios`, scenario)
  await post(`/bots/${bot}/scenarios/${unique_id}/versions/${versions[0].unique_id}/publish`, {})
}

/** Completions per second from the first request to the arrival of the last result. */
export async function throughput({ ask, arrivals }, count, callers = 16) {
  let left = count
  const caller = async () => {
    while (left > 0) {
      left -= 1
      await arrivals.expect(ask())
    }
  }
  const started = process.hrtime.bigint()
  await Promise.all(Array.from({ length: callers }, caller))
  await arrivals.all()
  return count / (Number(process.hrtime.bigint() - started) / 1e9)
}

/** Milliseconds from a single request to the arrival of its result, while the service is idle. */
export async function latency({ ask, arrivals }) {
  await new Promise(resolve => setTimeout(resolve, 20))
  const started = process.hrtime.bigint()
  await arrivals.expect(ask())
  await arrivals.all()
  return Number(process.hrtime.bigint() - started) / 1e6
}

/** The longest time for which the service's event loop was blocked since the last call, in milliseconds. */
export async function longestGap({ service }) {
  const text = await exchange({ url: `${service.url}/metrics`, method: 'GET', status: 200 })
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)[1]) * 1000
}

async function startReceiver() {
  const arrived = new Set()
  const wanted = new Set()
  let settle = () => {}
  const url = await startAccepting(body => {
    const id = JSON.parse(body).meta.unique_id
    if (!wanted.delete(id)) arrived.add(id)
    settle()
  })
  return {
    url,
    /** Records that the result of an accepted request is expected; it may have arrived before the acceptance. */
    async expect(accepted) {
      const id = await accepted
      if (!arrived.delete(id)) wanted.add(id)
    },
    async all() {
      while (wanted.size > 0) {
        await new Promise(resolve => {
          settle = resolve
        })
      }
    },
  }
}

/** A definition with one reply. */
export const reply = text => ({
  start_node_id: 'n',
  nodes: [
    { id: 'n', type: 'FIXED_REPLY', title: 'Reply', text },
    { id: 'end', type: 'END', title: 'End' },
  ],
  edges: [{ id: 'e', source: 'n', target: 'end', priority: 1, condition: { type: 'ALWAYS' } }],
})

const named = { name: 'Bench', gpt_model: 'llm_provider_d', primary_language: 'en' }

const refund = {
  title: 'Refund status',
  trigger_description: 'The customer asks when a refund will arrive.',
  examples: ['Where is my refund?', 'When do I get my money back'],
  definition: reply('A refund takes 3 days.'),
}
