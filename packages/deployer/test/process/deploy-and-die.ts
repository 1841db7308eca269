// `deploy-and-die FOLDER URL POINT SOURCES`: one apply that kills itself, without a chance to tidy up, when it comes to
// the POINT-th of the places between two effects. It ends with 0 where it has fewer of them.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Client, createClient } from '@scenewright/client'
import { apply, goalOfSources, openFileState, openReceipts, type ReceiptLog, type StateStore } from '../../src/index.ts'

const [folder = '', url = '', point = '0', sources = '[]'] = process.argv.slice(2)
let passed = 0

/** A place between two effects. */
function pass(): void {
  passed += 1
  if (passed === Number(point)) process.kill(process.pid, 'SIGKILL')
}

async function around<Result>(effect: () => Promise<Result>): Promise<Result> {
  pass()
  const result = await effect()
  pass()
  return result
}

const file = openFileState(join(folder, 'state', 'prod.json'))
const store: StateStore = {
  name: file.name,
  read: () => file.read(),
  compareAndSwap: (expected, text) => around(() => file.compareAndSwap(expected, text)),
  putBlob: text => around(() => file.putBlob(text)),
  getBlob: hash => file.getBlob(hash),
}

const log = openReceipts(join(folder, 'receipts', 'prod.ndjson'))
const receipts: ReceiptLog = { append: receipt => around(() => log.append(receipt)), read: () => log.read() }

const real = createClient({ url, email: 'a@b.example', apiKey: 'key', timeoutMs: 5000 })
const client: Client = {
  ...real,
  importScenario: (...call) => around(() => real.importScenario(...call)),
  updateScenario: (...call) => around(() => real.updateScenario(...call)),
  publishVersion: (...call) => around(() => real.publishVersion(...call)),
  switchScenario: (...call) => around(() => real.switchScenario(...call)),
}

void apply({
  store,
  client,
  receipts,
  goal: goalOfSources(JSON.parse(sources)),
  environment: { name: 'prod', url, bot: 'bot-1', timeoutMs: 5000, settleMs: 900_000 },
  run: { id: randomUUID() },
  tool: '0.1.0',
  now: () => Date.UTC(2030, 0, 1),
  newId: randomUUID,
  pause: async () => {},
  signal: new AbortController().signal,
  onEvent: () => {},
  concurrency: 1,
}).then(({ verdict }) => {
  process.exitCode = verdict === 'done' ? 0 : 3
})
