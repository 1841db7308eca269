import { expect, test } from 'vitest'
import { createApiKey, hashKey } from '../src/accounts/accounts.ts'
import { createKnownKeys } from '../src/http/authorization.ts'

test('a key that was valid is valid again, until another is stored; wrong ones never are', () => {
  const known = createKnownKeys()
  const [first, second] = [createApiKey(), createApiKey()]
  const [keptFirst, keptSecond] = [hashKey(first), hashKey(second)]
  for (let time = 0; time < 2; time += 1) {
    expect(known.isKey(first, keptFirst)).toBe(true)
    expect(known.isKey(second, keptFirst)).toBe(false)
    expect(known.isKey(first.slice(0, -1), keptFirst)).toBe(false)
    expect(known.isKey(first, keptSecond)).toBe(false)
  }
  expect(known.isKey(second, keptSecond)).toBe(true)
})

test('many keys are remembered, but not forever', () => {
  const known = createKnownKeys()
  for (let count = 0; count < 1100; count += 1) {
    const key = createApiKey()
    expect(known.isKey(key, hashKey(key))).toBe(true)
  }
})
