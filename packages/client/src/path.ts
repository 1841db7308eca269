import { OperationError } from '@scenewright/model'

/** A path of the service: the template's words as they are, the values as one segment each. */
export function path(words: TemplateStringsArray, ...ids: readonly string[]): string {
  return words.reduce((text, word, index) => text + segment(ids[index - 1] ?? '') + word)
}

/** A query of those values that are there. */
export function query(values: { readonly [name: string]: string | number | undefined }): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? '' : `?${search}`
}

function segment(id: string): string {
  // Dots survive the encoding, and would name another path.
  if (id === '' || id === '.' || id === '..') throw new OperationError('usage', `"${id}" is not the id of a record`)
  return encodeURIComponent(id)
}
