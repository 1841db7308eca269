import tests from '@scenewright/schemas/conversation-test.schema.json' with { type: 'json' }
import scenario from '@scenewright/schemas/scenario.schema.json' with { type: 'json' }

/** A field of a source. */
export interface SchemaField {
  readonly name: string
  readonly description: string | undefined
}

interface Described {
  readonly $ref?: string
  readonly description?: string
  readonly properties?: { readonly [name: string]: Described }
  readonly definitions?: { readonly [name: string]: Described }
  readonly [other: string]: unknown
}

const fields = { scenario: collect(scenario), test: collect(tests) } as const

/** All fields of a schema, by name: those of the whole before those of its parts. */
function collect(schema: Described): ReadonlyMap<string, SchemaField> {
  const found = new Map<string, SchemaField>()
  const { definitions = {} } = schema
  for (const { properties = {} } of [schema, ...Object.values(definitions)]) {
    for (const [name, field] of Object.entries(properties)) {
      const description = field.description ?? definitions[field.$ref?.split('/').at(-1) ?? '']?.description
      if (found.get(name)?.description === undefined) found.set(name, { name, description })
    }
  }
  return found
}

/** The fields that a source at an address may have. */
export function schemaFields(uri: string): readonly SchemaField[] {
  return [...fieldsOf(uri).values()]
}

/** The documentation of a field in a source at an address. */
export function fieldDescription(uri: string, name: string): string | undefined {
  return fieldsOf(uri).get(name)?.description
}

function fieldsOf(uri: string): ReadonlyMap<string, SchemaField> {
  return /\.test\.ya?ml$/.test(uri) ? fields.test : fields.scenario
}
