import { isObject } from '@scenewright/model'
import type { LanguageModelMiddleware, ToolSet } from 'ai'
import { BlockedTargetError } from '../egress/egress.ts'
import { RejectedResponseError } from '../egress/guarded-fetch.ts'
import { keepsNumbers } from '../http/json-body.ts'
import { type Timers, withTimeout } from '../runtime/timers.ts'
import { type Model, type ModelRequest, type ModelTool, ProviderFailure } from './model.ts'
import { type ProviderSettings, type ProvidersSettings, providerAddress, providerIds } from './provider-settings.ts'

/** The configured models, by provider id. */
export interface Providers {
  /** Undefined if it is not configured. */
  model(id: string): Model | undefined
}

/** Creates a `fetch` for one origin, on the public network unless `isPrivate` is set. */
type FetchFor = (origin: string, isPrivate: boolean) => typeof globalThis.fetch

/** The models of the settings. Throws an OperationError `usage` for an invalid address. */
export function createProviders(
  settings: ProvidersSettings,
  { fetchFor, timers }: { readonly fetchFor: FetchFor; readonly timers: Timers },
): Providers {
  const models = new Map<string, Model>()
  for (const id of providerIds) {
    const chosen = settings[id]
    if (chosen === undefined) continue
    models.set(id, createCompatibleModel(id, chosen, { fetch: fetchOf(id, chosen, fetchFor), timers }))
  }
  return { model: id => models.get(id) }
}

function fetchOf(id: string, settings: ProviderSettings, fetchFor: FetchFor): typeof globalThis.fetch {
  return fetchFor(providerAddress(id, settings).origin, settings.allowPrivate ?? false)
}

/** The maximum number of versions in a server's list. */
const maxVersions = 1000

/** The maximum number of tool calls of a model before it has to answer. */
const maxSteps = 8
/** The number of retries after temporary failures, such as 429 and 5xx. */
const retries = 2
const defaultTimeoutMs = 60_000
/** The maximum value in a record of tokens. */
const maxTokens = 2 ** 31 - 1

/** A model with an OpenAI-compatible API. All requests use `fetch`. The library is loaded for the first request. */
function createCompatibleModel(
  id: string,
  settings: ProviderSettings,
  { fetch, timers }: { readonly fetch: typeof globalThis.fetch; readonly timers: Timers },
): Model {
  const address = providerAddress(id, settings)
  return {
    version: settings.version,
    async ask(request) {
      const version = request.version || settings.version
      try {
        return await withTimeout(timers, settings.timeoutMs ?? defaultTimeoutMs, async late => {
          const signal = AbortSignal.any([request.signal, late])
          return { version, ...(await generate({ ...request, version, signal }, { address, settings, fetch })) }
        })
      } catch (error) {
        if (request.signal.aborted) throw new Error('The service is shutting down.')
        throw new ProviderFailure(`The provider ${id} did not answer: ${await reasonOf(error)}`)
      }
    },
    async versions(signal) {
      return settings.versions ?? readVersions(new URL('models', address), { apiKey: settings.apiKey, fetch, signal })
    },
  }
}

interface Connection {
  readonly address: URL
  readonly settings: ProviderSettings
  readonly fetch: typeof globalThis.fetch
}

async function generate(
  request: ModelRequest & { readonly version: string },
  { address, settings, fetch }: Connection,
) {
  const [{ generateText, stepCountIs, wrapLanguageModel }, { createOpenAICompatible }] = await load()
  const provider = createOpenAICompatible({
    name: 'provider',
    baseURL: address.href.slice(0, -1),
    fetch,
    ...(settings.apiKey !== undefined && { apiKey: settings.apiKey }),
  })
  const rounded = new Set<string>()
  const { text, steps } = await generateText({
    model: wrapLanguageModel({ model: provider(request.version), middleware: noteRounded(rounded) }),
    ...(request.instructions !== '' && { system: request.instructions }),
    messages: request.messages.map(({ role, text: content }) => ({ role, content })),
    tools: await toolsOf(request.tools, rounded),
    stopWhen: stepCountIs(maxSteps),
    maxOutputTokens: request.maxOutputTokens,
    maxRetries: retries,
    abortSignal: request.signal,
  })
  const tokens = { answer: 0, tools: 0 }
  for (const { usage, toolCalls } of steps) {
    const kind = toolCalls.length === 0 ? 'answer' : 'tools'
    tokens[kind] = asCount(tokens[kind] + (usage.totalTokens ?? 0))
  }
  return { text: storable(text).trim(), tokens }
}

/** Limits the numbers, because a server may report anything. */
function asCount(count: number): number {
  return Math.min(maxTokens, Math.max(0, Math.round(count)))
}

/** Without characters that no database can store: NUL, and unpaired surrogates. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

async function load() {
  // The library would print its warnings to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false
  return Promise.all([import('ai'), import('@ai-sdk/openai-compatible')])
}

/** Notes the calls of the latest answer whose arguments have a number that the library rounds when it reads them. */
function noteRounded(rounded: Set<string>): LanguageModelMiddleware {
  return {
    specificationVersion: 'v3',
    async wrapGenerate({ doGenerate }) {
      const answer = await doGenerate()
      rounded.clear()
      for (const part of answer.content) {
        if (part.type === 'tool-call' && !keepsNumbers(part.input)) rounded.add(part.toolCallId)
      }
      return answer
    },
  }
}

const tooManyDigits =
  'The arguments have a number with too many digits: it would be rounded. Pass it as a string, or with at most 15 digits.'

async function toolsOf(tools: readonly ModelTool[], rounded: ReadonlySet<string>): Promise<ToolSet> {
  const { jsonSchema, tool } = await import('ai')
  return Object.fromEntries(
    tools.map(({ name, description, schema, call }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema(schema),
        execute: (args, { toolCallId, abortSignal }) =>
          rounded.has(toolCallId) ? tooManyDigits : call(args, abortSignal ?? new AbortController().signal),
      }),
    ]),
  )
}

/** The names of the library's errors about an answer with status 200. */
const unreadable = new Set([
  'AI_EmptyResponseBodyError',
  'AI_InvalidResponseDataError',
  'AI_JSONParseError',
  'AI_NoContentGeneratedError',
  'AI_NoOutputGeneratedError',
  'AI_TypeValidationError',
])

/** The status, or the reason for a failed connection. Never the server's text, which may repeat the question. */
async function reasonOf(error: unknown): Promise<string> {
  const { APICallError, RetryError } = await import('ai')
  const last = RetryError.isInstance(error) ? error.lastError : error
  if (APICallError.isInstance(last)) {
    if (last.statusCode !== undefined && last.statusCode !== 200) return `status ${last.statusCode}.`
    // If there was a response, the cause contains its text.
    const isReached = last.statusCode !== undefined
    return !isReached && last.cause instanceof Error ? last.cause.message : 'its answer could not be read.'
  }
  // The library waits between two attempts with an AbortError of its own.
  if (last instanceof Error && ['TimeoutError', 'AbortError'].includes(last.name)) return 'it timed out.'
  if (last instanceof RejectedResponseError) return last.message
  if (last instanceof Error && unreadable.has(last.name)) return 'its answer could not be read.'
  if (last instanceof BlockedTargetError) {
    return last.reach === 'public' ? `${last.message} Only allow_private allows a private one.` : last.message
  }
  return last instanceof Error ? `${last.name}.` : 'it failed.'
}

/** Requests the list of models from an OpenAI-compatible server. Rejects if the response is invalid. */
async function readVersions(
  address: URL,
  options: {
    readonly apiKey: string | undefined
    readonly fetch: typeof globalThis.fetch
    readonly signal: AbortSignal
  },
): Promise<readonly string[]> {
  const { apiKey, fetch, signal } = options
  const headers = { accept: 'application/json', ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) }
  const response = await fetch(address, { headers, signal })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`The server answered ${response.status}.`)
  }
  return idsOf(await response.json())
}

function idsOf(answer: unknown): readonly string[] {
  const data = isObject(answer) ? answer.data : undefined
  if (!Array.isArray(data)) throw new Error('The server did not return a list of models.')
  const ids = data.flatMap((model: unknown) => (isObject(model) && typeof model.id === 'string' ? [model.id] : []))
  return ids.slice(0, maxVersions).sort()
}
