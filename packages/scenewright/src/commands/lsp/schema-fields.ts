import config from '@scenewright/schemas/config.schema.json' with { type: 'json' }
import tests from '@scenewright/schemas/conversation-test.schema.json' with { type: 'json' }
import scenario from '@scenewright/schemas/scenario.schema.json' with { type: 'json' }

/** A field of a source. */
interface SchemaField {
  readonly name: string
  readonly description: string | undefined
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: { readonly [name: string]: Schema }
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly definitions?: { readonly [name: string]: Schema }
  readonly [other: string]: unknown
}

/** The keywords with schemas that may also describe the same value. */
const alternatives = ['then', 'else', 'oneOf', 'anyOf', 'allOf'] as const

/** The fields that a mapping at a path of the file at an address may have. `[]` in a path stands for an item of a list. */
export function schemaFields(uri: string, path: readonly string[]): readonly SchemaField[] {
  const root = schemaOf(uri)
  const found = new Map<string, SchemaField>()
  for (const { properties = {} } of schemasAt(root, path)) {
    for (const [name, field] of Object.entries(properties)) {
      const description = withAlternatives(root, field).find(each => each.description !== undefined)?.description
      if (found.get(name)?.description === undefined) found.set(name, { name, description })
    }
  }
  return [...found.values()]
}

/** The values that the schema lists for a path. */
export function schemaValues(uri: string, path: readonly string[]): readonly string[] {
  const values = schemasAt(schemaOf(uri), path).flatMap(({ type, enum: listed = [], const: only }) => {
    const all = [
      ...listed,
      ...(only === undefined ? [] : [only]),
      ...([type].flat().includes('boolean') ? [true, false] : []),
    ]
    return all.map(String)
  })
  return [...new Set(values)]
}

/** The documentation of a field at a path. */
export function fieldDescription(uri: string, path: readonly string[]): string | undefined {
  const name = path.at(-1)
  return schemaFields(uri, path.slice(0, -1)).find(field => field.name === name)?.description
}

function schemaOf(uri: string): Schema {
  if (/\.config\.yaml$/.test(uri)) return config
  return /\.test\.ya?ml$/.test(uri) ? tests : scenario
}

function schemasAt(root: Schema, path: readonly string[]): readonly Schema[] {
  let schemas = withAlternatives(root, root)
  for (const name of path) {
    schemas = schemas.flatMap(schema => {
      const { items, properties = {}, additionalProperties } = schema
      const next = name === '[]' ? items : (properties[name] ?? additionalProperties)
      return typeof next === 'object' ? withAlternatives(root, next) : []
    })
  }
  return schemas
}

/** A schema, what it refers to, and the schemas of its keywords that describe the same value. */
function withAlternatives(root: Schema, schema: Schema): readonly Schema[] {
  const { $ref } = schema
  const referred = $ref === undefined ? undefined : root.definitions?.[$ref.split('/').at(-1) ?? '']
  // The schemas are ours, and contain schemas in these keywords.
  const own = alternatives.flatMap(keyword => [schema[keyword] ?? []].flat() as Schema[])
  return [
    schema,
    ...[...(referred === undefined ? [] : [referred]), ...own].flatMap(each => withAlternatives(root, each)),
  ]
}
