import { canonicalJson } from './canonical-json.ts'
import type { ImportDocument } from './scenario.ts'

/** The SHA-256 of a value's canonical JSON, in hexadecimal. */
export function canonicalHash(value: unknown): string {
  // Loaded when it is needed: a short `check` hashes nothing.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

/**
 * What of a document makes a new version: all but `exported_at` and `layout`, so that moving boxes publishes nothing.
 */
export function payloadOf(document: ImportDocument): ImportDocument {
  const { exported_at: _time, ...rest } = document
  const { layout: _layout, ...scenario } = document.scenario
  return { ...rest, scenario }
}

/** The hash of a document's payload. */
export function payloadHash(document: ImportDocument): string {
  return canonicalHash(payloadOf(document))
}
