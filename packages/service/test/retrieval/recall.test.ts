import { expect, test } from 'vitest'
import { answerConfidence } from '../../src/retrieval/search-passages.ts'
import { createSearch, type Found } from './recall.ts'
import { readOutOfScope, readSet, setLanguages } from './sets.ts'
import { withTypos } from './typos.ts'

/** The sets were written before the retrieval; what it goes by was chosen on the questions at even places alone. */
const sets = await Promise.all(
  setLanguages.map(async language => {
    const { documents, questions } = readSet(language)
    return { language, questions, search: await createSearch(language, documents) }
  }),
)

interface Asked {
  readonly language: string
  readonly isHeldOut: boolean
  readonly id: string
  readonly found: Found
}

async function askAll(change: (question: string, at: number) => string): Promise<readonly Asked[]> {
  const asked: Asked[] = []
  for (const { language, questions, search } of sets) {
    for (const [at, [id, question]] of questions.entries()) {
      asked.push({ language, isHeldOut: at % 2 === 1, id, found: await search(change(question, at)) })
    }
  }
  return asked
}

function recall(asked: readonly Asked[]): number {
  return shareOf(asked, ({ id, found }) => found.ids.includes(id))
}

function shareOf<Item>(items: readonly Item[], is: (item: Item) => boolean): number {
  return items.filter(is).length / items.length
}

/** What is shown where a share is too low. */
function perLanguage(asked: readonly Asked[]): string {
  return setLanguages
    .map(language => `${language} ${recall(asked.filter(one => one.language === language)).toFixed(3)}`)
    .join(', ')
}

const clean = await askAll(question => question)
const mistyped = await askAll((question, at) => withTypos(question, 1000 + at))

test('there are at least 200 questions, each with its document', () => {
  expect(clean.length).toBeGreaterThanOrEqual(200)
  for (const { documents, questions } of setLanguages.map(readSet)) {
    const ids = new Set(documents.map(({ id }) => id))
    expect(ids.size).toBe(documents.length)
    expect(questions.filter(([id]) => !ids.has(id))).toEqual([])
  }
})

test.each([
  ['as they were written', clean, 0.9],
  ['with a typo in every second word', mistyped, 0.8],
] as const)('the right document is among the first five for most questions, %s', (_name, asked, least) => {
  expect(recall(asked), perLanguage(asked)).toBeGreaterThanOrEqual(least)
})

test('questions that were not used for tuning have similar results', () => {
  const heldOut = (asked: readonly Asked[]) => asked.filter(({ isHeldOut }) => isHeldOut)
  expect(recall(heldOut(clean)), perLanguage(heldOut(clean))).toBeGreaterThanOrEqual(0.88)
  expect(recall(heldOut(mistyped)), perLanguage(heldOut(mistyped))).toBeGreaterThanOrEqual(0.8)
})

test('most questions with an answer reach the confidence of one, and few without', async () => {
  const isSure = ({ score }: Found) => score >= answerConfidence
  expect(shareOf(clean, ({ found }) => isSure(found))).toBeGreaterThanOrEqual(0.88)
  expect(shareOf(mistyped, ({ found }) => isSure(found))).toBeGreaterThanOrEqual(0.7)
  const outside: Found[] = []
  for (const { language, search } of sets) {
    for (const question of readOutOfScope()[language]) outside.push(await search(question))
  }
  expect(outside).toHaveLength(40)
  expect(shareOf(outside, isSure)).toBeLessThanOrEqual(0.2)
})

test('the same seed has the same typos, and no word of three letters has one', () => {
  const text = 'the quick brown fox jumps over the lazy dog'
  expect(withTypos(text, 5)).toBe(withTypos(text, 5))
  expect(withTypos(text, 5)).not.toBe(text)
  expect(withTypos('the fox', 5)).toBe('the fox')
})
