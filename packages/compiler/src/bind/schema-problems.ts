import { didYouMean } from '@scenewright/model/text'
import type { Span } from '../parse/places.ts'
import type { Problem } from '../parse/problem.ts'
import type { SourceNode } from '../parse/source-tree.ts'
import { bracketProblem, cutTextProblems } from './cut-text.ts'
import { locate, type Path } from './locate.ts'
import { needsQuotesProblem, type YamlText } from './needs-quotes.ts'
import { findSchemas, type JsonSchema } from './schema-at.ts'
import type { SchemaError, SchemaFault } from './schema-error.ts'
import { limitProblem, missingProblem, typeProblem, unknownProblem, valueProblem } from './schema-messages.ts'

/** Keywords whose error follows from those of the schemas that they contain. */
const composites = new Set(['anyOf', 'oneOf', 'contains', 'propertyNames'])

/** A JSON Schema, and the validator compiled from it. */
export interface CompiledSchema {
  /** The name of the whole value in messages: `the scenario`. */
  readonly subject: string
  readonly schema: JsonSchema
  readonly validate: Validate
  /** The place to report a missing part of the whole at. Default: the start of the file. */
  readonly holder?: Span
  /** The source of the whole, if it is YAML. */
  readonly yaml?: YamlText | undefined
}

/** Returns whether a value is valid, and provides the errors. */
export interface Validate {
  (value: unknown): boolean
  readonly errors?: readonly SchemaError[] | null
}

/** The maximum number of problems, so that an author can still read them; a file with more is broken as a whole. */
export const maxProblems = 200

/** The keywords whose errors do not prevent lowering: every value has the right type, and nothing is missing. */
const harmless = new Set(['additionalProperties', 'minimum', 'maximum', 'minLength', 'maxLength'])

/**
 * Checks a tree's plain value against a schema: one problem per root cause. `isSound` is true if everything that
 * lowering needs exists and has the right type.
 */
export function findSchemaProblems(
  root: SourceNode,
  { subject, schema, validate, holder, yaml }: CompiledSchema,
): { readonly problems: readonly Problem[]; readonly isSound: boolean } {
  if (validate(root.value)) return { problems: [], isSound: true }
  const errors = rootCauses(validate.errors ?? [])
  const isSound = errors.every(({ keyword }) => harmless.has(keyword))
  const problems: Problem[] = []
  for (const error of errors.slice(0, maxProblems)) {
    const path = parsePath(error.instancePath)
    const at = locate(root, path, holder)
    const fault = { error, path, at, schemas: findSchemas(schema, path), subject }
    if (!isEchoOfUnknown(fault, errors))
      problems.push(...((yaml && unquotedProblems(fault, yaml)) ?? [toProblem(fault)]))
  }
  return { problems: problems.sort((a, b) => a.span.start - b.span.start), isSound }
}

function unquotedProblems(fault: SchemaFault, yaml: YamlText): readonly Problem[] | undefined {
  const { keyword } = fault.error
  if (keyword === 'additionalProperties') return cutTextProblems(fault, yaml.text)
  const problem = keyword === 'type' ? (needsQuotesProblem(fault, yaml) ?? bracketProblem(fault, yaml.text)) : undefined
  return problem && [problem]
}

function toProblem(fault: SchemaFault): Problem {
  switch (fault.error.keyword) {
    case 'additionalProperties':
      return unknownProblem(fault)
    case 'required':
      return missingProblem(fault)
    case 'type':
      return typeProblem(fault)
    case 'const':
    case 'enum':
      return valueProblem(fault)
    default:
      return limitProblem(fault)
  }
}

/** A field that is missing because its name is misspelled: only the misspelling is reported. */
function isEchoOfUnknown({ error, ...place }: SchemaFault, errors: readonly SchemaError[]): boolean {
  if (error.keyword !== 'required') return false
  const missing = String(error.params.missingProperty)
  // A node needs a text only if it has no type.
  const meant = missing === 'text' ? ['text', 'type'] : [missing]
  return errors.some(other => {
    if (other.keyword !== 'additionalProperties' || other.instancePath !== error.instancePath) return false
    const { help } = unknownProblem({ ...place, error: other })
    return meant.some(name => help === didYouMean(name))
  })
}

function parsePath(instancePath: string): Path {
  const steps = instancePath.split('/').slice(1)
  return steps.map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/**
 * Leaves out errors that follow from others: those of a condition's branches, and those of alternatives of which only
 * one must match. Alternatives that all require another type become one error that names the types.
 */
function rootCauses(errors: readonly SchemaError[]): readonly SchemaError[] {
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

/** An alternative may be elsewhere in the schema and be referred to, so where it was tried from is unknown. */
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
