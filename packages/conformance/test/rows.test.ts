import { expect, test } from 'vitest'
import { allRows } from '../src/rows/all.ts'
import { selectRows } from '../src/select-rows.ts'

test('there are 395 rows, numbered without gaps', () => {
  const ids = Array.from({ length: 395 }, (_, index) => `C-${String(index + 1).padStart(3, '0')}`)
  expect(allRows.map(({ id }) => id)).toEqual(ids)
})

test('each states its requirement in a sentence', () => {
  expect(allRows.filter(({ says }) => !/^["A-Z].+\.$/.test(says)).map(({ id, says }) => `${id} ${says}`)).toEqual([])
})

test.each([
  ['C-042', ['C-042']],
  ['C-39x', ['C-390', 'C-391', 'C-392', 'C-393', 'C-394', 'C-395']],
  ['versioning', ['C-008', 'C-130']],
  ['get /bot-agents/{uniqueid}', expect.arrayContaining(['C-342', 'C-373'])],
])('%s names rows', (word, ids) => {
  expect(selectRows(allRows, [word]).map(({ id }) => id)).toEqual(ids)
})

test('an unknown row is a usage error', () => {
  expect(() => selectRows(allRows, ['C-001', 'nothing'])).toThrow(expect.objectContaining({ code: 'usage' }))
})
