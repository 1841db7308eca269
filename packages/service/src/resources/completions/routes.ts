import { randomUUID } from 'node:crypto'
import type { Account } from '../../accounts/table.ts'
import { HttpError } from '../../http/http-error.ts'
import { compactJson, readFieldText } from '../../http/json-body.ts'
import { defineRoute, type Route } from '../../http/route.ts'
import type { Infer } from '../../http/schema.ts'
import type { ReadBot } from '../../runtime/data-loaders.ts'
import type { ServiceContext } from '../../runtime/service-context.ts'
import { checkAttachments } from '../attachments/store.ts'
import { requireOwn } from '../bots/store.ts'
import type { Bot } from '../bots/table.ts'
import { changeDialogue, newDialogueRow, readDialogueIds, requireDialogue } from '../dialogues/store.ts'
import { computeFingerprint, findRemembered, type RememberedRequest, repeatedCompletion } from './idempotency.ts'
import { findCompletion } from './journal-store.ts'
import { acceptedCompletion, idempotencyHeaders, newCompletion } from './schema.ts'

/** A request that is answered asynchronously. */
const createCompletion = defineRoute({
  name: 'createCompletion',
  method: 'POST',
  url: '/bots/{uniqueId}/completion',
  summary: 'Queues a request; its result is sent by webhook and stored in the journal.',
  headers: idempotencyHeaders,
  body: newCompletion,
  needsBodyText: true,
  needsBot: true,
  status: 201,
  response: acceptedCompletion,
  errors: [400, 402, 403, 404, 409],
  async handle({ account, readBot, parameters: { uniqueId: id }, headers, body, bodyText }, service) {
    const bot = readBot?.bot
    requireOwn(bot, { id, account, maskForbidden: service.maskForbidden })
    const request = { account, body, bodyText, bot, readAt: readBot?.readAt ?? 0 }
    const key = headers['idempotency-key']
    const queued = await (key === undefined ? queueCompletion(request, service) : queueOnce(request, key, service))
    return { message: 'The request is queued.', unique_id: queued.id, dialogue_id: queued.dialogueId }
  },
})

/**
 * Queues a completion, once for all requests with the same key within a day. Rejects with an HttpError: 409 if another
 * request has the same key, otherwise as in queueing.
 */
function queueOnce(request: CompletionRequest, key: string, service: ServiceContext): Promise<QueuedCompletion> {
  const { account, bot, body, bodyText } = request
  const fingerprint = computeFingerprint(bot, body, readFieldText(bodyText, 'meta'))
  // Sequentially, so that a repeated request finds the first one stored, and costs nothing.
  return service.requestLocks.run(`${account.id} ${key}`, async () => {
    const earlier = await findRemembered(service.kysely, account, key, service.clock())
    if (earlier !== undefined) return findQueued(service, repeatedCompletion(earlier, fingerprint))
    return queueCompletion(request, service, { key, fingerprint })
  })
}

/** The operations on new completions. */
export const completionRoutes: readonly Route[] = [createCompletion]

/** The maximum size of the caller's metadata as JSON, in bytes of UTF-8. */
const maxBytes = 5120

/** The longest text of a caller's data that is kept as it was sent, in characters: white space may be any length. */
const maxMetaTextLength = 32_768

/** A request to a bot. */
interface CompletionRequest extends ReadBot {
  readonly account: Account
  readonly body: Infer<typeof newCompletion>
  readonly bodyText: string
}

/** A stored completion. */
interface QueuedCompletion {
  readonly id: string
  /** The `dialogue_id` of its dialogue; null if it has none. */
  readonly dialogueId: string | null
}

/** The key of a request, and the hash of its content. */
interface RequestKey {
  readonly key: string
  readonly fingerprint: string
}

/**
 * Queues a completion. If another service has just stored a request with the same key, returns that one. Rejects with
 * an HttpError if it cannot be queued.
 */
async function queueCompletion(
  request: CompletionRequest,
  service: ServiceContext,
  key?: RequestKey,
): Promise<QueuedCompletion> {
  const { accepted, dialogueId } = await prepare(request, service, key)
  const { account } = request
  if (!service.credits.take(account.id)) throw new HttpError(402, 'The balance is too small for a request.')
  let earlier: RememberedRequest | undefined
  try {
    await changeNamedDialogue(request, accepted.completion.dialogue_id, service)
    earlier = await service.acceptance(accepted)
  } catch (error) {
    service.credits.giveBack(account.id)
    throw error
  }
  if (earlier === undefined) return { id: accepted.completion.id, dialogueId }
  service.credits.giveBack(account.id)
  return findQueued(service, repeatedCompletion(earlier, key?.fingerprint ?? ''))
}

async function findQueued({ kysely }: ServiceContext, id: string): Promise<QueuedCompletion> {
  const dialogue = (await findCompletion(kysely, id))?.dialogue_id ?? null
  return { id, dialogueId: (await readDialogueIds(kysely, [dialogue])).get(dialogue ?? '') ?? null }
}

/** A completion with both a `dialogue_id` and settings changes the settings of that dialogue. */
async function changeNamedDialogue(
  { body: { dialogue_id, dialogue } }: CompletionRequest,
  id: string | null,
  { kysely, clock }: ServiceContext,
): Promise<void> {
  if (dialogue_id === undefined || dialogue === undefined || id === null) return
  await changeDialogue(kysely, id, dialogue, clock())
}

async function prepare(request: CompletionRequest, service: ServiceContext, key?: RequestKey) {
  const { account, bot, readAt, body } = request
  checkProvider(bot, service)
  checkMeta(body.meta)
  const { kysely, clock, retentionMs } = service
  const now = clock()
  const { attachment_ids: attached = [] } = body
  // Most requests have neither attachments nor a dialogue, and wait for nothing.
  const attachmentIds =
    attached.length === 0
      ? []
      : await checkAttachments(kysely, account, attached, new Date(now.getTime() - retentionMs))
  const hasDialogue = body.dialogue_id !== undefined || body.dialogue !== undefined
  const dialogue = hasDialogue ? await dialogueOf(bot, body, service) : noDialogue
  const id = randomUUID()
  return {
    dialogueId: dialogue.dialogueId,
    accepted: {
      completion: rowOf(request, { id, dialogue: dialogue.id, now }),
      ...(dialogue.row !== undefined && { dialogue: dialogue.row }),
      readBot: { bot, readAt },
      attachmentIds,
      ...(key !== undefined && { key: { ...key, account_id: account.id, completion_id: id, created_at: now } }),
    },
  }
}

/** Rejects a bot without its provider if the operator forbids offline answers. */
function checkProvider({ gpt_model }: Bot, { providers, strictProviders }: ServiceContext): void {
  if (!strictProviders || providers.model(gpt_model) !== undefined) return
  throw new HttpError(400, `The provider "${gpt_model}" is not set up: check the bot's integration settings.`)
}

/** All fields in one place, because Node 20 takes kilobytes for an object that grows field by field. */
function rowOf(
  { account, bot, body, bodyText }: CompletionRequest,
  { id, dialogue, now }: { readonly id: string; readonly dialogue: string | null; readonly now: Date },
) {
  return {
    id,
    account_id: account.id,
    bot_id: bot.id,
    dialogue_id: dialogue,
    prompt: body.prompt,
    system_direct: body.system_direct ?? null,
    mode: body.mode ?? 'PROMPTER',
    is_depersonalize: body.is_depersonalize ?? false,
    meta: body.meta === undefined ? null : metaTextOf(body.meta, bodyText),
    status: 'PENDING',
    attempts: 0,
    owner: null,
    traceparent: null,
    created_at: now,
    updated_at: now,
  } as const
}

/** The text of the caller's metadata as it was sent; if it is long, with the same digits, but compact. */
function metaTextOf(meta: object, bodyText: string): string {
  const sent = readFieldText(bodyText, 'meta') ?? JSON.stringify(meta)
  const text = sent.length > maxMetaTextLength ? compactJson(sent) : sent
  // Only repeated keys, or thousands of digits, are that long.
  return text.length > maxMetaTextLength ? JSON.stringify(meta) : text
}

const noDialogue = { id: null, dialogueId: null, row: undefined }

/** The ids of the named dialogue, or of the new one with its row. */
async function dialogueOf(
  bot: Bot,
  { dialogue_id, dialogue }: CompletionRequest['body'],
  { kysely, clock }: ServiceContext,
) {
  if (dialogue_id !== undefined) {
    const named = await requireDialogue(kysely, bot, dialogue_id)
    return { id: named.id, dialogueId: named.dialogue_id, row: undefined }
  }
  if (dialogue === undefined) return noDialogue
  const row = newDialogueRow(bot, dialogue, clock())
  return { id: row.id, dialogueId: row.dialogue_id, row }
}

/** Throws an HttpError 400 if the caller's metadata is too large. */
function checkMeta(meta: object | undefined): void {
  if (meta === undefined) return
  const size = Buffer.byteLength(JSON.stringify(meta))
  if (size > maxBytes) throw new HttpError(400, `The field "meta" takes ${size} bytes; the maximum is ${maxBytes}.`)
}
