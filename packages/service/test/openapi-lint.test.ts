import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { openApiDocument } from '../src/index.ts'

/** Rules of the recommended set that are off, and why. */
const exceptions = {
  // Every installation has an address of its own.
  'no-empty-servers': 'off',
  // The licence is that of the program, not of the contract.
  'info-license': 'off',
} as const

test('the OpenAPI document passes the recommended rules', async () => {
  // The drafts of JSON Schema lie elsewhere, and no test asks the network.
  const elsewhere = '"$ref":"http://json-schema.org/draft-07/schema#"'
  const source = JSON.stringify(openApiDocument()).replaceAll(elsewhere, '"title":"A JSON schema"')
  const config = await createConfig({ extends: ['recommended'], rules: exceptions })
  const problems = await lintFromString({ source, config })
  expect(problems.map(({ ruleId, location, message }) => ({ ruleId, at: location[0]?.pointer, message }))).toEqual([])
})
