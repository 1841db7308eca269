import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listMethods } from '../../src/parse/typescript/methods/list-methods.ts'
import { numberMethods } from '../../src/parse/typescript/methods/number-methods.ts'
import { textMethods } from '../../src/parse/typescript/methods/text-methods.ts'

const page = readFileSync(new URL('../../../../docs/typescript-sources.md', import.meta.url), 'utf8')

const rows: readonly (readonly [row: string, names: readonly string[]])[] = [
  ['of texts', [...Object.keys(textMethods), 'length']],
  ['of lists', [...Object.keys(listMethods), 'length']],
  ['of numbers', Object.keys(numberMethods)],
]

test.each(rows)('the page lists exactly the members available %s', (row, names) => {
  const line = page.split('\n').find(text => text.startsWith(`| ${row} |`)) ?? ''
  const listed = [...line.matchAll(/`(\w+)`/g)].map(match => match[1])
  expect(listed.toSorted()).toEqual([...names].toSorted())
})
