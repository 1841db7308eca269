import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Passage } from '../../src/resources/knowledge/search.ts'
import { extractAnswer } from '../../src/retrieval/extract-answer.ts'

const passage = (text: string, score = 0.8): Passage => ({
  knowledge_id: text.slice(0, 8),
  name: 'Document',
  source: '',
  is_private_source: true,
  text,
  score,
})
const answer = (texts: readonly string[], query: string, maxLength = 1000) =>
  extractAnswer(
    texts.map(text => passage(text)),
    query,
    { maxLength },
  )

const filler = 'Our shops are open every day of the week and we are glad to see you there. '

test('without a passage there is no answer', () => {
  expect(answer([], 'Where is my parcel?')).toEqual({ text: '', used: [] })
})

test('a short passage is quoted completely', () => {
  expect(answer(['Parcels take two days. They come by van.'], 'How long does a parcel take?').text).toBe(
    'Parcels take two days. They come by van.',
  )
})

test('of a passage with several paragraphs the relevant one is quoted, with its heading', () => {
  const text = `Shops\n\n${filler}\n\n## Returns\n\nSend it back within 30 days.`
  expect(answer([text], 'how do I return it, within how many days').text).toBe('Returns\nSend it back within 30 days.')
})

test('a list stays with the line that leads to it', () => {
  const text = `${filler}\n\nFor a repair we need:\n\n- the invoice\n- the serial number`
  expect(answer([text], 'what do you need for a repair').text).toBe(
    'For a repair we need:\n- the invoice\n- the serial number',
  )
})

test('of a long paragraph whole sentences are quoted, including the relevant one', () => {
  const { text } = answer(
    [`${filler.repeat(8)}A refund takes five days. ${filler.repeat(8)}`],
    'when is my refund there',
  )
  expect(text.length).toBeLessThanOrEqual(700)
  expect(text).toMatch(/^(Our|A refund) .*A? ?refund takes five days\. .*there\.$/)
})

test('a second passage is added if it contains words of the question that the first does not', () => {
  const [first, second] = ['Delivery takes two days.', 'A refund takes a week.']
  const both = answer([first, second], 'how long do delivery and refund take')
  expect(both.text).toBe(`${first}\n\n${second}`)
  expect(both.used).toHaveLength(2)
  expect(answer([first, second], 'how long does delivery take').used).toHaveLength(1)
})

test('a second passage with a much lower confidence is left out', () => {
  const passages = [passage('Delivery takes two days.', 0.9), passage('A refund takes a week.', 0.6)]
  expect(extractAnswer(passages, 'delivery and refund', { maxLength: 700 }).used).toHaveLength(1)
})

test('no answer exceeds the limit, and all of it is in its passages', () => {
  const texts = fc.array(fc.lorem({ mode: 'sentences', maxCount: 12 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(texts, fc.lorem(), fc.integer({ min: 0, max: 900 }), (found, query, maxLength) => {
      const { text, used } = answer(found, query, maxLength)
      expect(text.length).toBeLessThanOrEqual(Math.min(maxLength, 700))
      expect(used.length).toBeGreaterThan(0)
      const said = used.map(passage => passage.text).join('\n\n')
      for (const part of text.replace(/\u2026$/, '').split('\n\n')) expect(said).toContain(part)
    }),
    { numRuns: 200 },
  )
})
