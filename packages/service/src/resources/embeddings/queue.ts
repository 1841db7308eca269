import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { maxRunMs, startWorkLoop, type WorkLoop } from '../../jobs/work-loop.ts'
import { type EmbeddingModel, type Embeddings, TextsRejected } from '../../providers/embeddings.ts'
import { ProviderFailure } from '../../providers/model.ts'
import type { TimeSlicer } from '../../runtime/time-slicer.ts'
import type { Timers } from '../../runtime/timers.ts'
import { deleteVectors } from './delete-vectors.ts'
import {
  type BotToEmbed,
  type ClaimedDocument,
  claimDocuments,
  type EmbeddedDocument,
  endDocuments,
  type NewVector,
  readBotsToEmbed,
  readKnownVectors,
  readPassages,
  releaseDocuments,
  writeVectors,
} from './store.ts'
import { embeddedHash, passageToEmbed } from './texts.ts'
import { bytesOf } from './vectors.ts'

/** The polling interval without notifications, in milliseconds. */
const idleMs = 5000
/** The minimum time between runs, so that documents that are added one by one are sent together, in milliseconds. */
const spacingMs = 250
/** The maximum number of documents that are claimed at once, and of passages that are held in memory. */
const maxClaimed = 64
const maxHeld = 256

/** The dependencies of the computation of vectors. */
interface EmbeddingQueueOptions {
  readonly kysely: Kysely<Tables>
  readonly embeddings: Embeddings
  readonly owner: number
  readonly canClaim: () => boolean
  readonly slicer: TimeSlicer
  readonly timers: Timers
  readonly onError: (error: unknown) => void
}

interface Run extends EmbeddingQueueOptions {
  readonly bot: BotToEmbed
  readonly model: EmbeddingModel
  /** The key of the model's space. */
  readonly space: string
  readonly signal: AbortSignal
  readonly onProgress: () => void
}

/**
 * Computes the vectors of new and changed passages, bot by bot, and deletes those of bots that no longer use any. After
 * a failure of the provider, it waits longer each time.
 */
export function startEmbeddingQueue(options: EmbeddingQueueOptions): WorkLoop {
  const { kysely, embeddings, owner, onError, timers } = options
  const stopping = new AbortController()
  const { signal } = stopping
  /** The state of each bot in which all of its documents had vectors. */
  const done = new Map<string, string>()
  let last = ''
  let progress = { at: Number.NEGATIVE_INFINITY, ms: 0 }
  let hasLeftOver = false

  const run = async () => {
    if (hasLeftOver) await releaseDocuments(kysely, owner)
    hasLeftOver = false
    const bots = (await readBotsToEmbed(kysely)).filter(bot => done.get(bot.id) !== stateOf(bot, embeddings))
    // In turns, so that a bot with many documents does not delay the others.
    const next = bots.find(({ id }) => id > last) ?? bots[0]
    if (next === undefined) return idleMs
    last = next.id
    const model = embeddings.modelOf(next)
    if (model === undefined) {
      await kysely.transaction().execute(transaction => deleteVectors(transaction, { bot: next.id }))
      done.set(next.id, stateOf(next, embeddings))
      return 0
    }
    if (model.waitMs() > 0) return model.waitMs()
    const onProgress = () => {
      progress = { at: timers.now(), ms: model.timeoutMs }
    }
    onProgress()
    try {
      const { key } = await model.space(signal)
      const { documents, isAll } = await claimDocuments(kysely, next, { model: key, owner, maxRows: maxClaimed })
      if (documents.length === 0) {
        if (isAll) done.set(next.id, stateOf(next, embeddings))
        return isAll ? 0 : idleMs
      }
      hasLeftOver = true
      await embedDocuments(documents, { ...options, bot: next, model, space: key, signal, onProgress })
      hasLeftOver = false
      return 0
    } catch (error) {
      if (hasLeftOver) await releaseDocuments(kysely, owner)
      hasLeftOver = false
      // The provider reports its failures itself.
      if (error instanceof ProviderFailure) return Math.max(1, model.waitMs())
      throw error
    }
  }
  const report = (error: unknown) => {
    if (!signal.aborted) onError(error)
  }
  const loop = startWorkLoop(run, report, { timers, mayRun: options.canClaim, spacingMs })
  return {
    ...loop,
    isAlive: () => loop.isAlive() || timers.now() - progress.at < progress.ms + maxRunMs,
    async stop() {
      stopping.abort()
      await loop.stop()
      if (hasLeftOver) await releaseDocuments(kysely, owner)
    },
  }
}

function stateOf(bot: BotToEmbed, embeddings: Embeddings): string {
  const { knowledge_revision, embedding_version, anonymize_pii } = bot
  return JSON.stringify([knowledge_revision, embedding_version, anonymize_pii, embeddings.modelOf(bot)?.spaceKey()])
}

/** A passage to compute a vector for. */
interface Item {
  readonly knowledge_id: string
  readonly position: number
  readonly text: string
  readonly hash: Buffer
  /** The hash in hexadecimal digits. */
  readonly key: string
}

/** Computes the vectors of documents, a few at a time. Every vector is stored before the next request. */
async function embedDocuments(documents: readonly ClaimedDocument[], run: Run): Promise<void> {
  let held: { readonly document: ClaimedDocument; readonly items: readonly Item[] }[] = []
  const flush = async () => {
    const kept = await embedItems(
      held.flatMap(({ items }) => items),
      run,
    )
    const embedded = held.map(({ document, items }): EmbeddedDocument => {
      const positions = items.filter(({ key }) => kept.has(key)).map(({ position }) => position)
      return { ...document, positions }
    })
    held = []
    await endDocuments(run.kysely, embedded, writingOf(run))
  }
  for (const document of documents) {
    run.signal.throwIfAborted()
    held.push({ document, items: await readItems(document, run) })
    if (held.reduce((sum, { items }) => sum + items.length, 0) >= maxHeld) await flush()
  }
  if (held.length > 0) await flush()
}

async function readItems(document: ClaimedDocument, { kysely, bot, slicer }: Run): Promise<readonly Item[]> {
  const items: Item[] = []
  for (const { position, text: passage } of await readPassages(kysely, document)) {
    const text = await passageToEmbed({ name: document.name, text: passage }, bot)
    if (text === undefined) continue
    const hash = await slicer.run(() => embeddedHash(text))
    items.push({ knowledge_id: document.id, position, text, hash, key: hash.toString('hex') })
  }
  return items
}

/** Stores the vectors of passages, and returns the keys of those that have one: the provider may reject some. */
async function embedItems(items: readonly Item[], run: Run): Promise<ReadonlySet<string>> {
  const { kysely, bot, model, space } = run
  const byKey = new Map<string, Item[]>()
  for (const item of items) byKey.set(item.key, [...(byKey.get(item.key) ?? []), item])
  const hashes = Array.from(byKey.values(), ([item]) => item?.hash ?? Buffer.alloc(0))
  const kept = new Set<string>()
  const store = async (vectors: ReadonlyMap<string, Uint8Array>) => {
    const rows: NewVector[] = []
    for (const [key, vector] of vectors) {
      kept.add(key)
      for (const { knowledge_id, position, hash } of byKey.get(key) ?? []) {
        rows.push({ knowledge_id, position, hash, vector })
      }
    }
    await writeVectors(kysely, rows, writingOf(run))
  }
  await store(await readKnownVectors(kysely, hashes, { account: bot.account_id, model: space }))
  const missing = [...byKey].filter(([key]) => !kept.has(key)).map(([key, [item]]) => ({ key, text: item?.text ?? '' }))
  for (let from = 0; from < missing.length; from += model.batch) {
    for await (const found of embedOrSplit(missing.slice(from, from + model.batch), run)) await store(found)
  }
  return kept
}

interface TextToSend {
  readonly key: string
  readonly text: string
}

/** A batch that the provider rejects is sent in halves, so that one text does not prevent the others. */
async function* embedOrSplit(
  texts: readonly TextToSend[],
  run: Pick<Run, 'model' | 'signal' | 'onProgress'>,
): AsyncGenerator<ReadonlyMap<string, Uint8Array>> {
  const { model, signal, onProgress } = run
  onProgress()
  try {
    const { vectors } = await model.embed(
      texts.map(({ text }) => text),
      signal,
    )
    yield new Map(texts.map(({ key }, at) => [key, bytesOf(vectors[at] ?? new Float32Array())]))
  } catch (error) {
    if (!(error instanceof TextsRejected)) throw error
    if (texts.length === 1) return
    const middle = Math.ceil(texts.length / 2)
    yield* embedOrSplit(texts.slice(0, middle), run)
    yield* embedOrSplit(texts.slice(middle), run)
  }
}

function writingOf({ bot, space, owner }: Run) {
  return { bot, model: space, owner }
}
