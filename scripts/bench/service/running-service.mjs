import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { start } from '../../build/processes.mjs'
import { runNode } from '../run-node.mjs'
import { scenewright } from '../scenewright.mjs'
import { temporary } from '../temporary.mjs'

const email = 'bench@example.com'
let count = 0

/** The command-line option for a new data folder. */
export function newFolder() {
  count += 1
  return ['--data', join(temporary, `service-${count}`)]
}

/** Creates an account; resolves with the headers of its requests. */
export async function newAccount(location) {
  const args = [scenewright, 'service', 'init', ...location, '--email', email, '--format', 'json']
  const { api_key } = JSON.parse(await runNode({ args, cwd: temporary }, 'pipe'))
  const authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`
  return { authorization, 'content-type': 'application/json' }
}

/** Starts a service; resolves with it once it responds, and with the seconds that this took. */
export async function startService(location) {
  const args = [
    scenewright,
    'service',
    'start',
    ...location,
    '--port',
    '0',
    '--allow-loopback-webhooks',
    '--requests-per-minute',
    '0',
    '--format',
    'json',
  ]
  const begun = process.hrtime.bigint()
  const child = start(process.execPath, args, { cwd: temporary, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await readyAt(child)
  const seconds = Number(process.hrtime.bigint() - begun) / 1e9
  const ended = new Promise(resolve => child.once('close', resolve))
  return {
    url,
    seconds,
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
    },
    /** The memory of the process, in MB. */
    memory: () => Number(/^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024,
  }
}

async function readyAt(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line)
    if (event.event === 'ready') return event.url
  }
  throw new Error('the service ended before it was ready')
}
