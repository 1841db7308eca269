import { expect, test } from 'vitest'
import { createIndexBuilder } from '../../src/retrieval/passage-index.ts'
import { createTimeSlicer } from '../../src/runtime/time-slicer.ts'
import { startEmbeddingServer } from '../support/embedding-server.ts'
import { measure } from './measure.ts'
import { compareWith } from './real-model.ts'
import { readParaphrases, readSet } from './sets.ts'
import { simulateCosines, simulatedModels } from './simulated-model.ts'
import { synonymVector } from './synonym-model.ts'

test('the 60 paraphrases share no stem with the document that answers them', async () => {
  const { documents } = readSet('en')
  const { searchWords } = await createIndexBuilder('en', createTimeSlicer()).finish()
  const shared = readParaphrases().flatMap(([id, question]) => {
    const document = documents.find(each => each.id === id)
    const stems = new Set(searchWords.ofPassage(`${document?.name ?? ''} ${document?.text ?? ''}`))
    const common = searchWords.ofQuestion(question).filter(stem => stems.has(stem))
    return document !== undefined && common.length === 0 ? [] : [{ id, question, common }]
  })
  expect(shared).toEqual([])
  expect(new Set(readParaphrases().map(([id]) => id)).size).toBe(60)
})

function measureWith(quality: keyof typeof simulatedModels) {
  return measure(async (_language, passages) => {
    const ids = passages.map(({ id }) => id)
    return async ({ right, number }) =>
      simulateCosines(ids, { right, typical: simulatedModels[quality], seed: number * 7919 + 1 })
  })
}

test('by words alone, paraphrases are not found', async () => {
  expect((await measure()).paraphrases.amongFive).toBeLessThanOrEqual(0.1)
})

test('with a good model, most paraphrases are found, and more of the other questions', async () => {
  const { asWritten, mistyped, paraphrases, outOfScope } = await measureWith('good')
  expect(paraphrases.amongFive).toBeGreaterThanOrEqual(0.75)
  expect(asWritten.amongFive).toBeGreaterThanOrEqual(0.98)
  expect(asWritten.first).toBeGreaterThanOrEqual(0.9)
  expect(mistyped.amongFive).toBeGreaterThanOrEqual(0.96)
  expect(outOfScope.sure).toBeLessThanOrEqual(0.3)
})

test('with a table of synonyms behind an address, paraphrases are found, and other questions as well as before', async () => {
  const server = await startEmbeddingServer(() => undefined, { vectorOf: synonymVector })
  const { asWritten, paraphrases } = await measure(compareWith({ url: server.url, version: 'table', dimensions: 1024 }))
  await server.close()
  expect(paraphrases.amongFive).toBeGreaterThanOrEqual(0.6)
  expect(asWritten.amongFive).toBeGreaterThanOrEqual(0.92)
  expect(server.texts().length).toBeGreaterThan(600)
})

test('a model that finds one document in ten by itself does not spoil the search by words', async () => {
  const { asWritten, mistyped } = await measureWith('bad')
  expect(asWritten.amongFive).toBeGreaterThanOrEqual(0.91)
  expect(mistyped.amongFive).toBeGreaterThanOrEqual(0.82)
})
