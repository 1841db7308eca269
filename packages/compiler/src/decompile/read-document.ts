import { documentFormat, documentVersion, type ImportDocument } from '@scenewright/model'
import { sourceLimits } from '@scenewright/model/limits'
import { validate as validateVersion1 } from '@scenewright/schemas/validate/import-document-v1'
import { validate as validateVersion2 } from '@scenewright/schemas/validate/import-document-v2'
import { isInexact } from '../parse/whole-numbers.ts'

/** A document of version 2, or the reason why the text is not a document. */
export type DocumentReading =
  | { readonly ok: true; readonly document: ImportDocument }
  | {
      readonly ok: false
      readonly problems: readonly string[]
      /** Whether a value is the problem, and not the form of the document. */
      readonly isValue?: true
    }

const validators = new Map<unknown, typeof validateVersion2>([
  [1, validateVersion1],
  [documentVersion, validateVersion2],
])

const maxProblems = 20

/** The maximum depth of a document: its source is nested a little deeper, and must stay within the limit of sources. */
const deepest = sourceLimits.depth - 4

/** Reads the JSON of an import document, version 1 or 2, and upgrades it to 2. Never throws because of its content. */
export function readDocument(text: string): DocumentReading {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    return refuse(`The document is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const inexact = findInexact(text)
  if (inexact !== undefined)
    return refuseValue(`The document contains the number ${inexact}, which a source cannot represent exactly`)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse('The document is not an object')
  return readObject(value)
}

/** A text or a number in JSON. */
const token = /"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*/g

function findInexact(json: string): string | undefined {
  for (const [found] of json.matchAll(token)) if (isInexact(found)) return found
  return undefined
}

function readObject(value: object): DocumentReading {
  const { format, schema_version: version } = value as { format?: unknown; schema_version?: unknown }
  if (format !== documentFormat) return refuse(`format must be "${documentFormat}"`)
  const validate = validators.get(version)
  if (validate === undefined) return refuse('schema_version must be 1 or 2')
  const fault = shapeFault(value)
  if (fault !== undefined) return refuseValue(fault)
  if (!validate(value)) return { ok: false, problems: describeErrors(validate.errors ?? []) }
  // The validator has just checked it against the schema, and version 1 has the fields of version 2.
  return { ok: true, document: { ...value, schema_version: documentVersion } as ImportDocument }
}

/** Finds values that JSON allows but a source cannot hold: unlimited nesting and infinite numbers. */
function shapeFault(value: object): string | undefined {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return `The document nests deeper than ${deepest} levels`
    const next: unknown[] = []
    for (const item of level) {
      if (typeof item === 'number' && !Number.isFinite(item)) return 'The document contains a number that is too large'
      if (typeof item === 'object' && item !== null) for (const inner of Object.values(item)) next.push(inner)
    }
    level = next
  }
  return undefined
}

function describeErrors(errors: NonNullable<typeof validateVersion2.errors>): readonly string[] {
  const described = errors.filter(({ keyword }) => keyword !== 'if')
  return described.slice(0, maxProblems).map(({ instancePath, message }) => {
    return `${instancePath.slice(1).replaceAll('/', '.') || 'The document'} ${message ?? 'is invalid'}`
  })
}

function refuse(problem: string): DocumentReading {
  return { ok: false, problems: [problem] }
}

function refuseValue(problem: string): DocumentReading {
  return { ok: false, problems: [problem], isValue: true }
}
