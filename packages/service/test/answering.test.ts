import { botDefaults, languages } from '@scenewright/model/config'
import { createBot, newDialogue } from '@scenewright/simulator'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Question } from '../src/answering/answer.ts'
import { type AnswerDependencies, answerMessage } from '../src/answering/answer-message.ts'
import { groupByDialogue } from '../src/answering/completion-store.ts'
import { replyOffline } from '../src/answering/fallback-responder.ts'
import { phrases } from '../src/answering/phrases.ts'
import { createPreparedBots } from '../src/answering/prepared-bots.ts'
import type { DialogueProgress } from '../src/answering/progress.ts'
import type { Tables } from '../src/database/tables.ts'
import { idleAgent } from '../src/resources/agents/agent.ts'
import { newBotDefaults } from '../src/resources/bots/schema.ts'
import type { Bot } from '../src/resources/bots/table.ts'
import type { Completion } from '../src/resources/completions/table.ts'
import type { KnowledgeSearch, Passage } from '../src/resources/knowledge/search.ts'
import { createTimeSlicer } from '../src/runtime/time-slicer.ts'
import { flow } from './support/samples.ts'

const progress: DialogueProgress = {
  operator_limit: 2,
  customer_messages: 2,
  successful_messages: 2,
  clarification_attempted: false,
  is_active: true,
  memory: newDialogue,
}
const time = new Date(0)

function botOf(fields: Partial<Bot> = {}): Bot {
  return {
    ...newBotDefaults,
    id: 'bot',
    sequence: 1,
    account_id: 'account',
    name: 'Shop',
    gpt_model: 'llm_provider_a',
    gpt_version: null,
    embedding_version: null,
    primary_language: 'en',
    webhook_url: null,
    erased_at: null,
    webhook_secret: 'secret',
    revision: 0,
    knowledge_revision: 0,
    embedding_revision: 0,
    deleted_at: null,
    created_at: time,
    updated_at: time,
    ...fields,
  }
}

function completionOf(fields: Partial<Completion> = {}): Completion {
  return {
    id: 'completion',
    sequence: 1,
    account_id: 'account',
    bot_id: 'bot',
    dialogue_id: null,
    prompt: 'How long is the warranty?',
    system_direct: null,
    mode: 'SUPPORT',
    is_depersonalize: false,
    meta: null,
    status: 'PROCESSING',
    answer: null,
    tool_calls_count: 0,
    webhook_status: 'NONE',
    webhook_error: null,
    attempts: 1,
    owner: 1,
    traceparent: null,
    created_at: time,
    updated_at: time,
    ...fields,
  }
}

function questionOf({
  bot,
  completion,
  agent,
  ...rest
}: {
  bot?: Partial<Bot>
  completion?: Partial<Completion>
  agent?: Partial<Question['agent']>
  progress?: DialogueProgress
}): Question {
  return {
    bot: botOf(bot),
    completion: completionOf(completion),
    agent: { ...idleAgent, ...agent },
    progress: rest.progress,
    deadline: { signal: new AbortController().signal },
  }
}

function meansOf(language = botDefaults.primary_language): AnswerDependencies {
  return {
    preparedBots: async () => createBot([], { ...botDefaults, primary_language: language }),
    slicer: createTimeSlicer(),
    respondWithoutScenario: async question => replyOffline(question, knowing()),
  }
}

/** Knowledge that finds the passages, whatever is asked. */
function knowing(...passages: readonly Partial<Passage>[]): KnowledgeSearch {
  const found = passages.map(passage => ({
    knowledge_id: 'document',
    name: 'Warranty',
    source: 'https://shop.example.com/warranty',
    is_private_source: false,
    text: 'The warranty lasts two years.',
    score: 1,
    ...passage,
  }))
  return { search: async () => found }
}

describe('an answer', () => {
  test.each(languages)('has its sentences in %s', async primary_language => {
    const asked = (rest: { progress?: DialogueProgress }) =>
      answerMessage(questionOf({ bot: { primary_language }, ...rest }), meansOf(primary_language))
    expect(await asked({})).toEqual({ status: 'SUCCESS', text: phrases[primary_language].nothingFound })
    expect(await asked({ progress })).toEqual({
      status: 'OPERATOR',
      text: phrases[primary_language].operator,
      progress: { ...progress, customer_messages: 3, is_active: false },
    })
  })

  test('of the mode DIRECT does not change the memory', async () => {
    const question = questionOf({ completion: { mode: 'DIRECT' }, progress: { ...progress, operator_limit: null } })
    const answer = await answerMessage(question, meansOf())
    expect(answer.progress).toMatchObject({
      customer_messages: 3,
      successful_messages: 3,
      memory: newDialogue,
      is_active: true,
    })
  })

  const warranty = { title: 'Warranty', trigger_description: '', examples: [completionOf().prompt] }
  const greeting = { first_line_greeting_enabled: true, first_line_greeting_text: 'Welcome.' }
  const first = { ...progress, customer_messages: 0, successful_messages: 0 }
  const nothing = phrases.en.nothingFound
  test.each([
    ['the first message of a customer’s dialogue', 'SUPPORT', first, `Welcome.\n\n${nothing}`],
    ['the second', 'SUPPORT', { ...first, customer_messages: 1, successful_messages: 1 }, nothing],
    [
      'the second, if the first ended with ERROR',
      'SUPPORT',
      { ...first, customer_messages: 1 },
      `Welcome.\n\n${nothing}`,
    ],
    ['a message without a dialogue', 'SUPPORT', undefined, nothing],
    ['what an employee asks', 'PROMPTER', first, nothing],
  ] as const)('greets, or does not: %s', async (_title, mode, before, text) => {
    const question = questionOf({ bot: greeting, completion: { mode }, ...(before && { progress: before }) })
    expect(await answerMessage(question, meansOf())).toMatchObject({ text })
  })

  test.each([
    [[], ''],
    [[''], ''],
    [['', 'Two years.', '', 'Keep the receipt.'], 'Two years.\n\nKeep the receipt.'],
  ])('of a scenario with the replies %j is %j, whatever the knowledge base has', async (replies, text) => {
    const scenario = { ...warranty, definition: flow(...replies) }
    const prepared = createBot([{ key: 'warranty', isActive: true, scenario }], botDefaults)
    const means = { ...meansOf(), preparedBots: async () => prepared }
    expect(await answerMessage(questionOf({}), means)).toMatchObject({ text, started: 'warranty' })
    const greeted = await answerMessage(questionOf({ bot: greeting, progress: first }), means)
    expect(greeted).toMatchObject({ text: text === '' ? 'Welcome.' : `Welcome.\n\n${text}` })
  })
})

describe('an answer without a model', () => {
  test.each([
    ['PROMPTER', false, true],
    ['SUPPORT', false, false],
    ['SUPPORT', true, true],
    ['DIRECT', true, false],
  ] as const)('in the mode %s, sources allowed in support: %s, shows them: %s', async (mode, allowed, isShown) => {
    const question = questionOf({ bot: { allow_public_sources_in_support: allowed }, completion: { mode } })
    const { text } = await replyOffline(question, knowing({}))
    expect(text.startsWith('The warranty lasts two years.')).toBe(true)
    expect(text.endsWith('\n\nSources:\nhttps://shop.example.com/warranty')).toBe(isShown)
  })

  test('uses a text whose source is private, and does not show the source', async () => {
    const question = questionOf({ completion: { mode: 'PROMPTER' } })
    const { text } = await replyOffline(question, knowing({ is_private_source: true }))
    expect(text).toBe('The warranty lasts two years.')
  })

  test('asks back once per dialogue, if a scenario is near and the bot allows it', async () => {
    const near = knowing({ score: 0.01 })
    const asking = { rag_clarify_enabled: true }
    expect(await replyOffline(questionOf({ bot: asking, progress }), near)).toEqual({
      text: phrases.en.clarify,
      asksBack: true,
    })
    const again = { ...progress, clarification_attempted: true }
    expect(await replyOffline(questionOf({ bot: asking, progress: again }), near)).toEqual({ text: nothingFoundText })
    expect(await replyOffline(questionOf({ progress }), near)).toEqual({ text: nothingFoundText })
    expect(await replyOffline(questionOf({ bot: asking, progress }), knowing())).toEqual({ text: nothingFoundText })
  })

  test('reports in the words of the behavior model that there is none', async () => {
    const agent = { executor_is_enabled: true, executor_fallback_message: 'Ask us by e-mail.' }
    expect(await replyOffline(questionOf({ agent }), knowing())).toEqual({ text: 'Ask us by e-mail.' })
  })

  const nothingFoundText = phrases.en.nothingFound
})

test('completions of a dialogue are in one line in order, and all others are independent', () => {
  const at = (id: string, dialogue_id: string | null) => completionOf({ id, dialogue_id })
  const lines = groupByDialogue([at('1', null), at('2', 'd'), at('3', 'e'), at('4', 'd'), at('5', null)])
  expect(lines.map(line => line.map(({ id }) => id))).toEqual([['1'], ['2', '4'], ['3'], ['5']])
})

test('work in slices of 10 ms keeps its order, returns failures, and yields to others', async () => {
  let now = 0
  let turn = 0
  const slicer = createTimeSlicer(() => now)
  const done: (readonly [index: number, turn: number])[] = []
  const busy = (index: number) => () => {
    now += 3
    if (index === 5) throw new Error('five')
    done.push([index, turn])
  }
  let isTurning = true
  const nextTurn = () => {
    turn += 1
    if (isTurning) setImmediate(nextTurn)
  }
  setImmediate(nextTurn)
  const all = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => slicer.run(busy(index))))
  isTurning = false
  // After four pieces, 12 ms have gone by.
  const [first = 0] = done.map(([, of]) => of)
  expect(done.map(([index, of]) => [index, of - first])).toEqual([
    ...[0, 1, 2, 3].map(index => [index, 0]),
    ...[4, 6, 7].map(index => [index, 1]),
    ...[8, 9].map(index => [index, 2]),
  ])
  expect(all[5]).toMatchObject({ status: 'rejected', reason: new Error('five') })
})

test('the steps of long work run in slices of 10 ms, and a failing step rejects', async () => {
  let now = 0
  const slicer = createTimeSlicer(() => now)
  const turns = new Set<number>()
  let turn = 0
  const steps = function* (count: number): Generator<undefined, string> {
    for (let step = 0; step < count; step++) {
      now += 3
      if (step === 20) throw new Error('twenty')
      turns.add(turn)
      yield
    }
    return `${count} steps`
  }
  const tick = () => {
    turn += 1
    if (turn < 50) setImmediate(tick)
  }
  setImmediate(tick)
  expect(await slicer.finish(steps(12))).toBe('12 steps')
  expect(turns.size).toBe(3)
  await expect(slicer.finish(steps(30))).rejects.toThrow('twenty')
})

test('a bot is prepared once for concurrent messages, and again after a change', async () => {
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const preparedBots = createPreparedBots(kysely, createTimeSlicer())
  const prepared = await Promise.all([botOf(), botOf(), botOf()].map(preparedBots))
  expect(new Set(prepared).size).toBe(1)
  expect(await preparedBots(botOf({ revision: 1 }))).not.toBe(prepared[0])
})
