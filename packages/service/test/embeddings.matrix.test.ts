import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/open-database.ts'
import { deleteAccount, exportAccount, type ServiceOptions } from '../src/index.ts'
import { answered } from './support/answered.ts'
import type { Api } from './support/api.ts'
import { newOwnedPlace, type OwnedPlace } from './support/databases.ts'
import { describeOnDatabases } from './support/describe-on-databases.ts'
import { type EmbeddingServer, startEmbeddingServer } from './support/embedding-server.ts'
import { addKnowledge } from './support/knowledge.ts'
import { onPostgres, withoutPostgres } from './support/postgres-cluster.ts'
import { until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { startWorld, type World } from './support/world.ts'

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function serve(...respond: Parameters<typeof startEmbeddingServer>): Promise<EmbeddingServer> {
  const server = await startEmbeddingServer(...respond)
  closers.push(server.close)
  return server
}

function settingsOf({ url }: Pick<EmbeddingServer, 'url'>, rest: object = {}): Partial<ServiceOptions> {
  return { providers: { embeddings: { url, version: 'small', allowPrivate: true, ...rest } } }
}

async function start(place: OwnedPlace, options: Partial<ServiceOptions>): Promise<World> {
  let isOpen = true
  const world = await startWorld(place, options)
  const close = async () => {
    if (isOpen) await world.close()
    isOpen = false
  }
  closers.push(close)
  return { ...world, close }
}

/** Nothing in it shares a word with a question below. */
const refunds = { name: 'Refunds', content: 'A refund is booked within three weeks.' }
const parcels = { name: 'Parcels', content: 'A parcel arrives after two days.' }
const question = 'when does my reimbursement come'

async function answerOf(api: Api, bot: string, prompt = question): Promise<string> {
  return (await answered(api, bot, { prompt })).answer
}

/** Waits until an answer has a text: the vectors are computed in the background. */
async function untilAnswered(api: Api, bot: string, text: string, prompt = question): Promise<void> {
  await until(async () => (await answerOf(api, bot, prompt)).includes(text))
}

function preflight(api: Api, bot: string, { name, content }: { name: string; content: string }) {
  return api('POST', '/knowledge-integrity/semantic-duplicates/preflight', { bot_unique_id: bot, name, content })
}

/** Fills a passage with words that mean nothing to the model. */
const filler = 'the '.repeat(180).trim()

async function removeBots(place: OwnedPlace): Promise<void> {
  const { kysely, close } = await openDatabase(place, { asItIs: true })
  await sql`truncate bots cascade`.execute(kysely)
  await close()
}

/** How many vectors each document has, by name. */
async function storedVectors(place: OwnedPlace): Promise<Readonly<Record<string, number>>> {
  const { kysely, close } = await openDatabase(place)
  const { rows } = await sql<{ name: string; count: number }>`
    select k.name, count(*)::integer as count from embeddings e join knowledges k on k.id = e.knowledge_id group by 1
  `.execute(kysely)
  await close()
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

describe.skipIf(withoutPostgres)(`embeddings of two services ${onPostgres}`, () => {
  test('each text is sent once, and what a service that ended had claimed is sent by the other', async () => {
    const place = await newOwnedPlace()
    let isHanging = true
    const hanging = await serve(() => (isHanging ? new Promise(() => {}) : undefined))
    const server = await serve()
    const first = await start(place, { ...settingsOf(hanging), stopTimeoutMs: 1 })
    const bot = await createBot(first.api)
    for (const document of [refunds, parcels]) await addKnowledge(first.api, bot, document)
    await until(() => hanging.calls.length > 0)
    const second = await start(place, settingsOf(server))
    const third = await start(place, settingsOf(server))
    isHanging = false
    await first.close()
    await untilAnswered(second.api, bot, 'three weeks')
    await untilAnswered(third.api, bot, 'two days', 'my consignment')
    const names = Array.from({ length: 20 }, (_, at) => `Shop ${at}`)
    await Promise.all(
      names.map((name, at) =>
        addKnowledge((at % 2 === 0 ? second : third).api, bot, { name, content: `Opening hours ${at}` }),
      ),
    )
    await until(() => names.every(name => server.texts().some(text => text.startsWith(`${name}\n`))))
    const documents = server.texts().filter(text => text.includes('\n'))
    expect(documents).toHaveLength(new Set(documents).size)
    expect(documents).toHaveLength(22)
  })
})

describeOnDatabases('embeddings on %s', databases => {
  let place: OwnedPlace

  beforeAll(async () => {
    place = await databases.newOwnedPlace()
  })

  // To make a database for each test would take more than the tests.
  beforeEach(() => removeBots(place))

  test('a question without a word of the document finds it, with the key and the version of the settings', async () => {
    const server = await serve()
    const { api } = await start(place, settingsOf(server, { apiKey: 'key-1', dimensions: 64 }))
    const bot = await createBot(api)
    await addKnowledge(api, bot, refunds)
    await addKnowledge(api, bot, parcels)
    await untilAnswered(api, bot, 'three weeks')
    expect(await answerOf(api, bot, 'two days parcel')).toContain('two days')
    for (const { path, authorization, body } of server.calls) {
      expect({ path, authorization, ...body, input: [] }).toEqual({
        path: '/v1/embeddings',
        authorization: 'Bearer key-1',
        model: 'small',
        dimensions: 64,
        encoding_format: 'float',
        input: [],
      })
    }
    expect(server.texts()).toContain('Refunds\nA refund is booked within three weeks.')
  })

  test('without a provider, the same question finds nothing, and nothing is stored', async () => {
    const world = await start(place, {})
    const bot = await createBot(world.api)
    await addKnowledge(world.api, bot, refunds)
    expect(await answerOf(world.api, bot)).not.toContain('three weeks')
    await world.close()
    expect(await storedVectors(place)).toEqual({})
  })

  test('unchanged passages are sent once: not after a change of others, a transfer, or a restart', async () => {
    const server = await serve()
    const world = await start(place, settingsOf(server))
    const { api } = world
    const [bot, other] = [await createBot(api), await createBot(api)]
    const paragraph = (subject: string) => `${subject} ${filler}`
    const long = { name: 'Long', document_id: 'long' }
    await addKnowledge(api, bot, { ...long, content: `${paragraph('reimbursement')}\n\n${paragraph('old')}` })
    await until(() => server.texts().some(text => text.includes('old')))
    await until(async () => (await preflight(api, bot, refunds)).body.tokens_used > 0)
    await addKnowledge(api, bot, { ...long, content: `${paragraph('new')}\n\n${paragraph('reimbursement')}` })
    await until(() => server.texts().some(text => text.includes('new')))
    const sent = server.texts().filter(text => text.startsWith('Long'))
    expect(sent.map(text => text.split(' ')[0])).toEqual(['Long\nreimbursement', 'Long\nold', 'Long\nnew'])
    await untilAnswered(api, bot, 'reimbursement', 'my money')

    const { status } = await api('POST', '/knowledge-transfer', {
      source_bot_unique_id: bot,
      target_bot_unique_id: other,
    })
    expect(status).toBe(201)
    await untilAnswered(api, other, 'reimbursement', 'reimbursement')
    // Another document, so that the bot is looked at immediately.
    await addKnowledge(api, other, parcels)
    await untilAnswered(api, other, 'reimbursement', 'my money')
    await world.close()
    expect(await storedVectors(place)).toMatchObject({ Long: 4 })
    const again = await start(place, settingsOf(server))
    await untilAnswered(again.api, bot, 'reimbursement', 'my money')
    expect(server.texts().filter(text => text.startsWith('Long'))).toEqual(sent)
  })

  test('a service that was stopped between two requests for a document goes on with the second', async () => {
    const isSecond = (texts: readonly string[]) => texts.some(text => text.includes('two days'))
    const hanging = await serve(({ body }) => (isSecond(body.input) ? new Promise(() => {}) : undefined))
    const world = await start(place, settingsOf(hanging, { batch: 1 }))
    const bot = await createBot(world.api)
    const passages = [`Refund: three weeks. ${filler}`, `Parcel: two days. ${filler}`]
    await addKnowledge(world.api, bot, { name: 'Long', content: passages.join('\n\n') })
    await until(() => hanging.calls.some(({ body }) => isSecond(body.input)))
    await world.close()
    const server = await serve()
    const again = await start(place, settingsOf(server, { batch: 1 }))
    await untilAnswered(again.api, bot, 'three weeks', 'my money')
    await untilAnswered(again.api, bot, 'two days', 'my consignment')
    const sent = server.texts().filter(text => text.startsWith('Long'))
    expect(sent).toEqual([`Long\n${passages[1]}`])
  })

  test('the vectors of a document go with it, and with its bot and its account', async () => {
    // It loses its account.
    const place = await databases.newOwnedPlace()
    const server = await serve()
    const world = await start(place, settingsOf(server))
    const { api } = world
    const bot = await createBot(api)
    const { unique_id } = await addKnowledge(api, bot, refunds)
    await addKnowledge(api, bot, parcels)
    await untilAnswered(api, bot, 'three weeks')
    await untilAnswered(api, bot, 'two days', 'my consignment')
    expect((await api('DELETE', `/knowledges/${unique_id}`)).status).toBe(200)
    expect(await answerOf(api, bot)).not.toContain('three weeks')
    await world.close()
    expect(await storedVectors(place)).toEqual({ Parcels: 1 })

    const file = `${place.keyFile}.export`
    const email = place.accounts.owner.email
    await exportAccount({ ...place, email, file })
    await deleteAccount({ ...place, email })
    expect(await storedVectors(place)).toEqual({})
  })

  test('a removed passage has no vector any more, even if no provider is configured', async () => {
    const server = await serve()
    const world = await start(place, settingsOf(server))
    const bot = await createBot(world.api)
    const long = { ...refunds, document_id: 'long' }
    const kept = `${refunds.content} ${filler}`
    await addKnowledge(world.api, bot, { ...long, content: `${kept}\n\nsecret ${filler}` })
    await untilAnswered(world.api, bot, 'three weeks')
    await world.close()
    expect(await storedVectors(place)).toEqual({ Refunds: 2 })
    const without = await start(place, {})
    await addKnowledge(without.api, bot, { ...long, content: kept })
    await without.close()
    expect(await storedVectors(place)).toEqual({ Refunds: 1 })
  })

  test('while the provider fails, answers come from the words; later its vectors are used', async () => {
    let isDown = true
    const server = await serve(() => (isDown ? 503 : undefined))
    const log = new PassThrough()
    let logged = ''
    log.on('data', chunk => {
      logged += chunk
    })
    const { api } = await start(place, { ...settingsOf(server), log })
    const bot = await createBot(api)
    await addKnowledge(api, bot, refunds)
    await until(() => server.calls.length > 0)
    expect(await answerOf(api, bot, 'my refund')).toContain('three weeks')
    expect(await answerOf(api, bot)).not.toContain('three weeks')
    expect((await preflight(api, bot, refunds)).body).toMatchObject({ has_duplicates: true, tokens_used: 0 })
    await until(() => server.calls.length > 1)
    isDown = false
    await untilAnswered(api, bot, 'three weeks')
    const count = (text: string) => logged.split(text).length - 1
    expect(count('embeddings are not available')).toBe(1)
    expect(count('embeddings are available again')).toBe(1)
    expect(logged).not.toContain('booked')
  })

  test('a provider that fails later does not fail an answer', async () => {
    let isDown = false
    const server = await serve(() => (isDown ? 500 : undefined))
    const { api } = await start(place, settingsOf(server))
    const bot = await createBot(api)
    await addKnowledge(api, bot, refunds)
    await untilAnswered(api, bot, 'three weeks')
    isDown = true
    const before = server.calls.length
    expect(await answerOf(api, bot, 'my refund')).toContain('three weeks')
    expect(await answerOf(api, bot)).not.toContain('three weeks')
    // The second question is not even sent.
    expect(server.calls.length - before).toBe(1)
  })

  test('a version of each model that its provider does not list has its own warning', async () => {
    const server = await serve()
    const { providers } = settingsOf(server)
    const model = { url: server.url, version: 'small', versions: ['small'], allowPrivate: true }
    const { api } = await start(place, { providers: { ...providers, llm_provider_a: model } })
    const bot = { name: 'Shop', gpt_model: 'llm_provider_a', gpt_version: 'vast', embedding_version: 'huge' }
    const { headers } = await api('POST', '/bots', bot)
    expect(headers.get('warning')).toMatch(/^299 - ".*llm_provider_a.*vast.*", 299 - ".*embeddings.*huge.*"$/)
  })

  test('a text that the provider rejects does not prevent the others', async () => {
    const server = await serve(({ body }) => (body.input.some(text => text.includes('rejected')) ? 400 : undefined))
    const world = await start(place, settingsOf(server))
    const bot = await createBot(world.api)
    await addKnowledge(world.api, bot, { name: 'Bad', content: 'This is rejected.' })
    for (const document of [refunds, parcels]) await addKnowledge(world.api, bot, document)
    await untilAnswered(world.api, bot, 'three weeks')
    await untilAnswered(world.api, bot, 'two days', 'my consignment')
    await world.close()
    expect(await storedVectors(place)).toEqual({ Refunds: 1, Parcels: 1 })
  })

  test('embedding_version selects one of the versions; with another one, the bot is searched by words', async () => {
    const server = await serve()
    const { api } = await start(place, settingsOf(server, { versions: ['large'] }))
    const warningOf = async (embedding_version: string) => {
      const fields = { name: 'Shop', gpt_model: 'llm_provider_a', primary_language: 'en', embedding_version }
      const { headers, body } = await api('POST', '/bots', fields)
      return { bot: body.unique_id, warning: headers.get('warning') }
    }
    const large = await warningOf('large')
    const none = await warningOf('none')
    const unknown = await warningOf('huge')
    expect([large.warning, none.warning]).toEqual([null, null])
    expect(unknown.warning).toBe('299 - "The provider \\"embeddings\\" does not list the version \\"huge\\"."')
    for (const { bot } of [none, unknown, large]) await addKnowledge(api, bot, refunds)
    await untilAnswered(api, large.bot, 'three weeks')
    for (const { bot } of [none, unknown]) expect(await answerOf(api, bot)).not.toContain('three weeks')
    expect(new Set(server.calls.map(({ body }) => body.model))).toEqual(new Set(['large']))
    await api('PATCH', `/bots/${none.bot}`, { embedding_version: 'small' })
    await addKnowledge(api, none.bot, parcels)
    await untilAnswered(api, none.bot, 'three weeks')
  })

  test('personal data is masked in what the provider gets, if the bot requires it', async () => {
    const server = await serve()
    const { api } = await start(place, settingsOf(server))
    const bot = await createBot(api, { anonymize_pii: true })
    await addKnowledge(api, bot, { ...refunds, content: `${refunds.content} Ask jane@example.com for it.` })
    await untilAnswered(api, bot, 'three weeks', `${question}, I am joe@mail.test`)
    await preflight(api, bot, { name: 'Money', content: 'from jim@mail.test' })
    expect(server.texts().length).toBeGreaterThanOrEqual(3)
    expect(server.texts().filter(text => /example.com|mail.test/.test(text))).toEqual([])
    expect(server.texts().filter(text => text.includes('[EMAIL_1]')).length).toBeGreaterThanOrEqual(3)
  })

  test('the preflight finds a document with the same meaning, and reports the tokens', async () => {
    const server = await serve()
    const { api } = await start(place, settingsOf(server))
    const bot = await createBot(api)
    const { unique_id } = await addKnowledge(api, bot, { name: 'Refund', content: 'refund' })
    await addKnowledge(api, bot, parcels)
    await untilAnswered(api, bot, 'refund')
    await untilAnswered(api, bot, 'two days', 'my consignment')
    const { status, body } = await preflight(api, bot, { name: 'Reimbursement', content: 'money' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ has_duplicates: true, existing_chunks_checked: 2, tokens_used: 7 })
    expect(body.matches).toMatchObject([{ knowledge_source_unique_id: unique_id, knowledge_source_name: 'Refund' }])
    expect(body.matches[0].similarity_score).toBeGreaterThan(0.95)
  })
})
