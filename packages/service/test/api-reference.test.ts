import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { apiReference } from './api-reference.ts'

const folder = fileURLToPath(new URL('../../../docs/service/api/', import.meta.url))
const reference = apiReference()

test.each([...reference])('docs/service/api/%s is current: `npm run update-golden` updates it', async (name, text) => {
  await expect(text).toMatchFileSnapshot(join(folder, name))
})

test('docs/service/api has no other pages', () => {
  expect(readdirSync(folder).sort()).toEqual([...reference.keys()].sort())
})
