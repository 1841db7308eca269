import { isObject } from '@scenewright/model'
import type { DocumentPath } from '@scenewright/model/compilation'

/** The value at `path` in a document, or undefined if there is none: no value in a document is undefined. */
export function valueAt(document: unknown, path: DocumentPath): unknown {
  return path.reduce<unknown>(inside, document)
}

/** Whether a document has a value at `path`, or its parent: a field may be missing, an item may not. */
export function hasPlace(document: unknown, path: DocumentPath): boolean {
  if (valueAt(document, path) !== undefined) return true
  return typeof path.at(-1) === 'string' && isObject(valueAt(document, path.slice(0, -1)))
}

function inside(holder: unknown, part: string | number): unknown {
  if (Array.isArray(holder)) return typeof part === 'number' ? holder[part] : undefined
  return isObject(holder) && typeof part === 'string' && Object.hasOwn(holder, part) ? holder[part] : undefined
}
