// A local service for scripts: starting it, calling its API, and receiving its answers by webhook.
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { start } from './build/processes.mjs'

/** Starts a service whose output is JSON, and resolves with its process and its address once it responds. */
export async function startService(command, args, options) {
  const child = start(command, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options })
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line)
    if (event.event === 'ready') return { child, url: event.url }
  }
  throw new Error('the service ended before it was ready')
}

/**
 * The API of the service at `url` for an account: each method resolves with the response, or fails with its message.
 */
export function apiOf(url, { email, api_key }) {
  const authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`
  const ask = async (path, { headers, ...request }) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      ...request,
      headers: { authorization, accept: 'application/json', ...headers },
    })
    const answer = await response.json()
    if (!response.ok)
      throw new Error(`${request.method} ${path} was answered with ${response.status}: ${answer.message}`)
    return answer
  }
  const headers = { 'content-type': 'application/json' }
  return {
    get: path => ask(path, { method: 'GET' }),
    post: (path, body) => ask(path, { method: 'POST', headers, body: JSON.stringify(body) }),
  }
}

/** A receiver of webhooks on this machine; `to(id)` resolves with the reply to a completion. */
export async function receiveReplies() {
  const arrived = new Map()
  const waiting = new Map()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.writeHead(204).end()
    const { response: answer, meta } = JSON.parse(body)
    arrived.set(meta.unique_id, answer.message)
    waiting.get(meta.unique_id)?.(answer.message)
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const to = id => new Promise(resolve => (arrived.has(id) ? resolve(arrived.get(id)) : void waiting.set(id, resolve)))
  return { server, url: `http://127.0.0.1:${server.address().port}/`, to }
}
