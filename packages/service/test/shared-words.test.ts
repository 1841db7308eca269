import { expect, test } from 'vitest'
import { collectWords } from '../src/resources/scans/shared-words.ts'
import { createNearVectors } from '../src/resources/scans/similarity.ts'
import { hashVector } from '../src/retrieval/hash-vector.ts'

/** Below this, all passages are candidates. */
const indexedFrom = 500

/** A repeatable source of whole numbers from 0 to below a limit. */
function numbers(seed: number): (limit: number) => number {
  let state = seed
  return limit => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

interface Prose {
  readonly syllables: readonly string[]
  /** The number of different words, and of words in a text. */
  readonly vocabulary: number
  readonly length: number
  readonly separator?: string
}

/** Texts of which most are an earlier one with some other words, endings, beginnings and compounds. */
function edited({ syllables, vocabulary, length, separator = ' ' }: Prose): readonly string[] {
  const pick = numbers(vocabulary)
  const oneOf = <Item>(items: readonly Item[]) => items[pick(items.length)] as Item
  const newWord = () => Array.from({ length: 2 + pick(3) }, () => oneOf(syllables)).join('')
  const words = Array.from({ length: vocabulary }, newWord)
  const texts: (readonly string[])[] = []
  while (texts.length < indexedFrom + 100) {
    const text = [...(pick(4) === 0 || texts.length === 0 ? Array.from({ length }, () => oneOf(words)) : oneOf(texts))]
    for (let edits = pick(Math.ceil(length / 3)); edits > 0; edits--) {
      const at = pick(text.length)
      const word = text[at] ?? ''
      text[at] = oneOf([newWord(), `${word}s`, word.slice(0, -1), `un${word}`, `${text[at + 1] ?? ''}${word}`])
    }
    texts.push(text)
  }
  return texts.map(text => text.join(separator))
}

const latin = ['ka', 'lo', 'mi', 'ne', 'ru', 'ter', 'gra', 'ver', 'sel', 'on', 'ing', 'ab']

test.each([
  ['prose', edited({ syllables: latin, vocabulary: 3000, length: 80 }), 100],
  ['prose of few words', edited({ syllables: latin, vocabulary: 30, length: 40 }), 100],
  ['short texts', edited({ syllables: latin, vocabulary: 400, length: 6 }), 100],
  [
    'Cyrillic',
    edited({ syllables: ['до', 'ста', 'вка', 'зак', 'аз', 'пла', 'теж'], vocabulary: 800, length: 50 }),
    100,
  ],
  [
    'a script without spaces',
    edited({ syllables: [...'订单配送退款账户地址发票'], vocabulary: 300, length: 30, separator: '，' }),
    100,
  ],
  ['one text, again and again', Array<string>(indexedFrom + 20).fill('Where is my parcel?'), 100],
  ['texts without a word', ['', '!?', 'Where is my parcel?', ...Array<string>(indexedFrom).fill('…')], 0],
] as const)('of %s, the candidates contain all near pairs, each once', (_, texts, fewest) => {
  const { candidatesOf, vectors } = indexed(texts)
  let near = 0
  for (let index = 0; index < texts.length; index++) {
    const candidates = candidatesOf(index, index + 1)
    expect(candidates.every(other => other > index)).toBe(true)
    expect(new Set(candidates).size).toBe(candidates.length)
    const found = candidates.filter(other => vectors.isNear(index, other)).sort((a, b) => a - b)
    const later = Array.from({ length: texts.length - index - 1 }, (_each, at) => index + 1 + at)
    expect(found).toEqual(later.filter(other => vectors.isNear(index, other)))
    near += found.length
  }
  expect(near).toBeGreaterThanOrEqual(fewest)
})

test('of few passages, all later ones are candidates', () => {
  const { candidatesOf } = indexed(['a parcel', 'an invoice', 'a refund', 'a password'])
  expect(candidatesOf(1, 2)).toEqual([2, 3])
})

test('a search finds no passage before its start, and nothing of an earlier search', () => {
  const texts = Array.from({ length: indexedFrom }, (_, at) => (at % 100 === 0 ? 'Where is my parcel?' : `${at}th`))
  const { candidatesOf } = indexed(texts)
  expect(candidatesOf(0, 150)).toEqual([200, 300, 400])
  expect(candidatesOf(1, 150)).toEqual([])
  expect(candidatesOf(100, 301)).toEqual([400])
})

test('passages of other topics are ruled out, although all share some common words', () => {
  const pick = numbers(5)
  const texts = Array.from({ length: 1200 }, (_, at) => {
    const own = Array.from({ length: 30 }, () => `${at % 60}x${pick(40)}topic`)
    return [...own, 'please', 'answer', 'thanks'].join(' ')
  })
  const { candidatesOf } = indexed(texts)
  const all = texts.flatMap((_, index) => candidatesOf(index, index + 1).map(other => [index, other] as const))
  expect(all.filter(([index, other]) => index % 60 !== other % 60)).toEqual([])
})

function indexed(texts: readonly string[]) {
  const vectors = createNearVectors(texts.length, 0.85)
  const words = collectWords()
  for (const text of texts) {
    vectors.add(hashVector(text))
    words.add(text)
  }
  const passages = finish(words.index())
  const candidatesOf = (index: number, from: number) => {
    const candidates: number[] = []
    finish(passages.search(index, from, other => candidates.push(other)))
    return candidates.sort((one, other) => one - other)
  }
  return { vectors, candidatesOf }
}

function finish<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
