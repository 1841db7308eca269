import { expect, test } from 'vitest'

const bench = (file: string) => import(new URL(`../scripts/bench/${file}`, import.meta.url).href)

function expectUnique(rows: readonly { readonly name: string }[]): void {
  expect(rows.length).toBeGreaterThan(0)
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
}

test('every row of the benchmark has a name of its own, bounds and a way to prepare it', async () => {
  const { cases } = await bench('cases/index.mjs')
  expectUnique(cases)
  expect(cases.filter(({ prepare }: { prepare: unknown }) => typeof prepare !== 'function')).toEqual([])
})

test('every row of the benchmark of the scorer has a name of its own', async () => {
  const { sectionsFor } = await bench('scorer/sections.mjs')
  expectUnique(sectionsFor({ isQuick: false, withPeers: true }).flatMap(({ rows }: { rows: object[] }) => rows))
})

// The other rows need data sets that are not included.
test('the scorer keeps the bounds of its benchmark in five languages', async () => {
  const { languagesSection } = await bench('scorer/languages/section.mjs')
  const { bundleSimulator } = await bench('scorer/bundle-simulator.mjs')
  const { judge } = await bench('scorer/table.mjs')
  const figureOf = await languagesSection.measure({ simulatorFile: await bundleSimulator() })
  const judged = languagesSection.rows.map((row: { readonly name: string }) => ({
    name: row.name,
    figure: figureOf(row),
    isMet: judge(row, figureOf(row)).isMet,
  }))
  expect(judged.length).toBeGreaterThan(0)
  expect(judged.filter(({ isMet }: { isMet: boolean }) => !isMet)).toEqual([])
})

test('the benchmark of the scorer measures how many messages are evaluated again', async () => {
  const { shareEvaluatedAgain } = await bench('scorer/speed/evaluated-again.mjs')
  const { bundleSimulator } = await bench('scorer/bundle-simulator.mjs')
  const { loadSimulator } = await bench('scorer/simulator.mjs')
  const topics = ['refund', 'parcel', 'invoice', 'password', 'delivery', 'voucher', 'address', 'account']
  const examplesByIntent = new Map(topics.map(topic => [topic, [`my ${topic} is late`, `where do I find a ${topic}`]]))
  const share = shareEvaluatedAgain(await loadSimulator(await bundleSimulator()), {
    examplesByIntent,
    messages: ['coupon please', 'hello'],
  })
  // At least the example that has changed, of 16.
  expect(share).toBeGreaterThanOrEqual(100 / 16)
  expect(share).toBeLessThanOrEqual(100)
})
