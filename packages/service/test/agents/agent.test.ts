import { describe, expect, test } from 'vitest'
import { joinInstructions } from '../../src/answering/reply-by-model.ts'
import { publicSources } from '../../src/answering/reply-text.ts'
import { type Agent, fallbackText, idleAgent } from '../../src/resources/agents/agent.ts'

const agentOf = (fields: Partial<Agent>): Agent => ({ ...idleAgent, ...fields })

test.each<[Partial<Agent>, string | undefined]>([
  [{}, undefined],
  [{ executor_is_enabled: true }, undefined],
  [{ executor_fallback_message: 'Ask us.' }, undefined],
  [{ executor_is_enabled: true, executor_fallback_message: 'Ask us.' }, 'Ask us.'],
])('if an agent with %j has no answer, its reply is %j', (fields, said) => {
  expect(fallbackText(agentOf(fields))).toBe(said)
})

const told = { system_behavior: ' Be kind. ', executor: 'Answer.', constant_context: 'We sell tea.\n' }

test.each<[Partial<Agent>, string]>([
  [told, ''],
  [{ ...told, executor_is_enabled: true }, 'Answer.'],
  [
    { ...told, system_behavior_is_enabled: true, executor_is_enabled: true, constant_context_is_enabled: true },
    'Be kind.\n\nAnswer.\n\nWe sell tea.',
  ],
  [{ system_behavior_is_enabled: true, constant_context_is_enabled: true, constant_context: 'x' }, 'x'],
])('an agent with %j instructs a model: %j', (fields, text) => {
  expect(joinInstructions(agentOf(fields))).toBe(text)
})

describe('sources', () => {
  const sources = ['https://a.example', 'https://b.example', 'https://a.example', ' Page\n3 ']

  test.each<[Partial<Agent>, string]>([
    [{}, 'Sources:\nhttps://a.example\nhttps://b.example\nPage 3'],
    [{ public_sources_limit: 1 }, 'Sources:\nhttps://a.example'],
    [{ public_sources_limit: 0 }, ''],
    [{ public_sources_header: 'See', public_sources_limit: 1 }, 'Sources:\nhttps://a.example'],
    [
      { public_sources_header: 'See', public_sources_header_is_enabled: true, public_sources_limit: 1 },
      'See\nhttps://a.example',
    ],
    [{ public_sources_header_is_enabled: true, public_sources_limit: 1 }, 'Sources:\nhttps://a.example'],
  ])('of an agent with %j', (fields, text) => {
    expect(publicSources(agentOf(fields), sources, 'Sources:')).toBe(text)
  })

  test('are empty if there are none', () => {
    expect(publicSources(idleAgent, [' '], 'Sources:')).toBe('')
  })
})
