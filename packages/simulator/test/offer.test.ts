import { expect, test } from 'vitest'
import { type Dialogue, newDialogue, takeTurn } from '../src/index.ts'
import { bot, confident, decisions, scenario, talk } from './fixture.ts'

const settings = { scenario_clarify_enabled: true }
const topics = bot(
  [
    scenario('request', { title: 'Ask for a refund', clarification_label: 'Refund: ask!' }),
    scenario('status', { title: 'Refund status', clarification_label: null }),
    scenario('late', { title: 'Late', clarification_label: '  ' }),
  ],
  settings,
)
const unsure = confident(topics, { request: 70, status: 69, late: 68 })
const clarifies = { kind: 'clarify', candidates: ['request', 'status', 'late'] }

test('the offer has the labels, the titles without one, best first', () => {
  expect(talk(unsure, 'refund')[0]).toMatchObject({
    decision: clarifies,
    replies: [],
    walk: [],
    outcome: 'clarifying',
    offer: [
      { scenario: 'request', label: 'Refund: ask!' },
      { scenario: 'status', label: 'Refund status' },
      { scenario: 'late', label: 'Late' },
    ],
  })
})

test.each([
  ['refund ask', 'request'],
  ['  REFUND — ASK ', 'request'],
  ['Refund status?', 'status'],
  ['1', 'request'],
  ['2.', 'status'],
  ['№ 3', 'late'],
  ['(3)', 'late'],
])('%j picks %s, though its confidence would not start it', (answer, picked) => {
  const [, turn] = talk(unsure, 'refund', answer)
  expect(turn?.decision).toEqual({ kind: 'start', scenario: picked, picked: true })
  expect(turn?.replies).toEqual([`this is ${picked}`])
})

test.each([['0'], ['4'], ['01'], ['1 2'], ['the first'], ['refund'], ['?!'], ['']])(
  '%j picks nothing and is decided again',
  answer => {
    const [, turn] = talk(unsure, 'refund', answer)
    expect(turn?.decision).toEqual(clarifies)
  },
)

test('a message that picks nothing ends the offer', () => {
  let isSure = false
  const shifting = {
    ...unsure,
    scorer: {
      ...unsure.scorer,
      score: (message: string) => (isSure ? [] : unsure.scorer.score(message)),
      contenders: (message: string, min: number) => (isSure ? [] : unsure.scorer.contenders(message, min)),
    },
  }
  const offered = takeTurn(shifting, newDialogue, 'refund')
  isSure = true
  const other = takeTurn(shifting, offered.dialogue, 'something else')
  expect(other.turn.decision).toEqual({ kind: 'none' })
  expect(other.dialogue).toEqual(newDialogue)
  expect(takeTurn(shifting, other.dialogue, '1').turn.decision).toEqual({ kind: 'none' })
})

test('a pick ends the offer and counts as a run', () => {
  const offered = takeTurn(unsure, newDialogue, 'refund')
  const picked = takeTurn(unsure, offered.dialogue, '2')
  expect(picked.dialogue).toEqual({ ran: ['status'] })
})

test('of two equal folded labels, the first is picked', () => {
  const given = bot([scenario('a', { title: 'Refund' }), scenario('b', { title: 'refund!' })], settings)
  const doubtful = confident(given, { a: 70, b: 71 })
  expect(decisions(doubtful, 'x', 'REFUND')[1]).toEqual({ kind: 'start', scenario: 'b', picked: true })
})

test('a label that is a number takes precedence over the position in the list', () => {
  const given = bot([scenario('a', { title: 'Line 1' }), scenario('b', { title: '1' })], settings)
  expect(decisions(confident(given, { a: 71, b: 70 }), 'x', '1')[1]).toMatchObject({ scenario: 'b' })
})

test('a label without a letter is picked only by its number', () => {
  const given = bot([scenario('a', { title: '💳' }), scenario('b', { title: '📦' })], settings)
  const doubtful = confident(given, { a: 71, b: 70 })
  expect(decisions(doubtful, 'x', '📦')[1]).toMatchObject({ kind: 'clarify' })
  expect(decisions(doubtful, 'x', '2')[1]).toMatchObject({ kind: 'start', scenario: 'b' })
})

test('a topic whose scenario is no longer a candidate is decided again', () => {
  const { dialogue } = takeTurn(unsure, newDialogue, 'refund')
  const later = bot([scenario('status', { examples: ['Refund: ask!'] })], settings)
  expect(takeTurn(later, dialogue, '1').turn.decision).toEqual({ kind: 'none' })
  expect(takeTurn(later, dialogue, 'refund ask').turn.decision).toEqual({ kind: 'start', scenario: 'status' })
})

test('a dialogue survives being stored', () => {
  const { dialogue } = takeTurn(unsure, { ran: ['gone'] }, 'refund')
  const stored: Dialogue = JSON.parse(JSON.stringify(dialogue))
  expect(stored).toEqual(dialogue)
  expect(takeTurn(unsure, stored, '2')).toEqual(takeTurn(unsure, dialogue, '2'))
})

test.each([
  ['{}'],
  ['{"ran":null,"offer":null}'],
  ['{"ran":{"a":1},"offer":{"0":1}}'],
  ['{"ran":[1,null],"offer":[1]}'],
  ['{"ran":[],"offer":[{"scenario":"request"}],"later":true}'],
])('a stored dialogue of another shape, %s, is read as far as possible', text => {
  const dialogue: Dialogue = JSON.parse(text)
  expect(takeTurn(unsure, dialogue, '1')).toMatchObject({ dialogue: { ran: [] }, turn: { decision: clarifies } })
})
