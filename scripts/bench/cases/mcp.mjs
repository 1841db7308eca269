import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { wallTime } from '../measure.mjs'
import { yamlProject } from '../projects.mjs'
import { runNode } from '../run-node.mjs'
import { cachedCall, cachedCheck, emptyNode } from '../scenewright.mjs'
import { temporary } from '../temporary.mjs'

/** How long an agent waits for its first answer, from the start of the server on. */
export const mcp = {
  name: 'first answer of mcp, check with all rules and a warm cache, 1,000 files ÷ node -e 0',
  must: 10,
  aim: 5,
  rounds: { full: 15, quick: 5 },
  async prepare() {
    const project = await yamlProject(1000)
    const cache = join(temporary, 'cache-mcp')
    await runNode(cachedCheck(project, cache))
    await runNode(cachedCheck(project, cache))
    const server = cachedCall(project.folder, cache, 'mcp')
    return { sides: [() => firstAnswer(server), () => wallTime(emptyNode)] }
  },
}

const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } }
const requests = [
  { id: 1, method: 'initialize', params: client },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'check', arguments: {} } },
]

/** The time until the server has answered a call, in milliseconds. Fails if the answer is an error. */
async function firstAnswer({ args, cwd, env }) {
  const started = process.hrtime.bigint()
  const server = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise(resolve => server.once('close', resolve))
  for (const request of requests) server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`)
  let answer
  for await (const line of createInterface(server.stdout)) {
    answer = JSON.parse(line)
    if (answer.id === 2) break
  }
  const time = Number(process.hrtime.bigint() - started) / 1e6
  server.stdin.end()
  await ended
  if (answer?.result === undefined || answer.result.isError) throw new Error(`mcp answers ${JSON.stringify(answer)}`)
  return time
}
