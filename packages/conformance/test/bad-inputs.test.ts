import { openApiDocument } from '@scenewright/service'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { badBodies } from '../src/bad-inputs/bad-bodies.ts'
import { sampleValue } from '../src/bad-inputs/sample-value.ts'
import { isObject } from '../src/contract/shape.ts'
import { readOperations } from '../src/openapi/read-operations.ts'

const ajv = new Ajv2020({ strict: false, validateSchema: false })
addFormats.default(ajv)
// The arguments of a function are a schema of an older draft.
ajv.addSchema({ $id: 'http://json-schema.org/draft-07/schema#', type: ['object', 'boolean'] })

const posting = readOperations(openApiDocument()).flatMap(({ method, path, body: schema, isBodyRequired }) => {
  if (schema === undefined) return []
  const good = sampleValue(schema, '', {})
  return isObject(good) ? [{ method, path, schema, isBodyRequired, good }] : []
})

test('a field with the name of an inherited property has a value of its schema', () => {
  expect(sampleValue({ type: 'string' }, 'constructor', {})).toBe('a')
})

describe.each(posting)('$method $path', one => {
  const isValid = ajv.compile(one.schema)

  test('the valid body is valid', () => {
    expect({ good: one.good, isValid: isValid(one.good) }).toEqual({ good: one.good, isValid: true })
  })

  test('an invalid body violates the schema, or contains something that is never allowed', () => {
    const harmless =
      /NUL|surrogate|nobody knows|__proto__|constructor|beyond all|lists in each other|UTF-8|5 MB|cut off|behind it/
    const refused = badBodies(one).filter(({ why, expects }) => expects.join() === '400' && !harmless.test(why))
    const valid = refused.filter(({ body }) => body !== '' && isValid(JSON.parse(String(body))))
    expect(valid.map(({ why }) => why)).toEqual([])
  })
})
