import { describe, expect, test } from 'vitest'
import type { Question } from '../src/answering/answer.ts'
import { createTools, type ToolDependencies } from '../src/answering/reply-by-model.ts'
import { createPseudonymizer } from '../src/privacy/pseudonymizer.ts'
import type { BotFunction } from '../src/resources/functions/table.ts'
import type { Passage } from '../src/resources/knowledge/search.ts'

const signal = new AbortController().signal
// The tools look at nothing else of a question.
const questionIn = (mode: string) => ({ bot: { id: 'bot' }, completion: { mode } }) as unknown as Question
const functionOf = (name: string) =>
  ({ name, description: `Does ${name}.`, input_schema_json: { type: 'object' } }) as unknown as BotFunction

const passage: Passage = {
  knowledge_id: 'document',
  name: 'Contact',
  source: '',
  is_private_source: false,
  text: 'Write to help@shop.example.com.',
  score: 1,
}

async function meansOf(rest: Partial<ToolDependencies> = {}): Promise<ToolDependencies> {
  return {
    knowledge: { search: async () => [passage] },
    pseudonymizer: { ...(await createPseudonymizer('en')), note: '' },
    functions: [],
    callFunction: async () => ({ kind: 'value', value: '' }),
    ...rest,
  }
}

describe('the tools of a model', () => {
  test('have unique names that a provider accepts', async () => {
    const names = ['find order', 'find_order', 'заказ', 'search_knowledge_base', 'x'.repeat(200)]
    const { offered } = await createTools(questionIn('SUPPORT'), await meansOf({ functions: names.map(functionOf) }))
    expect(offered.map(({ name }) => name)).toEqual([
      'search_knowledge_base',
      'find_order',
      'find_order_2',
      '_____',
      'search_knowledge_base_2',
      'x'.repeat(64),
    ])
  })

  test('search the knowledge base for the real words of the customer, and mask the result', async () => {
    const asked: string[] = []
    const search = async (_bot: unknown, query: string) => {
      asked.push(query)
      return [passage]
    }
    const means = await meansOf({ knowledge: { search } })
    const hidden = await means.pseudonymizer.mask('I am joe@example.com')
    const tools = await createTools(questionIn('PROMPTER'), means)
    const answer = await tools.offered[0]?.call({ query: hidden }, signal)
    expect(asked).toEqual(['I am joe@example.com'])
    expect(answer).toBe('Contact\nWrite to [EMAIL_2].')
    expect(tools.found()).toEqual([passage])
  })

  test('pass real values to a function, at any depth, and a masked answer to the model', async () => {
    const given: unknown[] = []
    const callFunction: ToolDependencies['callFunction'] = async (_called, args) => {
      given.push(args)
      return { kind: 'value', value: '{"mail":"ann@example.com"}' }
    }
    const means = await meansOf({ functions: [functionOf('find_order')], callFunction })
    await means.pseudonymizer.mask('joe@example.com')
    const tools = await createTools(questionIn('DIRECT'), means)
    const answer = await tools.offered[0]?.call({ who: [{ mail: '[EMAIL_1]' }], count: 2 }, signal)
    expect(given).toEqual([{ who: [{ mail: 'joe@example.com' }], count: 2 }])
    expect(answer).toBe('{"mail":"[EMAIL_2]"}')
    expect(tools.calls()).toBe(1)
  })

  test('are described without personal data, and pass only a limited part of an answer to a model', async () => {
    const described = {
      ...functionOf('find_order'),
      description: 'Ask joe@example.com.',
      input_schema_json: {
        type: 'object',
        required: ['mail'],
        properties: {
          mail: {
            type: 'string',
            pattern: '^.+@.+$',
            description: 'As joe@example.com',
            examples: ['ann@example.com'],
          },
        },
      },
    } as unknown as BotFunction
    const callFunction: ToolDependencies['callFunction'] = async () => ({ kind: 'value', value: 'a'.repeat(1_000_000) })
    const { offered } = await createTools(questionIn('DIRECT'), await meansOf({ functions: [described], callFunction }))
    expect(offered[0]).toMatchObject({
      description: 'Ask [EMAIL_1].',
      schema: {
        type: 'object',
        required: ['mail'],
        properties: {
          mail: { type: 'string', pattern: '^.+@.+$', description: 'As [EMAIL_1]', examples: ['[EMAIL_2]'] },
        },
      },
    })
    expect(await offered[0]?.call({}, signal)).toHaveLength(49_800)
  })

  test('report to the model why a function could not be called', async () => {
    const callFunction: ToolDependencies['callFunction'] = async () => ({
      kind: 'refused',
      reason: 'It took too long.',
    })
    const tools = await createTools(
      questionIn('DIRECT'),
      await meansOf({ functions: [functionOf('find_order')], callFunction }),
    )
    expect(await tools.offered[0]?.call({}, signal)).toBe('The function failed: It took too long.')
  })
})
