import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { groupOf, rules } from '../src/index.ts'
import { ruleReference } from './rule-reference.ts'

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url))
const page = join(docs, 'rules/README.md')

test('docs/rules/README.md is current: `npm run update-golden` updates it', () => {
  const reference = ruleReference(rules)
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(page, reference)
  expect(existsSync(page) ? readFileSync(page, 'utf8') : '').toBe(reference)
})

test('docs/fixing.md lists the rules with a fix, in their order', () => {
  const rows = readFileSync(join(docs, 'fixing.md'), 'utf8').matchAll(/^\| \[(.+?)\]/gm)
  expect([...rows].map(([, id]) => id)).toEqual(rules.filter(({ hasFix }) => hasFix).map(({ id }) => id))
})

test('the rules are listed group by group, and every summary is one sentence', () => {
  const groups = rules.map(({ id }) => groupOf(id))
  const changes = groups.filter((group, index) => group !== groups[index - 1])
  expect(changes).toEqual([...new Set(groups)])
  expect(rules.filter(({ summary }) => !/^[A-Z].*\.$/.test(summary)).map(({ id }) => id)).toEqual([])
})
