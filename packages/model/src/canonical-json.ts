/**
 * JSON with sorted keys and no white space: equal values give equal text, on every machine. Keys sort by code units.
 * Undefined fields are left out, as in JSON.stringify.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sortedObject) ?? 'null'
}

function sortedObject(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  // Entries, so that a key named __proto__ stays a key.
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
