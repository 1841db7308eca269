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
  for (const [depth, name] of path.split('.').entries()) {
    if (!hasField(value, name)) {
      return { fault: `The answer has no field "${path.split('.', depth + 1).join('.')}".` }
    }
    value = value[name]
  }
  return textOf(value)
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

function textOf(value) {
  if (typeof value === 'string') return { value }
  try {
    return { value: JSON.stringify(value) }
  } catch {
    return { fault: 'The answer is nested too deeply.' }
  }
}
