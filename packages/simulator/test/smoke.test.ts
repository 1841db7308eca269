import { expect, test } from 'vitest'
import { bot, scenario, talk } from './fixture.ts'

const refund = scenario('refund', { examples: ['Where is my refund?', 'When do I get my money back'] })
const delivery = scenario('delivery', { examples: ['Where is my parcel?', 'When will my order arrive'] })

test('a message equal to an example, folded, starts its scenario once', () => {
  const turns = talk(bot([refund, delivery]), 'WHERE is  my refund', 'where is my refund?', 'what is the weather')
  expect(turns.map(turn => turn.decision)).toEqual([
    { kind: 'start', scenario: 'refund' },
    { kind: 'none' },
    { kind: 'none' },
  ])
  expect(turns[0]).toMatchObject({ replies: ['this is refund'], walk: ['say', 'done'], outcome: 'ended' })
  expect(turns[0]?.scores.map(score => score.confidence)[0]).toBe(100)
})
