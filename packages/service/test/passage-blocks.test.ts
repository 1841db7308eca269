import { expect, test } from 'vitest'
import { indexPassages, type PassageBlocks } from '../src/resources/scans/passage-blocks.ts'
import { createNearVectors } from '../src/resources/scans/similarity.ts'
import { dimensions } from '../src/retrieval/hash-vector.ts'

/** A repeatable source of numbers from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Vectors around some centers: within a group, cosines lie on both sides of the threshold. */
function* grouped(count: number, groups: number, noise: number) {
  const random = numbers(groups)
  const vector = (scale: number) => Float64Array.from({ length: dimensions }, () => (random() - 0.5) * scale)
  const centers = Array.from({ length: groups }, () => vector(100))
  for (let index = 0; index < count; index++) {
    const other = vector(100 * noise)
    yield Int8Array.from(centers[index % groups] ?? other, (value, at) => Math.round(value + (other[at] ?? 0)))
  }
}

function built(vectors: Parameters<typeof indexPassages>[0], threshold: number, from = 0): PassageBlocks {
  const steps = indexPassages(vectors, threshold, from)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

test.each([
  ['few groups, wide', [...grouped(240, 5, 0.42)]],
  ['few groups, narrow', [...grouped(240, 12, 0.38)]],
  ['no groups', [...grouped(150, 150, 0)]],
  ['the same vector many times', Array.from({ length: 150 }, () => new Int8Array(dimensions).fill(3))],
  ['zeros among others', [...grouped(100, 3, 0.4), new Int8Array(dimensions), new Int8Array(dimensions)]],
  ['one vector', [...grouped(1, 1, 0)]],
  ['no vector', []],
])('of %s, the candidates contain all near pairs, each once', (_, all) => {
  const threshold = 0.85
  const vectors = createNearVectors(all.length, threshold)
  for (const vector of all) vectors.add(vector)
  const blocks = built(vectors, threshold)
  let near = 0
  for (let index = 0; index < all.length; index++) {
    const candidates: number[] = []
    for (const _step of blocks.search(index, index + 1, other => candidates.push(other)));
    expect(candidates.every(other => other > index)).toBe(true)
    const found = candidates.filter(other => vectors.isNear(index, other)).sort((a, b) => a - b)
    const expected = Array.from({ length: all.length - index - 1 }, (_each, at) => index + 1 + at).filter(other =>
      vectors.isNear(index, other),
    )
    expect(found).toEqual(expected)
    near += found.length
  }
  if (_.startsWith('few')) expect(near).toBeGreaterThan(100)
})

test('of few vectors, all later ones are candidates', () => {
  const all = [...grouped(4, 4, 0)]
  const vectors = createNearVectors(all.length, 0.85)
  for (const vector of all) vectors.add(vector)
  const candidates: number[] = []
  for (const _step of built(vectors, 0.85, 5).search(1, 2, other => candidates.push(other)));
  expect(candidates).toEqual([2, 3])
})

test('unrelated groups are ruled out without comparing their vectors', () => {
  const all = [...grouped(600, 6, 0.1)]
  const vectors = createNearVectors(all.length, 0.85)
  for (const vector of all) vectors.add(vector)
  const blocks = built(vectors, 0.85)
  let candidates = 0
  for (let index = 0; index < all.length; index++) {
    for (const _step of blocks.search(index, index + 1, () => (candidates += 1)));
  }
  // Six groups of 100.
  expect(candidates).toBe((6 * 100 * 99) / 2)
})
