import { serviceLimits } from '@scenewright/model/limits'

/** A JSON Schema as an object literal. Only the keywords for `Infer` are named. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: { readonly [name: string]: JsonSchema }
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly [keyword: string]: unknown
}

/** The type of the values that a schema, written `as const`, allows. */
export type Infer<Schema> = Schema extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : Schema extends { readonly const: infer Value }
    ? Value
    : Schema extends { readonly type: readonly (infer Type)[] }
      ? Typed<Type, Schema>
      : Schema extends { readonly type: infer Type }
        ? Typed<Type, Schema>
        : unknown

type Typed<Type, Schema> = Type extends 'string'
  ? string
  : Type extends 'number' | 'integer'
    ? number
    : Type extends 'boolean'
      ? boolean
      : Type extends 'null'
        ? null
        : Type extends 'array'
          ? readonly ItemOf<Schema>[]
          : Type extends 'object'
            ? FieldsOf<Schema>
            : unknown

type ItemOf<Schema> = Schema extends { readonly items: infer Item } ? Infer<Item> : unknown

type FieldsOf<Schema> = Schema extends { readonly properties: infer Properties }
  ? { readonly [Name in keyof Properties & RequiredOf<Schema>]: Infer<Properties[Name]> } & {
      readonly [Name in Exclude<keyof Properties, RequiredOf<Schema>>]?: Infer<Properties[Name]>
    }
  : { readonly [name: string]: unknown }

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never

/** The schema of a request's field, as used in responses: without limits. */
type Answer<Schema> = Schema extends { readonly enum: readonly unknown[]; readonly type: string }
  ? Pick<Schema, 'type' | 'enum'>
  : Schema extends { readonly type: 'integer' }
    ? { readonly type: 'number' }
    : Schema extends { readonly type: unknown }
      ? Pick<Schema, 'type'>
      : never

/** The schemas of fields in responses, from those in requests: their types and values, without limits. */
export function answerFields<const Fields extends { readonly [field: string]: JsonSchema }>(
  fields: Fields,
): { readonly [Name in keyof Fields]: Answer<Fields[Name]> } {
  const unlimited = ({ type, enum: values }: JsonSchema) => ({
    type: type === 'integer' ? 'number' : type,
    ...(values !== undefined && { enum: values }),
  })
  const answers = Object.entries(fields).map(([name, schema]) => [name, unlimited(schema)])
  // `Answer` makes the same change to the type of each schema.
  return Object.fromEntries(answers)
}

/** The names of an object's fields, with the exact type. */
export function namesOf<Fields extends object>(fields: Fields): readonly (keyof Fields & string)[] {
  // An object literal has no other keys.
  return Object.keys(fields) as (keyof Fields & string)[]
}

/** The id of a record. */
export const uniqueId = { type: 'string', format: 'uuid' } as const satisfies JsonSchema

/** ISO 8601 in UTC, with milliseconds. */
export const timestamp = { type: 'string', format: 'date-time' } as const satisfies JsonSchema

/** The name of a thing. */
export const name = { type: 'string', minLength: 1, maxLength: serviceLimits.nameLength } as const satisfies JsonSchema

/** The maximum length of a customer's message, in characters. */
export const maxTextLength = serviceLimits.textLength

/** Text without a limit of its own in the contract. */
export const text = { type: 'string', maxLength: maxTextLength } as const satisfies JsonSchema

/** Text that null clears. */
export const clearableText = { type: ['string', 'null'], maxLength: maxTextLength } as const satisfies JsonSchema

/** The pattern of a text that has more than white space. */
export const notBlank = '\\S'

/** Marks a field that the contract does not contain. */
export const localExtension = { 'x-local-extension': true } as const

/** The response to every deletion. */
export const deletedRecord = {
  type: 'object',
  required: ['unique_id', 'deleted_at'],
  properties: { unique_id: uniqueId, deleted_at: timestamp },
} as const satisfies JsonSchema
