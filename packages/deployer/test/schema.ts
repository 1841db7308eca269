import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'

const ajv = new Ajv({ allErrors: true })

/** Holds values against a published schema; `errors` says what is wrong with the last one. */
export function schema(name: string) {
  const known = ajv.getSchema(`urn:scenewright:schema:${name}`)
  if (known !== undefined) return known
  return ajv.compile(JSON.parse(readFileSync(new URL(`../../../schemas/${name}.schema.json`, import.meta.url), 'utf8')))
}
