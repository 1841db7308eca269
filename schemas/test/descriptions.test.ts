import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

type Schema = Readonly<Record<string, unknown>>

const folder = fileURLToPath(new URL('../', import.meta.url))
const files = readdirSync(folder).filter(name => name.endsWith('.schema.json'))

test.each(files)('every field of %s is described', file => {
  const schema: Schema = JSON.parse(readFileSync(`${folder}${file}`, 'utf8'))
  expect(undescribed(schema, schema, '')).toEqual([])
})

/** The ways to the fields that have no description of their own, nor one where they refer to. */
function undescribed(root: Schema, part: unknown, path: string): readonly string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, inner]) => {
    // The properties of a condition only choose: what they choose describes them.
    if (name === 'if') return []
    const way = `${path}/${name}`
    const own = name === 'properties' && !path.endsWith('properties') ? fieldsWithout(root, inner, way) : []
    return [...own, ...undescribed(root, inner, way)]
  })
}

function fieldsWithout(root: Schema, properties: object, path: string): readonly string[] {
  return Object.entries(properties).flatMap(([name, field]) => (isDescribed(root, field) ? [] : [`${path}/${name}`]))
}

function isDescribed(root: Schema, field: Schema): boolean {
  const { definitions = {} } = root as { readonly definitions?: Readonly<Record<string, Schema>> }
  const target = typeof field.$ref === 'string' ? definitions[field.$ref.replace('#/definitions/', '')] : undefined
  return typeof (field.description ?? target?.description) === 'string'
}
