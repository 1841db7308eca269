// Plain JavaScript, because a worker thread uses it too: see untrusted-worker.mjs.

/**
 * @param {string} text
 * @param {string} path
 * @returns {{ value: string } | { fault: string }}
 */
export function pickField(text, path) {
  if (path === '') return { value: text }
  let value = parsed(text)
  if (value === undefined) return { fault: 'The answer is not JSON, so no field can be selected.' }
  const names = path.split('.')
  for (const [depth, name] of names.entries()) {
    if (!hasField(value, name)) return { fault: `The answer has no field "${names.slice(0, depth + 1).join('.')}".` }
    value = value[name]
  }
  if (typeof value === 'string') return { value }
  // A long number, such as an id of 20 digits, is not the same once it was read.
  const written = findText(text, names)
  if (hasChangedNumber(written)) return { value: written }
  try {
    return { value: JSON.stringify(value) }
  } catch {
    return { fault: 'The answer is nested too deeply.' }
  }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An own field: not an inherited property. */
function hasField(value, name) {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, name) && !(Array.isArray(value) && name === 'length')
}

/**
 * The value at a path as it is written; the last one if names are repeated. The text must be JSON and have the path. It
 * is read once and without recursion, and little is kept: it may be long and deep.
 */
function findText(text, names) {
  let found = ''
  let start
  let depth = 0
  /** How many of the open lists and objects are on the path, and the index in each of them that is a list. */
  let open = 0
  const indexes = []
  let isNext = true
  let before = ''
  for (const { 0: part, index } of text.matchAll(token)) {
    const isTarget = isNext && depth === open && open === names.length
    if (part === '{' || part === '[') {
      if (isTarget) start = index
      else if (isNext && depth === open) {
        open += 1
        indexes[open] = part === '[' ? 0 : undefined
      }
      depth += 1
      isNext = depth === open && part === '[' && names[open - 1] === '0'
    } else if (part === '}' || part === ']') {
      depth -= 1
      if (depth === open && start !== undefined) {
        found = text.slice(start, index + 1)
        start = undefined
      }
      open = Math.min(open, depth)
      isNext = false
    } else if (part === ',') {
      if (depth === open && indexes[open] !== undefined) {
        indexes[open] += 1
        isNext = names[open - 1] === String(indexes[open])
      }
    } else if (part !== ':') {
      const isName = indexes[open] === undefined && (before === '{' || before === ',')
      if (isTarget) found = part
      isNext = depth === open && isName && JSON.parse(part) === names[open - 1]
    }
    before = part
  }
  return found
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** Whether reading and writing JSON changes a number in it. */
function hasChangedNumber(json) {
  for (const [part] of json.matchAll(stringOrNumber)) {
    if (!part.startsWith('"') && String(Number(part)) !== part) return true
  }
  return false
}

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g
