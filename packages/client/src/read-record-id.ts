const idField = 'unique_id'

/**
 * The `unique_id` of the record at the start of a JSON text, which may be truncated anywhere: only the field of the
 * outermost object counts, and only if its value is complete. Undefined if there is none, or if there are two different
 * ones.
 */
export function readRecordId(text: string): string | undefined {
  let at = skipSpace(text, 0)
  if (text[at] !== '{') return undefined
  let id: string | undefined
  at = skipSpace(text, at + 1)
  while (text[at] === '"') {
    const nameEnd = endOfString(text, at)
    const colon = nameEnd === undefined ? undefined : skipSpace(text, nameEnd)
    if (nameEnd === undefined || colon === undefined || text[colon] !== ':') return id
    const start = skipSpace(text, colon + 1)
    const end = endOfValue(text, start)
    if (end === undefined) return id
    if (readString(text.slice(at, nameEnd)) === idField) {
      const value = readString(text.slice(start, end))
      if (id !== undefined && value !== id) return undefined
      id = value
    }
    const comma = skipSpace(text, end)
    if (text[comma] !== ',') return id
    at = skipSpace(text, comma + 1)
  }
  return id
}

/** The end of the value that starts at `at`; undefined if the text is truncated before it. */
function endOfValue(text: string, at: number): number | undefined {
  const first = text[at]
  if (first === '"') return endOfString(text, at)
  if (first === '{' || first === '[') return endOfNested(text, at)
  let end = at
  while (end < text.length && !',]} \t\r\n'.includes(text.charAt(end))) end += 1
  // At the end of the text, a number may be incomplete.
  return end === at || end === text.length ? undefined : end
}

/** Counts the depth, so that the field of a nested record is not taken for that of the outer one. */
function endOfNested(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') {
      const end = endOfString(text, at)
      if (end === undefined) return undefined
      at = end - 1
    } else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

function endOfString(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return undefined
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1
  return at
}

/** The text of a JSON string; undefined for anything else. */
function readString(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
