import { InternalError, isObject } from '@scenewright/model'
import { canonicalJson } from '@scenewright/model/canonical-json'
import type { ErrorObject } from 'ajv'
import { findFlaw, maxValues, type SchemaFlaw, type SchemaPart, schemaParts, valuesIn } from './extension-schema.ts'
import { type JsonSchema, pointerSteps } from './schema-at.ts'
import type { Validate } from './schema-problems.ts'
import type { StepCharge, StepCount } from './step-count.ts'

/** A regular expression that takes linear time. */
interface Pattern {
  test(text: string): boolean
  /** The approximate number of steps per character. */
  programSize(): number
}

/** Compiles the schemas of a config. */
export interface SchemaCompiler {
  compile(schema: JsonSchema): Promise<Validate | SchemaFlaw>
}

/** The keyword that counts the steps. Schemas of users cannot contain it. */
const countKeyword = 'countSteps'

/** Loads the validator, which takes half the time of a short command: call this only when a schema is used. */
export async function createSchemaCompiler(steps: StepCount): Promise<SchemaCompiler> {
  const { Ajv } = await import('ajv')
  const patterns = new Map<string, Pattern>()
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    validateFormats: false,
    ownProperties: true,
    // Otherwise many references to a large part would expand to many times its code.
    inlineRefs: false,
    logger: false,
    code: { regExp: Object.assign((text: string) => findPattern(patterns, text), { code: 'none' }) },
  })
  ajv.addKeyword({
    keyword: countKeyword,
    before: '$ref',
    validate: (charge: StepCharge, value: unknown) => {
      steps.charge(charge, value)
      return true
    },
  })
  // Ajv compares each item with each other item.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: isUnique })
  return {
    async compile(schema) {
      if (valuesIn(schema) > maxValues)
        return { path: [], message: `The schema contains more than ${maxValues} values` }
      const parts = schemaParts(schema)
      const flaw = findFlaw(parts)
      if (flaw !== undefined) return flaw
      const { $schema: _draft, ...bare } = schema
      if (ajv.validateSchema(bare) !== true) return metaFlaw(ajv.errors?.[0])
      const read = await compilePatterns(parts)
      if ('flaw' in read) return read.flaw
      for (const [text, pattern] of read.patterns) patterns.set(text, pattern)
      return compiled(() => ajv.compile(counted(bare, patterns)))
    },
  }
}

function compiled(compile: () => Validate): Validate | SchemaFlaw {
  try {
    return compile()
  } catch (error) {
    return { path: [], message: `It cannot be compiled: ${error instanceof Error ? error.message : error}` }
  }
}

function findPattern(patterns: ReadonlyMap<string, Pattern>, text: string): Pattern {
  const pattern = patterns.get(text)
  if (pattern === undefined) throw new InternalError(`the pattern ${text} has not been read`)
  return pattern
}

function metaFlaw(error: ErrorObject | undefined): SchemaFlaw {
  const path = pointerSteps(`#${error?.instancePath ?? ''}`) ?? []
  return { path, message: `It is not a JSON Schema: ${path.at(-1) ?? 'it'} ${error?.message ?? 'is not one'}` }
}

/** A copy of a schema in which each part counts its steps. */
function counted(schema: JsonSchema, patterns: ReadonlyMap<string, Pattern>): JsonSchema {
  const copy = structuredClone(schema)
  const parts = schemaParts(copy)
  const charges = parts.map(part => stepCharge(part, patterns))
  for (const [index, { part }] of parts.entries()) Object.assign(part, { [countKeyword]: charges[index] })
  return copy
}

function stepCharge({ part, path }: SchemaPart, patterns: ReadonlyMap<string, Pattern>): StepCharge {
  const size = (text: string) => findPattern(patterns, text).programSize()
  const { pattern, patternProperties } = part
  const names = isObject(patternProperties) ? Object.keys(patternProperties) : []
  return {
    values: 1 + ownValues({ part, path }),
    perCharacter: typeof pattern === 'string' ? size(pattern) : 0,
    perNameCharacter: names.reduce((sum, text) => sum + size(text), 0),
  }
}

/** Counts the parts of a schema that are checked for each value: the names of its fields, not their own schemas. */
function ownValues({ part }: SchemaPart): number {
  return Object.values(part).reduce((sum: number, value) => {
    if (Array.isArray(value)) return sum + valuesIn(value)
    return sum + (isObject(value) ? Object.keys(value).length : 1)
  }, 0)
}

function isUnique(isWanted: boolean, items: readonly unknown[]): boolean {
  return !isWanted || new Set(items.map(canonicalJson)).size === items.length
}

/**
 * The patterns of a schema by their text, or the first invalid one. The library is loaded only if there is a pattern.
 */
async function compilePatterns(
  parts: readonly SchemaPart[],
): Promise<{ readonly patterns: ReadonlyMap<string, Pattern> } | { readonly flaw: SchemaFlaw }> {
  const patterns = new Map<string, Pattern>()
  const used = parts.flatMap(patternTexts)
  if (used.length === 0) return { patterns }
  const { RE2JS } = await import('re2js')
  for (const { text, path } of used) {
    try {
      patterns.set(text, RE2JS.compile(RE2JS.translateRegExp(text)))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const help = 'Patterns run in linear time: lookaround and backreferences are not supported.'
      return { flaw: { path, message: `The pattern ${text} is invalid: ${reason}`, help } }
    }
  }
  return { patterns }
}

/** The texts of a schema's own patterns: that of its value, and those of its fields' names. */
function patternTexts({
  part,
  path,
}: SchemaPart): readonly { readonly text: string; readonly path: SchemaPart['path'] }[] {
  const { pattern, patternProperties } = part
  const own = typeof pattern === 'string' ? [{ text: pattern, path: [...path, 'pattern'] }] : []
  const names = isObject(patternProperties) ? Object.keys(patternProperties) : []
  return [...own, ...names.map(text => ({ text, path: [...path, 'patternProperties', text] }))]
}
