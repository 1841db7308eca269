import { getHeapStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { shrinkHeap } from '../src/tune-engine.ts'

test('a shrunk heap returns the memory that garbage took', async () => {
  const size = Array.from({ length: 500_000 }, (_, at) => [at]).length
  const before = getHeapStatistics().total_physical_size
  await shrinkHeap()
  expect(before - getHeapStatistics().total_physical_size).toBeGreaterThan(size * 20)
})
