import type { Located, Path } from './locate.ts'
import type { JsonSchema } from './schema-at.ts'

/** One error of a compiled validator. */
export interface SchemaError {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}

/** An error at its part of the source, and the schemas that apply there. */
export interface SchemaFault {
  readonly error: SchemaError
  readonly path: Path
  readonly at: Located
  readonly schemas: readonly JsonSchema[]
  readonly subject: string
}
