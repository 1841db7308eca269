import { expect, test } from 'vitest'

test('every row of the benchmark has a name of its own, bounds and a way to prepare it', async () => {
  const { cases } = await import(new URL('../scripts/bench/cases/index.mjs', import.meta.url).href)
  const names = cases.map(({ name }: { name: string }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(0)
  expect(cases.filter(({ prepare }: { prepare: unknown }) => typeof prepare !== 'function')).toEqual([])
})
