import { randomUUID } from 'node:crypto'
import { findTargetFault, readTarget, type TargetPolicy } from '../../egress/target-address.ts'
import { HttpError, notFound } from '../../http/http-error.ts'
import { pickFields } from '../../http/json-body.ts'
import { defineRoute, type Route } from '../../http/route.ts'
import { deletedRecord } from '../../http/schema.ts'
import { embeddingsId, noEmbeddings } from '../../providers/embeddings.ts'
import type { ServiceContext } from '../../runtime/service-context.ts'
import { valueWithinSecond } from '../../runtime/timers.ts'
import { addDefaultAgent } from '../agents/store.ts'
import { listSchema, orderBy, paging } from '../listing.ts'
import { toBotRecord, toFullBotRecord } from './record.ts'
import { botChange, botRecord, botWebhook, fullBotRecord, newBot, newBotDefaults, plainFields } from './schema.ts'
import { insertBot, lockBot, readBotPage, requireBot, requireIdle, updateBot } from './store.ts'

/** The bots of the account. */
const listBots = defineRoute({
  name: 'listBots',
  method: 'GET',
  url: '/bots',
  summary: 'Lists the bots of the account.',
  query: {
    type: 'object',
    required: ['skip', 'take', 'order_by'],
    properties: { search: { type: 'string' }, ...paging, order_by: orderBy },
  },
  status: 200,
  response: listSchema(botRecord),
  errors: [400, 403],
  async handle({ account, query }, { kysely }) {
    const { rows, meta } = await readBotPage(kysely, account, query)
    return { data: rows.map(toBotRecord), meta }
  },
})

/** A new bot of the account. */
const createBot = defineRoute({
  name: 'createBot',
  method: 'POST',
  url: '/bots',
  summary: 'Creates a bot.',
  body: newBot,
  adds: 'bots',
  status: 201,
  response: botRecord,
  errors: [400, 403],
  async handle({ account, body, warn }, service) {
    const { kysely, clock, targetPolicy } = service
    const webhook_url = checkWebhookUrl(body.webhook_url ?? null, targetPolicy)
    await checkVersion(body.gpt_model, body.gpt_version, service, warn)
    checkEmbeddingVersion(body.embedding_version, service, warn)
    const now = clock()
    const values = {
      ...newBotDefaults,
      ...pickFields(body, plainFields),
      id: randomUUID(),
      name: body.name,
      gpt_model: body.gpt_model,
      webhook_url,
      account_id: account.id,
      created_at: now,
      updated_at: now,
    }
    const bot = await kysely.transaction().execute(async transaction => {
      const made = await insertBot(transaction, values)
      await addDefaultAgent(transaction, made)
      return made
    })
    return toBotRecord(bot)
  },
})

/** A change of a bot; absent fields do not change. */
const changeBot = defineRoute({
  name: 'changeBot',
  method: 'PATCH',
  url: '/bots/{uniqueId}',
  summary: 'Changes a bot.',
  body: botChange,
  status: 200,
  response: botWebhook,
  errors: [400, 403, 404],
  async handle({ account, parameters, body, warn }, service) {
    const bot = await requireBot(parameters.uniqueId, account, service)
    const address = body.webhook_url
    await checkVersion(bot.gpt_model, body.gpt_version, service, warn)
    checkEmbeddingVersion(body.embedding_version, service, warn)
    const changed = await updateBot(service.kysely, bot, {
      ...pickFields(body, plainFields),
      ...(address !== undefined && { webhook_url: checkWebhookUrl(address, service.targetPolicy) }),
      updated_at: service.clock(),
    })
    if (changed === undefined) throw notFound('bot', parameters.uniqueId)
    return { unique_id: bot.id, webhook_url: changed.webhook_url }
  },
})

/** One bot, with all its fields. */
const readBot = defineRoute({
  name: 'readBot',
  method: 'GET',
  url: '/bots/{uniqueId}',
  summary: 'Reads a bot, with its model and its webhook address.',
  isLocal: true,
  status: 200,
  response: fullBotRecord,
  errors: [403, 404],
  async handle({ account, parameters }, service) {
    return toFullBotRecord(await requireBot(parameters.uniqueId, account, service))
  },
})

/** Deletes a bot with everything that belongs to it. */
const deleteBot = defineRoute({
  name: 'deleteBot',
  method: 'DELETE',
  url: '/bots/{uniqueId}',
  summary: 'Deletes a bot, unless the bot has work in progress. Its journal is kept.',
  isLocal: true,
  status: 200,
  response: deletedRecord,
  errors: [403, 404, 409],
  async handle({ account, parameters }, service) {
    const bot = await requireBot(parameters.uniqueId, account, service)
    const deleted_at = service.clock()
    await service.kysely.transaction().execute(async transaction => {
      if (!(await lockBot(transaction, bot))) throw notFound('bot', parameters.uniqueId)
      await requireIdle(transaction, bot, ['answer', 'delivery', 'scan', 'transfer'])
      // Without an address nothing is sent, even by a service that still reads the row.
      await updateBot(transaction, bot, { deleted_at, webhook_url: null, updated_at: deleted_at })
    })
    return { unique_id: bot.id, deleted_at: deleted_at.toISOString() }
  },
})

/** Warns of a version that the provider does not list; not if the provider does not respond within a second. */
async function checkVersion(
  gptModel: string,
  version: string | null | undefined,
  { providers, timers }: Pick<ServiceContext, 'providers' | 'timers'>,
  warn: (message: string) => void,
): Promise<void> {
  const model = providers.model(gptModel)
  if (model === undefined || !version) return
  const asked = new AbortController()
  const versions = await valueWithinSecond(model.versions(asked.signal), timers)
  asked.abort()
  if (versions === undefined || versions.includes(version)) return
  warn(`The provider "${gptModel}" does not list the version "${version}".`)
}

/** Warns of a version that the provider of embeddings does not offer. */
function checkEmbeddingVersion(
  version: string | null | undefined,
  { embeddings }: Pick<ServiceContext, 'embeddings'>,
  warn: (message: string) => void,
): void {
  if (embeddings === undefined || !version || version === noEmbeddings || embeddings.versions.includes(version)) return
  warn(`The provider "${embeddingsId}" does not list the version "${version}".`)
}

/** The option of `service start` that allows it. The message is short, because reports truncate messages. */
const loopbackHelp = ' without --allow-loopback-webhooks'

/** Checks a webhook address; null clears it. Throws an HttpError 400 with the reason. */
function checkWebhookUrl(text: string | null, policy: TargetPolicy): string | null {
  if (text === null) return null
  const url = readTarget(text)
  if (url === undefined) throw new HttpError(400, 'The field "webhook_url" must be an https address.')
  const reason = findTargetFault(url, policy)
  if (reason === undefined) return text
  const help = findTargetFault(url, { ...policy, allowLoopback: true }) === undefined ? loopbackHelp : ''
  throw new HttpError(400, `The field "webhook_url" ${reason}${help}.`)
}

/** The operations on bots. */
export const botRoutes: readonly Route[] = [listBots, createBot, changeBot, readBot, deleteBot]
