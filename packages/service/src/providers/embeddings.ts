import { isObject, OperationError } from '@scenewright/model'
import { backgroundTexts, normalize, readEmbeddings, textToEmbed } from '@scenewright/simulator/embeddings'
import { type Timers, withTimeout } from '../runtime/timers.ts'
import { ProviderFailure } from './model.ts'
import { type EmbeddingsSettings, providerAddress } from './provider-settings.ts'
import { createRetryGate, type RetryGate } from './retry-gate.ts'

/** The name of the provider in the settings, metrics and messages. */
export const embeddingsId = 'embeddings'

/** The version with which a bot refuses embeddings. */
export const noEmbeddings = 'none'

/** How long a question waits for its vector, in milliseconds; then it is searched by words. */
const questionMs = 2000
const defaultTimeoutMs = 10_000
const defaultBatch = 64

/** The statuses with which a server rejects the texts themselves. */
const rejections = new Set([400, 413, 422])

/** The provider's server rejected the texts; another request with other texts may succeed. */
export class TextsRejected extends ProviderFailure {}

/** Vectors of length 1, in the order of the texts, and the cost in tokens. A text without letters has only zeros. */
interface Embedded {
  readonly vectors: readonly Float32Array[]
  readonly tokens: number
}

/** The vectors of a model. */
export interface VectorSpace {
  /** Identifies vectors that can be compared with each other: the version and the number of dimensions. */
  readonly key: string
  readonly dimensions: number
  /** The vectors of texts about anything, which no bot answers. */
  readonly background: readonly Float32Array[]
}

/**
 * A model that turns texts into vectors. All requests reject with a ProviderFailure: for a while after a failure, without
 * being sent.
 */
export interface EmbeddingModel {
  /** The maximum number of texts per request. */
  readonly batch: number
  /** The time limit of a request, in milliseconds. */
  readonly timeoutMs: number
  /** The vector of a question, within two seconds. */
  embedQuestion(text: string): Promise<Float32Array>
  /** The vectors of at most `batch` texts. Rejects with TextsRejected, or with another Error if `signal` was aborted. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Embedded>
  /** Requested once, and again after the server has replaced the model by one with other vectors. */
  space(signal?: AbortSignal): Promise<VectorSpace>
  /** The key of the space; undefined if it was not requested yet. */
  spaceKey(): string | undefined
  /** The time until texts may be sent after a failure, in milliseconds. */
  waitMs(): number
}

/** The configured models for embeddings. */
export interface Embeddings {
  /** The versions that a bot may name. */
  readonly versions: readonly string[]
  /** The model of a bot; undefined if the bot names a version that is not configured. */
  modelOf(bot: { readonly embedding_version: string | null }): EmbeddingModel | undefined
}

/** The dependencies of requests for embeddings. */
interface EmbeddingsDependencies {
  readonly fetch: typeof globalThis.fetch
  readonly timers: Timers
  readonly onCalled: (outcome: 'answered' | 'failed', ms: number) => void
  /** Called with the first failure of several, and without one when all kinds of requests succeed again. */
  readonly onChange: (failure?: Error) => void
}

/** The models of the settings. Throws an OperationError `usage` for an invalid address, and for the version `none`. */
export function createEmbeddings(settings: EmbeddingsSettings, dependencies: EmbeddingsDependencies): Embeddings {
  const versions = [...new Set([settings.version, ...(settings.versions ?? [])])]
  if (versions.includes(noEmbeddings)) {
    throw new OperationError('usage', `The provider "${embeddingsId}" must not have the version "${noEmbeddings}".`, {
      help: 'Give the model another name on its server: with this version, a bot refuses embeddings.',
    })
  }
  const reported = { ...dependencies, onChange: once(dependencies.onChange) }
  const models = new Map(versions.map(version => [version, createModel(version, settings, reported)]))
  return {
    versions,
    modelOf: ({ embedding_version }) => models.get(embedding_version || settings.version),
  }
}

/** The same for several gates: called when the first of them fails, and when none does any more. */
function once(onChange: EmbeddingsDependencies['onChange']): EmbeddingsDependencies['onChange'] {
  let failing = 0
  return failure => {
    failing += failure === undefined ? -1 : 1
    if (failing === (failure === undefined ? 0 : 1)) onChange(failure)
  }
}

function createModel(version: string, settings: EmbeddingsSettings, dependencies: EmbeddingsDependencies) {
  const { timers, onChange } = dependencies
  const { batch = defaultBatch, timeoutMs = defaultTimeoutMs } = settings
  const send = createSender(version, settings, dependencies)
  // A server that is too slow for questions may still be fast enough for documents.
  const [questions, documents] = [createRetryGate(timers, onChange), createRetryGate(timers, onChange)]
  let loading: Promise<VectorSpace> | undefined
  let known: VectorSpace | undefined
  const forget = () => {
    loading = undefined
    known = undefined
  }
  const requireSame = (embedded: Embedded) => {
    const [before, now] = [known?.dimensions, embedded.vectors.find(({ length }) => length > 0)?.length]
    if (before === undefined || now === undefined || now === before) return embedded
    forget()
    throw new ProviderFailure(`The vectors of the provider ${embeddingsId} had ${before} numbers, and now ${now}.`)
  }
  const embed: EmbeddingModel['embed'] = (texts, signal) =>
    guarded(documents, signal, async () => requireSame(await send(texts, { ms: timeoutMs, signal })))
  const load = async (signal?: AbortSignal) => {
    const background = await embedBackground(batch, texts => embed(texts, signal))
    const dimensions = background[0]?.length ?? 0
    known = { key: `${version}/${dimensions}`, dimensions, background }
    return known
  }
  const model: EmbeddingModel = {
    batch,
    timeoutMs,
    embed,
    async embedQuestion(text) {
      const ms = Math.min(questionMs, timeoutMs)
      const { vectors } = await guarded(questions, undefined, async () => requireSame(await send([text], { ms })))
      return vectors[0] ?? new Float32Array()
    },
    space(signal) {
      loading ??= load(signal).catch(error => {
        forget()
        throw error
      })
      return loading
    },
    spaceKey: () => known?.key,
    waitMs: documents.waitMs,
  }
  return model
}

async function embedBackground(
  batch: number,
  embed: (texts: readonly string[]) => Promise<Embedded>,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let from = 0; from < backgroundTexts.length; from += batch) {
    try {
      vectors.push(...(await embed(backgroundTexts.slice(from, from + batch))).vectors)
    } catch (error) {
      // No server has a reason to reject these texts, so it rejects the request.
      throw error instanceof TextsRejected ? new ProviderFailure(error.message) : error
    }
  }
  return vectors
}

/** Records the outcome of a request; none is sent while the gate is closed. */
async function guarded(
  gate: RetryGate,
  signal: AbortSignal | undefined,
  send: () => Promise<Embedded>,
): Promise<Embedded> {
  if (gate.waitMs() > 0) throw new ProviderFailure(`The provider ${embeddingsId} failed a moment ago.`)
  try {
    const embedded = await send()
    gate.succeeded()
    return embedded
  } catch (error) {
    if (signal?.aborted) throw error
    if (error instanceof Error && !(error instanceof TextsRejected)) gate.failed(error)
    throw error
  }
}

type Sender = (
  texts: readonly string[],
  options: { readonly ms: number; readonly signal?: AbortSignal | undefined },
) => Promise<Embedded>

function createSender(
  version: string,
  settings: EmbeddingsSettings,
  { fetch, timers, onCalled }: EmbeddingsDependencies,
): Sender {
  const address = new URL('embeddings', providerAddress(embeddingsId, settings))
  const { apiKey, dimensions } = settings
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  }
  return async (texts, { ms, signal }) => {
    const sent = texts.map(textToEmbed)
    const input = sent.filter(text => text !== undefined)
    if (input.length === 0) return { vectors: texts.map(() => new Float32Array()), tokens: 0 }
    const begunAt = timers.now()
    try {
      const body = await withTimeout(timers, ms, async late => {
        const response = await fetch(address, {
          method: 'POST',
          headers,
          body: JSON.stringify({
            model: version,
            input,
            encoding_format: 'float',
            ...(dimensions !== undefined && { dimensions }),
          }),
          signal: signal === undefined ? late : AbortSignal.any([signal, late]),
        })
        if (!response.ok) {
          await response.body?.cancel()
          throw refusal(response.status)
        }
        return (await response.json()) as unknown
      })
      const found = readEmbeddings(body, { count: input.length, dimensions })
      if (found.kind === 'fault')
        throw new ProviderFailure(`The answer of the provider ${embeddingsId} ${found.fault}.`)
      onCalled('answered', timers.now() - begunAt)
      return { vectors: placed(sent, found.vectors), tokens: readTokens(body) }
    } catch (error) {
      if (signal?.aborted) throw new Error('The service is shutting down.')
      onCalled('failed', timers.now() - begunAt)
      throw error instanceof ProviderFailure ? error : new ProviderFailure(`${noAnswer}: ${reasonOf(error)}`)
    }
  }
}

const noAnswer = `The provider ${embeddingsId} did not answer`

function refusal(status: number): ProviderFailure {
  const message = `${noAnswer}: status ${status}.`
  return rejections.has(status) ? new TextsRejected(message) : new ProviderFailure(message)
}

/** With length 1, and zeros for texts that were not sent. */
function placed(sent: readonly (string | undefined)[], vectors: readonly Float32Array[]): readonly Float32Array[] {
  const length = vectors[0]?.length ?? 0
  const rest = vectors.values()
  return sent.map(text => {
    const vector = text === undefined ? undefined : normalize(rest.next().value)
    return vector ?? new Float32Array(length)
  })
}

/** The tokens that the server counted; 0 if it did not. */
function readTokens(body: unknown): number {
  const usage = isObject(body) ? body.usage : undefined
  const total = isObject(usage) ? (usage.total_tokens ?? usage.prompt_tokens) : undefined
  return typeof total === 'number' && Number.isSafeInteger(total) && total > 0 ? Math.min(total, 2 ** 31 - 1) : 0
}

/** Why there was no answer. Never the server's text, which may repeat the texts sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed.'
  if (error.name === 'TimeoutError') return 'it timed out.'
  if (error instanceof SyntaxError) return 'its answer could not be read.'
  return error.cause instanceof Error ? error.cause.message : error.message
}
