import type { ImportDocument } from './scenario.ts'
import { textHash } from './text-hash.ts'

/**
 * JSON with sorted keys and no white space: equal values give equal text, on every machine. Keys that are array indexes
 * come first, as numbers; the others sort by code units. Undefined fields are left out, as in JSON.stringify.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sortedObject) ?? 'null'
}

function sortedObject(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  // Uses entries, so that a key named __proto__ stays a key.
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The SHA-256 of a value's canonical JSON, in hexadecimal. */
export function canonicalHash(value: unknown): string {
  return textHash(canonicalJson(value))
}

/**
 * Returns the part of a document that makes a new version: all except `exported_at` and `layout`, so that moving boxes
 * publishes nothing.
 */
export function toPayload(document: ImportDocument): ImportDocument {
  const { exported_at: _time, ...rest } = document
  const { layout: _layout, ...scenario } = document.scenario
  return { ...rest, scenario }
}

/** The hash of a document's payload. */
export function payloadHash(document: ImportDocument): string {
  return canonicalHash(toPayload(document))
}
