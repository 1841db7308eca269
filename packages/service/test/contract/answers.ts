import { describe, expect, test } from 'vitest'
import { phrases } from '../../src/answering/phrases.ts'
import { until } from '../support/receiver.ts'
import { createBot, delivery, publishScenario } from '../support/samples.ts'
import type { World } from '../support/world.ts'

const warranty = {
  name: 'Warranty',
  type: 'SITE',
  content: 'Lamps have a warranty of two years. It covers faults in material, and not broken glass.',
  source: 'https://shop.example.com/warranty',
  is_private_source: false,
}
const question = 'How long is the warranty of a lamp?'
const fact = 'Lamps have a warranty of two years.'
const sources = '\n\nSources:\nhttps://shop.example.com/warranty'

/** What a bot answers beyond its scenarios, where no language model is set up. */
export function answerContract(world: () => World): void {
  const botWith = async (document: object | undefined, fields: object = {}) => {
    const { api } = world()
    const bot = await createBot(api, fields)
    if (document === undefined) return bot
    const { data } = (await api('GET', `/knowledge-groups?bot_unique_id=${bot}`)).body
    await api('POST', '/knowledges', {
      bot_unique_id: bot,
      knowledge_group_unique_id: data[0].unique_id,
      ...warranty,
      ...document,
    })
    return bot
  }
  const ask = async (bot: string, body: object) => {
    const { api } = world()
    const { unique_id } = (await api('POST', `/bots/${bot}/completion`, body)).body
    const read = async () => (await api('GET', `/completion-log/journal?unique_id=${unique_id}`)).body.data[0]
    await until(async () => !['PENDING', 'PROCESSING'].includes((await read()).status))
    return read()
  }
  const behave = async (bot: string, fields: object) => {
    const { api } = world()
    const { data } = (await api('GET', `/bot-agents?bot_unique_id=${bot}`)).body
    expect((await api('PATCH', `/bot-agents/${data[0].unique_id}`, fields)).status).toBe(200)
  }

  describe('an answer from the knowledge base', () => {
    test.each([
      ['PROMPTER', {}, true],
      ['SUPPORT', {}, false],
      ['SUPPORT', { allow_public_sources_in_support: true }, true],
      ['DIRECT', { allow_public_sources_in_support: true }, false],
    ])('in the mode %s of a bot with %j is verbatim; shows its source: %s', async (mode, fields, isShown) => {
      const { answer, status } = await ask(await botWith({}, fields), { prompt: question, mode })
      expect(status).toBe('SUCCESS')
      expect(answer).toContain(fact)
      expect(answer.endsWith(sources)).toBe(isShown)
    })

    test('uses a document whose source is private, without its address', async () => {
      const { answer } = await ask(await botWith({ is_private_source: true }), { prompt: question })
      expect(answer).toContain(fact)
      expect(answer).not.toContain('https:')
    })

    test('never uses a document that is not indexed, or one of another bot', async () => {
      await botWith({})
      const { answer } = await ask(await botWith({ is_indexed: false }), { prompt: question })
      expect(answer).toBe(phrases.en.nothingFound)
    })

    test('is after the scenarios', async () => {
      const { api } = world()
      const bot = await botWith({ content: 'How long delivery takes: ten days, by ship.' })
      await publishScenario(api, bot, delivery)
      const prompt = 'How long does delivery take?'
      expect((await ask(bot, { prompt })).answer).toBe('Two days.')
      expect((await ask(bot, { prompt, mode: 'DIRECT' })).answer).toContain('ten days')
    })

    test('changes with the document', async () => {
      const { api } = world()
      const bot = await botWith({ document_id: 'warranty' })
      const { data } = (await api('GET', `/knowledge-groups?bot_unique_id=${bot}`)).body
      await api('POST', '/knowledges', {
        bot_unique_id: bot,
        knowledge_group_unique_id: data[0].unique_id,
        ...warranty,
        document_id: 'warranty',
        content: 'Lamps have a warranty of nine years.',
      })
      const { answer } = await ask(bot, { prompt: question })
      expect(answer).toContain('nine years')
      expect(answer).not.toContain('two years')
    })
  })

  describe('a customer’s dialogue', () => {
    test('begins with the greeting of the bot, and asks back once', async () => {
      const { api } = world()
      const bot = await botWith(
        { content: 'The blue lamp is sold out.' },
        { rag_clarify_enabled: true, first_line_greeting_enabled: true, first_line_greeting_text: 'Welcome!' },
      )
      const { body } = await api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 2 })
      const say = async (prompt: string) =>
        (await ask(bot, { prompt, mode: 'SUPPORT', dialogue_id: body.unique_id })).answer
      expect(await say('Does the opera open on Sundays, and is there a lamp?')).toBe(
        `Welcome!\n\n${phrases.en.clarify}`,
      )
      expect(await say('Does the opera open on Sundays, and is there a lamp?')).toBe(phrases.en.nothingFound)
    })

    test('is greeted once; a message without a dialogue is not', async () => {
      const { api } = world()
      const bot = await botWith({}, { first_line_greeting_enabled: true, first_line_greeting_text: 'Welcome!' })
      const say = async (rest: object) => (await ask(bot, { prompt: question, mode: 'SUPPORT', ...rest })).answer
      const { body } = await api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 2 })
      const { dialogue_id } = body
      expect(await say({ dialogue_id })).toMatch(/^Welcome!\n\n/)
      expect(await say({ dialogue_id })).not.toContain('Welcome!')
      expect(await say({ dialogue: { name: 'E', message_limit: 2 } })).toMatch(/^Welcome!\n\n/)
      expect(await say({})).not.toContain('Welcome!')
    })

    test('follows the behavior model: a greeting, its own texts, and a request for a person', async () => {
      const { api } = world()
      const bot = await botWith(undefined)
      await behave(bot, {
        classify_greeting_is_enabled: true,
        greeting_message_is_enabled: true,
        greeting_message: 'Hello from the shop.',
        classify_operator_is_enabled: true,
        executor_is_enabled: true,
        executor_fallback_message: 'Write to us by e-mail.',
      })
      const { body } = await api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 2 })
      const say = (prompt: string) => ask(bot, { prompt, mode: 'SUPPORT', dialogue_id: body.unique_id })
      expect(await say('Hello!')).toMatchObject({ status: 'SUCCESS', answer: 'Hello from the shop.' })
      expect(await say('What is the tallest mountain?')).toMatchObject({ answer: 'Write to us by e-mail.' })
      expect(await say('I want to talk to a human')).toMatchObject({ status: 'OPERATOR' })
      expect(await say('Hello!')).toMatchObject({ status: 'OPERATOR', answer: phrases.en.operator })
    })
  })
}
