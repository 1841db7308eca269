import type { SchemaError } from './schema-problems.ts'

/** What is wrong with a value that no other message is for, to stand behind its name. */
export function misfitOf({ keyword, params }: SchemaError): string {
  const bound = bounds[keyword]
  if (bound !== undefined) return `does not fit; it takes ${bound(params.limit ?? params.multipleOf)}`
  switch (keyword) {
    case 'pattern':
      return `does not match the pattern ${params.pattern}`
    case 'uniqueItems':
      return 'holds an item twice'
    case 'contains':
      return 'holds no item of the kind that it must hold'
    case 'propertyNames':
      return `has a field named "${params.propertyName}", which is no name that is taken here`
    case 'dependencies':
      return `has "${params.property}", and must then have ${params.deps} as well`
    case 'false schema':
      return 'may not stand here'
    case 'not':
      return 'is of a kind that is ruled out here'
    case 'anyOf':
      return 'fits none of the forms that are taken here'
    case 'oneOf':
      return params.passingSchemas === null ? 'fits none of the forms that are taken here' : 'fits more than one form'
    default:
      return `does not fit: ${keyword}`
  }
}

/** What the keywords ask for that are told apart by a number alone. */
const bounds: Readonly<Record<string, (limit: unknown) => string>> = {
  exclusiveMinimum: limit => `more than ${limit}`,
  exclusiveMaximum: limit => `less than ${limit}`,
  multipleOf: limit => `a multiple of ${limit}`,
  minLength: limit => `${limit} characters or more`,
  minItems: limit => `${limit} items or more`,
  maxItems: limit => `${limit} items at most`,
  minProperties: limit => `${limit} fields or more`,
  maxProperties: limit => `${limit} fields at most`,
}
