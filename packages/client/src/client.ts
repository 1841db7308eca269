import { type ImportDocument, OperationError, type ScenarioFields } from '@scenewright/model'
import { authorize } from './authorization.ts'
import { caller } from './caller.ts'
import type { Timer } from './exchange.ts'
import type {
  BotChange,
  BotFields,
  BotRecord,
  BotWebhook,
  CompletionRequest,
  CompletionTicket,
  DialogueFields,
  DialogueRecord,
  FunctionFields,
  FunctionQuery,
  FunctionRecord,
  JournalQuery,
  JournalRecord,
  ListQuery,
  Page,
  ScenarioRecord,
} from './records.ts'
import { readAddress } from './service-address.ts'
import { functionPage, functionRecord, page, record, scenario } from './shapes.ts'

/** The address of the service, and the credentials. */
export interface ClientOptions {
  /** The service host, without `/api/v1`: https, or http to this machine. */
  readonly url: string
  readonly email: string
  readonly apiKey: string
  /** The maximum total time of a request, in milliseconds. */
  readonly timeoutMs: number
  /** Milliseconds since 1970; used only for a Retry-After header with a date. */
  readonly now?: () => number
  /** Starts the time limit of each request; by default, on the system's clock. */
  readonly timer?: Timer
}

/** The options of one call. */
export interface CallOptions {
  /** Ends the request at once; a request that may already have been sent is `uncertain`. */
  readonly signal?: AbortSignal
}

/**
 * The operations of the service. Each call is one request: it is never repeated, and no redirect is followed. A request
 * that fails rejects with a ServiceError, whose `outcome` states whether it took effect.
 */
export interface Client {
  listBots(query?: ListQuery, call?: CallOptions): Promise<Page<BotRecord>>
  createBot(fields: BotFields, call?: CallOptions): Promise<BotRecord>
  changeBot(bot: string, change: BotChange, call?: CallOptions): Promise<BotWebhook>
  createScenario(bot: string, fields: ScenarioFields, call?: CallOptions): Promise<ScenarioRecord>
  importScenario(bot: string, document: ImportDocument, call?: CallOptions): Promise<ScenarioRecord>
  /** Without any change, it reads the record. */
  updateScenario(
    bot: string,
    scenario: string,
    change: Partial<ScenarioFields>,
    call?: CallOptions,
  ): Promise<ScenarioRecord>
  publishVersion(target: VersionTarget, activate: boolean, call?: CallOptions): Promise<ScenarioRecord>
  switchScenario(bot: string, scenario: string, isActive: boolean, call?: CallOptions): Promise<ScenarioRecord>
  createFunction(fields: FunctionFields, call?: CallOptions): Promise<FunctionRecord>
  listFunctions(query: FunctionQuery, call?: CallOptions): Promise<Page<FunctionRecord>>
  complete(bot: string, request: CompletionRequest, call?: CallOptions): Promise<CompletionTicket>
  createDialogue(bot: string, fields: DialogueFields, call?: CallOptions): Promise<DialogueRecord>
  readJournal(query?: JournalQuery, call?: CallOptions): Promise<Page<JournalRecord>>
}

/** A version of a scenario of a bot. */
interface VersionTarget {
  readonly bot: string
  readonly scenario: string
  readonly version: string
}

/** Creates a client of the service. An unusable url or credentials are an OperationError; nothing is sent yet. */
export function createClient({ url, email, apiKey, timeoutMs, now = Date.now, timer }: ClientOptions): Client {
  const { get, post, patch } = caller({
    address: readAddress(url),
    authorization: authorize(email, apiKey),
    timeoutMs,
    now,
    ...(timer !== undefined && { timer }),
  })
  return {
    listBots: (list = {}, call = {}) => get(page, 'list the bots', { path: `/bots${query({ ...list })}`, ...call }),
    createBot: (body, call = {}) => post(record, 'create a bot', { path: '/bots', body, ...call }),
    changeBot: (bot, body, call = {}) => patch(record, 'change a bot', { path: path`/bots/${bot}`, body, ...call }),
    createScenario: (bot, body, call = {}) =>
      post(scenario, 'create a scenario', { path: path`/bots/${bot}/scenarios`, body, ...call }),
    importScenario: (bot, body, call = {}) =>
      post(scenario, 'import a scenario', { path: path`/bots/${bot}/scenarios/import`, body, ...call }),
    updateScenario: (bot, id, body, call = {}) =>
      patch(scenario, `${Object.keys(body).length === 0 ? 'read' : 'update'} a scenario`, {
        path: path`/bots/${bot}/scenarios/${id}`,
        body,
        ...call,
      }),
    publishVersion: ({ bot, scenario: id, version }, activate, call = {}) =>
      post(scenario, 'publish a version', {
        path: path`/bots/${bot}/scenarios/${id}/versions/${version}/publish`,
        body: { activate },
        ...call,
      }),
    switchScenario: (bot, id, isActive, call = {}) =>
      patch(scenario, `switch a scenario ${isActive ? 'on' : 'off'}`, {
        path: path`/bots/${bot}/scenarios/${id}/active`,
        body: { is_active: isActive },
        ...call,
      }),
    createFunction: (body, call = {}) =>
      post(functionRecord, 'create a function', { path: '/bot-tools', body, ...call }),
    listFunctions: (list, call = {}) =>
      get(functionPage, 'list the functions', { path: `/bot-tools${query({ ...list })}`, ...call }),
    complete: (bot, body, call = {}) =>
      post(record, 'ask a bot', { path: path`/bots/${bot}/completion`, body, ...call }),
    createDialogue: (bot, body, call = {}) =>
      post(record, 'create a dialogue', { path: path`/bots/${bot}/dialogues`, body, ...call }),
    readJournal: (list = {}, call = {}) =>
      get(page, 'read the journal', { path: `/completion-log/journal${query({ ...list })}`, ...call }),
  }
}

/** A path of the service: the fixed parts of the template, and each value as one segment. */
function path(words: TemplateStringsArray, ...ids: readonly string[]): string {
  return words.reduce((text, word, index) => text + segment(ids[index - 1] ?? '') + word)
}

/** A query with the values that are defined. */
function query(values: { readonly [name: string]: string | number | undefined }): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? '' : `?${search}`
}

function segment(id: string): string {
  // Dots are not encoded, and would refer to another path.
  if (id === '' || id === '.' || id === '..') throw new OperationError('usage', `"${id}" is not the id of a record`)
  return encodeURIComponent(id)
}
