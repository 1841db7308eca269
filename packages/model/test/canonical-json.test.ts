import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, payloadHash } from '../src/canonical-json.ts'
import { documentFormat, type ImportDocument } from '../src/index.ts'

describe('canonical JSON', () => {
  test('does not depend on the order of the keys', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}')
  })

  test('keeps a key named __proto__', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}')
  })

  test('is the same for any value and its copy', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

describe('the payload hash', () => {
  const document: ImportDocument = {
    format: documentFormat,
    schema_version: 2,
    scenario: { title: 'A', trigger_description: 'B' },
  }

  test('ignores the layout and the time of the export', () => {
    const moved = { ...document, exported_at: '2026-01-01', scenario: { ...document.scenario, layout: { a: 1 } } }
    expect(payloadHash(moved)).toBe(payloadHash(document))
  })

  test('changes with a word', () => {
    const changed = { ...document, scenario: { ...document.scenario, title: 'B' } }
    expect(payloadHash(changed)).not.toBe(payloadHash(document))
  })
})
