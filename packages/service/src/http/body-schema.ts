import type { JsonSchema } from './schema.ts'

/** The schema with every object that does not say that it is open refusing unknown fields. */
export function refuseUnknownFields(schema: JsonSchema): JsonSchema {
  const { properties, items } = schema
  return {
    ...schema,
    ...(items !== undefined && { items: refuseUnknownFields(items) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, refuseUnknownFields(property)]),
      ),
      additionalProperties: schema.additionalProperties ?? false,
    }),
  }
}
