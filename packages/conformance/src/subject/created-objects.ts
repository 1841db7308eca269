import { valuesAt } from '../contract/path.ts'
import { textAt } from '../expect.ts'
import type { Api } from '../http/api.ts'
import type { Reply } from '../http/reply.ts'
import type { LocalExtensions } from '../openapi/local-extensions.ts'
import { Skip } from '../verdict.ts'
import type { Bodies } from './samples.ts'
import { waitUntil } from './wait-until.ts'

/** The location of a scenario that a row may change. */
interface CreatedScenario {
  readonly reply: Reply
  readonly id: string
  readonly path: string
  /** The path for publishing its first version. */
  readonly publishPath: string
}

/** A finished scan that found a document twice. */
interface FinishedScan {
  readonly id: string
  readonly path: string
  readonly botPath: string
}

/**
 * Objects of the owner, created when a row first needs them. Those without `new` are shared, and no row changes them.
 */
export interface CreatedObjects {
  readonly bodies: Bodies
  bot(): Promise<string>
  newBot(fields?: object): Promise<string>
  /** Not published. */
  scenario(): Promise<CreatedScenario>
  newScenario(fields?: object, bot?: string): Promise<CreatedScenario>
  /** The id of a behavior model of the shared bot. */
  agent(): Promise<string>
  /** The id of a knowledge group of a bot, by default the shared one. */
  group(bot?: string): Promise<string>
  scan(): Promise<FinishedScan>
  /** One that has ended. */
  transfer(): Promise<{ readonly id: string; readonly target: string }>
}

/** The options for creating objects. */
export interface CreationOptions {
  readonly api: Api
  readonly bodies: Bodies
  readonly extensions: LocalExtensions
  readonly signal: AbortSignal
  readonly patience: number
}

/** Creates nothing yet. */
export function createObjects({ api, bodies, extensions, signal, patience }: CreationOptions): CreatedObjects {
  const newBot = async (fields: object = {}) =>
    textAt(await api.post('/bots', { ...bodies.bot(), ...fields }), 'unique_id')
  const bot = once(() => newBot())
  const newScenario = async (fields: object = {}, home?: string) => {
    const scenarios = `/bots/${home ?? (await bot())}/scenarios`
    return createdScenario(scenarios, await api.post(scenarios, { ...bodies.scenario(), ...fields }))
  }
  const group = async (of?: string) => {
    requireExtension(extensions, 'GET /knowledge-groups', 'a knowledge group')
    return textAt(await api.get(`/knowledge-groups?bot_unique_id=${of ?? (await bot())}`), 'data[].unique_id')
  }
  const addTwice = async (ownBot: string) => {
    const document = bodies.knowledge(ownBot, await group(ownBot))
    const again = { ...document, name: `${document.name} again`, content: `${document.content}.` }
    for (const body of [document, again]) textAt(await api.post('/knowledges', body), 'data.unique_id')
  }
  return {
    bodies,
    bot,
    newBot,
    newScenario,
    scenario: once(() => newScenario()),
    agent: once(async () =>
      textAt(await api.get(`/bot-agents?bot_unique_id=${await bot()}&take=1`), 'data[].unique_id'),
    ),
    group,
    scan: once(async () => {
      requireExtension(extensions, 'POST /knowledge-integrity/scans', 'a scan')
      const ownBot = await newBot()
      await addTwice(ownBot)
      const body = { scope: 'BOT', kind: 'SEMANTIC', bot_unique_id: ownBot }
      const id = textAt(await api.post('/knowledge-integrity/scans', body), 'unique_id')
      const path = `/knowledge-integrity/semantic-duplicates/journal/${id}`
      const hasEnded = async () => valuesAt((await api.get(`${path}?take=1`)).body, 'scan.status')[0] !== 'RUNNING'
      await waitUntil(hasEnded, { signal, patience })
      return { id, path, botPath: `/knowledge-integrity/bots/${ownBot}/journal/${id}` }
    }),
    transfer: once(async () => {
      requireExtension(extensions, 'POST /knowledge-transfer', 'a transfer')
      const [source, target] = [await newBot(), await newBot()]
      const body = { source_bot_unique_id: source, target_bot_unique_id: target }
      const id = textAt(await api.post('/knowledge-transfer', body), 'unique_id')
      // A status that changes while rows read it says nothing about a filter.
      const hasEnded = async () => {
        const [status] = valuesAt((await api.get(`/knowledge-transfer/${id}`)).body, 'status')
        return status !== 'PENDING' && status !== 'RUNNING'
      }
      await waitUntil(hasEnded, { signal, patience })
      return { id, target }
    }),
  }
}

/**
 * Skips a row if only an operation beyond the contract could create the required object, and the service does not have
 * it.
 */
function requireExtension(extensions: LocalExtensions, operation: string, what: string): void {
  if (!extensions.offers(operation)) throw new Skip(`needs ${what}, and the service does not offer ${operation}`)
}

function createdScenario(scenarios: string, reply: Reply): CreatedScenario {
  const id = textAt(reply, 'unique_id')
  const path = `${scenarios}/${id}`
  const [version] = valuesAt(reply.body, 'versions[].unique_id')
  return { reply, id, path, publishPath: `${path}/versions/${String(version)}/publish` }
}

/** Runs once; all callers get the same result. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let result: Promise<Value> | undefined
  return () => {
    result ??= make()
    return result
  }
}
