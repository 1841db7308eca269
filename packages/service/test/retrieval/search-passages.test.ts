import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashVector } from '../../src/retrieval/hash-vector.ts'
import { createIndexBuilder } from '../../src/retrieval/passage-index.ts'
import { searchPassages } from '../../src/retrieval/search-passages.ts'
import { createVocabulary } from '../../src/retrieval/vocabulary.ts'
import { createTimeSlicer } from '../../src/runtime/time-slicer.ts'

const slicer = createTimeSlicer()

async function indexOf(texts: readonly string[], { hidden = [] }: { readonly hidden?: readonly number[] } = {}) {
  const builder = createIndexBuilder('en', slicer)
  texts.forEach((text, at) => {
    builder.add({ name: '', text, vector: hashVector(text), isHidden: hidden.includes(at) })
  })
  return builder.finish()
}

const texts = ['Parcels arrive in two days.', 'A refund takes a week.', 'Our shop opens at nine.']

test.each([
  ['the very words', 'when does the shop open', 2],
  ['other forms of the words', 'refunds', 1],
  ['a typo', 'my pracel', 0],
])('a question with %s finds its passage', async (_name, query, place) => {
  const [first] = await searchPassages(await indexOf(texts), query, { take: 3, slicer })
  expect(first?.place).toBe(place)
})

test('Russian texts and questions are found in an English bot', async () => {
  const index = await indexOf([...texts, 'Возврат товара занимает неделю.'])
  expect((await searchPassages(index, 'как вернуть товары', { take: 1, slicer }))[0]?.place).toBe(3)
})

test('hidden documents are never found', async () => {
  const index = await indexOf(texts, { hidden: [1] })
  expect((await searchPassages(index, 'refund week', { take: 3, slicer })).map(({ place }) => place)).not.toContain(1)
})

test.each(['', '???', '\u{1f600}', ' '])('a question without words, %j, finds nothing', async query => {
  expect(await searchPassages(await indexOf(texts), query, { take: 3, slicer })).toEqual([])
})

test('a bot without documents finds nothing', async () => {
  expect(await searchPassages(await indexOf([]), 'refund', { take: 3, slicer })).toEqual([])
})

test('the same texts and question have the same passages, with confidences from 0 to 1', async () => {
  const text = fc.oneof(fc.lorem(), fc.string({ unit: 'grapheme' }))
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 8 }), text, async (found, query) => {
      const [one, other] = [await indexOf(found), await indexOf(found)]
      const hits = await searchPassages(one, query, { take: 5, slicer })
      expect(await searchPassages(other, query, { take: 5, slicer })).toEqual(hits)
      expect(new Set(hits.map(({ place }) => place)).size).toBe(hits.length)
      for (const { score } of hits) {
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 60 },
  )
})

test('an index that keeps passages of a former one finds the same as a new one, and the former stays as it was', async () => {
  const text = fc.oneof(fc.lorem({ maxCount: 12 }), fc.constantFrom(...texts), fc.string({ unit: 'grapheme' }))
  /** A change of a passage: it stays, is removed, or gets another one before it. */
  const edit = fc.oneof({ weight: 3, arbitrary: fc.constant('keep') }, fc.constant('drop'), text)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, edit, edit), { maxLength: 8 }), text, async (passages, query) => {
      const before = passages.map(([each]) => each)
      let index = await indexOf(before)
      const [formerIndex, formerHits] = [index, await searchPassages(index, query, { take: 5, slicer })]
      let current = before
      for (const round of [1, 2] as const) {
        const builder = createIndexBuilder('en', slicer, index)
        const next: string[] = []
        current.forEach((each, place) => {
          const change = passages[place % passages.length]?.[round] ?? 'keep'
          if (change !== 'keep' && change !== 'drop') {
            next.push(change)
            builder.add({ name: '', text: change, vector: hashVector(change), isHidden: false })
          }
          if (change === 'drop') return
          next.push(each)
          builder.keep(place)
        })
        index = await builder.finish()
        current = next
      }
      const hits = await searchPassages(index, query, { take: 5, slicer })
      expect(hits).toEqual(await searchPassages(await indexOf(current), query, { take: 5, slicer }))
      expect(await searchPassages(formerIndex, query, { take: 5, slicer })).toEqual(formerHits)
    }),
    { numRuns: 60 },
  )
})

test('a word finds those with a similar spelling, itself first', () => {
  const vocabulary = createVocabulary()
  for (const word of ['delivery', 'refund', 'delivered', 'river']) vocabulary.add(word)
  const near = vocabulary.near('delivery')
  expect(near[0]).toEqual({ term: 0, similarity: 1 })
  expect(near.map(({ term }) => term)).not.toContain(1)
  expect(vocabulary.near('delviery')[0]?.term).toBe(0)
})
