import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLexicalScorer } from '../src/trigger/lexical-scorer.ts'
import type { Scorer } from '../src/trigger/scorer.ts'
import { generateBot, type RecordedBot, readSmallBots } from './recorded-bots.ts'

/**
 * Below and above the size of a large bot, with little and with much to learn from, and with more texts than those
 * whose similarities are kept.
 */
const bots = [
  ...readSmallBots(),
  generateBot('ru', 40, 30),
  generateBot('de', 12, 70),
  generateBot('kk', 150, 16),
  generateBot('ru', 210, 4),
  generateBot('de', 260, 12),
]

test('all scores and their reasons are the recorded ones, to the last bit', async () => {
  const lines = bots.flatMap(bot => [`# ${bot.name}`, ...record(bot), ''])
  await expect(lines.join('\n')).toMatchFileSnapshot('fixtures/recorded-scores.txt')
})

/** For each message, its beginning, its three best scores, and the hashes of everything that the scorer returns. */
function record({ language, scenarios, messages }: RecordedBot): readonly string[] {
  const scorer = createLexicalScorer(scenarios, language)
  return messages.map((message, place) => {
    const { key: own = '' } = scenarios[place % scenarios.length] ?? {}
    const best = scorer
      .score(message)
      .toSorted((a, b) => b.confidence - a.confidence)
      .slice(0, 3)
      .map(({ scenario, confidence }) => `${scenario} ${confidence}`)
    return [JSON.stringify(message.slice(0, 40)), ...best, hashOf(answers(scorer, message, own))].join(' | ')
  })
}

/** JSON keeps every bit of a number. */
function answers(scorer: Scorer, message: string, own: string) {
  const example = { scenario: own, example: message.length % 4 }
  return [
    scorer.score(message),
    scorer.score(message, example),
    scorer.score(message, { scenario: own }),
    scorer.contenders(message, 0),
    scorer.contenders(message, 30),
    scorer.contenders(message, 30, example),
    scorer.contenders(message, 55, { scenario: own }),
  ]
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}
