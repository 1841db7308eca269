import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The keywords of the schema that this test reads. */
interface Part {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Part>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Part
  readonly items?: Part
  readonly then?: Part
  readonly else?: Part
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
}

/** A field of the schema; a field of several variants has one part for each. */
interface Field {
  readonly parts: Part[]
  isRequired: boolean
}

interface Row {
  readonly type: string
  readonly preset: string
  readonly meaning: string
}

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const schema: Part & { readonly definitions: Readonly<Record<string, Part>> } = JSON.parse(
  read('schemas/config.schema.json'),
)
const fields = fieldsOf(schema)
const rows = rowsOf(read('docs/config-reference.md'))

test('docs/config-reference.md has exactly the fields of the schema', () => {
  expect(rows.size).toBeGreaterThan(40)
  expect([...rows.keys()].sort()).toEqual([...fields.keys()].sort())
})

test.each([...fields])('the row of %s has the values, the limits and the default of the schema', (path, field) => {
  const { type = '', preset = '', meaning = '' } = rows.get(path) ?? {}
  expect(preset === 'required').toBe(field.isRequired)
  expect(meaning).toMatch(/\]\([^)]+\)/)
  for (const part of field.parts) {
    const limits = [part.minimum, part.maximum].filter(limit => limit !== undefined && limit > 0).map(String)
    expect(plain(type).match(/\d+|\w+/g)).toEqual(expect.arrayContaining([...(part.enum ?? []), ...limits]))
    if (part.default !== undefined) expect(plain(preset)).toBe([part.default].flat().join(', '))
  }
})

/** The fields of the config by their paths, such as `environments.<name>.url`. */
function fieldsOf(root: Part): ReadonlyMap<string, Field> {
  const found = new Map<string, Field>()
  const seen = new Set<Part>()
  const visit = (part: Part, path: string): void => {
    const target = resolved(part)
    // Rules of an override are documented with the others.
    if (seen.has(target)) return
    seen.add(target)
    for (const [name, inner] of Object.entries(target.properties ?? {})) {
      const way = path === '' ? name : `${path}.${name}`
      const field = found.get(way) ?? { parts: [], isRequired: false }
      field.parts.push(resolved(inner))
      field.isRequired ||= target.required?.includes(name) === true
      found.set(way, field)
      visit(inner, way)
    }
    if (typeof target.additionalProperties === 'object') visit(target.additionalProperties, `${path}.<>`)
    if (target.items !== undefined) visit(target.items, `${path}[]`)
    for (const branch of [target.then, target.else]) if (branch !== undefined) visit(branch, path)
  }
  visit(root, '')
  return found
}

function resolved(part: Part): Part {
  return part.$ref === undefined ? part : (schema.definitions[part.$ref.replace('#/definitions/', '')] ?? part)
}

/** The rows of all tables; the line above a table names its object. */
function rowsOf(page: string): ReadonlyMap<string, Row> {
  const tables = [...page.matchAll(/^Fields of `([^`]+)`.*:\n\n((?:\|.*\n)+)/gm)]
  return new Map(
    tables.flatMap(([, object = '', table = '']) => {
      const path = object === 'scenewright.config.yaml' ? '' : `${object.replace(/<\w+>/g, '<>')}.`
      const lines = [...table.matchAll(/^\| `(\w+)` \| (.*?) \| (.*?) \| (.*) \|$/gm)]
      return lines.map(([, name, type = '', preset = '', meaning = '']) => {
        return [`${path}${name}`, { type, preset, meaning }] as const
      })
    }),
  )
}

/** Without marks of code and separators of thousands. */
function plain(cell: string): string {
  return cell.replaceAll('`', '').replace(/(?<=\d),(?=\d{3})/g, '')
}
