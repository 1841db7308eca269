import type { ScenarioFields } from '@scenewright/model'
import type { BotSettings } from '@scenewright/model/config'
import { expect, test } from 'vitest'
import { check } from '../src/index.ts'
import { compilationOf, flow, scenarioOf } from './compile-flow.ts'

const examples = {
  'but I want to transfer some of the money to my account here.': ['I have an account at another bank'],
  getting_spare_card: [
    'Am I gonna be charged for sending out more cards?',
    'Is it possible to get a second card for my daughter?',
    'Can I get a few more physical cards?',
  ],
  top_up_by_cash_or_cheque: [
    'Is there somewhere I can send a check to add to my account?',
    'Can I use a check to get gas?',
    'where can i deposit a check',
  ],
  order_physical_card: [
    'How much does it cost for a physical card?',
    'Can I request a card?',
    'Do I have to pay for a physical card?',
  ],
  top_up_failed: [
    "My top-up hasn't gone through, what happened?",
    'For what reason did my top-up fail?',
    "Why won't my top up work",
  ],
  cash_withdrawal_not_recognised: [
    "help, I see money missing I didn't take out.",
    "There is a withdrawal on my account I didn't make.",
    'What is this witdrawal',
  ],
  top_up_by_card_charge: [
    'Is there a charge for topping up by card?',
    'Will you charge me if I top up by card?',
    'how much does it cost to add money to my card',
  ],
}

function nearDuplicates(fields: Partial<ScenarioFields>, bot: Partial<BotSettings> = {}): readonly string[] {
  const scenarios = Object.entries(examples).map(([key, own]) => {
    const bare = scenarioOf(flow('a end', 'a>end'), key)
    const { scenario } = bare.document
    return { ...bare, document: { ...bare.document, scenario: { ...scenario, examples: own, ...fields } } }
  })
  const { findings } = check(compilationOf(...scenarios), { bot: { primary_language: 'en', ...bot } })
  return findings.flatMap(({ rule, scenario }) => (rule === 'trigger/near-duplicate' ? `${scenario}` : []))
}

test('two similar examples are a finding only if both scenarios could start for a similar message', () => {
  expect(nearDuplicates({ min_confidence: 55 })).toEqual(['order_physical_card'])
  expect(nearDuplicates({ min_confidence: 90 })).toEqual([])
})

test('with clarification, the bot offers both below their thresholds', () => {
  expect(nearDuplicates({ min_confidence: 90 }, { scenario_clarify_enabled: true })).toEqual(['order_physical_card'])
})
