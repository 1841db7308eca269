// What a source's calls give when something else than Scenewright imports it: the form of a YAML source, frozen.

export function scenario(source) {
  return frozenCopy(source)
}

export function tests(source) {
  return frozenCopy(source)
}

export function reply(text, { title, ...rest } = {}) {
  return frozenCopy({ title, text, ...rest })
}

export function end(fields) {
  return fields === undefined ? 'END' : frozenCopy({ type: 'END', ...fields })
}

export function node(type, fields) {
  return frozenCopy({ type, ...fields })
}

/** A deep copy without the fields that are undefined, so that what a caller holds stays as it is. */
function frozenCopy(value) {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.freeze(Object.fromEntries(fields.map(([name, field]) => [name, frozenCopy(field)])))
}
