import type { SchemaError } from './schema-problems.ts'

/** Keywords whose error comes behind those of the schemas that they have tried in vain. */
const composites = new Set(['anyOf', 'oneOf', 'contains', 'propertyNames'])

/**
 * Leaves out the errors that say how something else failed: those of a condition's ways, and those of branches, of
 * which any one would have done. Branches that all want another type are one error that names the types.
 */
export function rootCauses(errors: readonly SchemaError[]): readonly SchemaError[] {
  const causes: SchemaError[] = []
  for (const error of errors) {
    if (error.keyword === 'if') continue
    if (!composites.has(error.keyword)) {
      causes.push(error)
      continue
    }
    let first = causes.length
    while (first > 0 && isOfBranch(causes[first - 1], error)) first -= 1
    causes.push(merged(error, causes.splice(first)))
  }
  return causes
}

/** A branch may stand elsewhere in the schema, and be referred to: where it was tried from cannot be told. */
function isOfBranch(error: SchemaError | undefined, { instancePath, schemaPath }: SchemaError): boolean {
  if (error === undefined || !isWithin(error.instancePath, instancePath)) return false
  const isReferredTo = /^#\/(definitions|\$defs)\//.test(error.schemaPath)
  return isReferredTo || isWithin(error.schemaPath, schemaPath) || !isWithin(error.schemaPath, parentOf(schemaPath))
}

function merged(composite: SchemaError, branches: readonly SchemaError[]): SchemaError {
  const { instancePath, keyword } = composite
  const isOfType = branches.every(branch => branch.keyword === 'type' && branch.instancePath === instancePath)
  if (branches.length === 0 || !isOfType || (keyword !== 'anyOf' && keyword !== 'oneOf')) return composite
  const types = branches.flatMap(({ params }) => params.type)
  return { ...composite, keyword: 'type', params: { type: [...new Set(types)] } }
}

function isWithin(path: string, holder: string): boolean {
  return path === holder || path.startsWith(`${holder}/`)
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}
