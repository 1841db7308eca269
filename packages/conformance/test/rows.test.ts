import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allRows } from '../src/rows/all.ts'
import { selectRows } from '../src/select-rows.ts'

const page = readFileSync(new URL('../../../docs/conformance.md', import.meta.url), 'utf8')

test('the rows are numbered without gaps, up to the last one that docs/conformance.md names', () => {
  const [, last = ''] = /The ids C-001 to C-(\d+) are stable/.exec(page) ?? []
  const ids = Array.from({ length: Number(last) }, (_, index) => `C-${String(index + 1).padStart(3, '0')}`)
  expect(allRows.map(({ id }) => id)).toEqual(ids)
})

test('each states its requirement in a sentence', () => {
  expect(
    allRows
      .filter(({ requirement }) => !/^["A-Z].+\.$/.test(requirement))
      .map(({ id, requirement }) => `${id} ${requirement}`),
  ).toEqual([])
})

test.each([
  ['C-042', ['C-042']],
  ['C-38x', Array.from({ length: 10 }, (_, digit) => `C-38${digit}`)],
  ['versioning', ['C-008', 'C-130']],
  ['get /bot-agents/{uniqueid}', expect.arrayContaining(['C-342', 'C-373'])],
])('%s names rows', (word, ids) => {
  expect(selectRows(allRows, [word]).map(({ id }) => id)).toEqual(ids)
})

test.each(['nothing', ''])('the unknown row "%s" is a usage error', word => {
  expect(() => selectRows(allRows, ['C-001', word])).toThrow(expect.objectContaining({ code: 'usage' }))
})
