import { isObject } from '@scenewright/model'

/** Finds the first part of a value that is missing or has the wrong type. `path` is the name of the value. */
type Shape = (value: unknown, path: string) => string | undefined

/** The name of the first part of the params of a method that is missing or has the wrong type; undefined if none is. */
export function findParamsFault(method: string, params: unknown): string | undefined {
  const shape = shapes[method] ?? (method.startsWith('textDocument/') ? object({ textDocument }) : undefined)
  return shape?.(params, '')
}

const text: Shape = (value, path) => (typeof value === 'string' ? undefined : path)

const count: Shape = (value, path) => (Number.isInteger(value) && Number(value) >= 0 ? undefined : path)

/** A client may write null for what is absent. */
function optional(shape: Shape): Shape {
  return (value, path) => (value === undefined || value === null ? undefined : shape(value, path))
}

function list(shape: Shape): Shape {
  return (value, path) => {
    if (!Array.isArray(value)) return path
    for (const [index, item] of value.entries()) {
      const fault = shape(item, `${path}[${index}]`)
      if (fault !== undefined) return fault
    }
    return undefined
  }
}

function object(fields: Readonly<Record<string, Shape>>): Shape {
  return (value, path) => {
    if (!isObject(value)) return path === '' ? 'params' : path
    for (const [name, shape] of Object.entries(fields)) {
      const fault = shape(value[name], path === '' ? name : `${path}.${name}`)
      if (fault !== undefined) return fault
    }
    return undefined
  }
}

const position = object({ line: count, character: count })
const range = object({ start: position, end: position })
const textDocument = object({ uri: text })
const atPosition = object({ textDocument, position })
const context = object({ diagnostics: list(object({ range })), only: optional(list(text)) })

/** What the handlers read, where it is more than `textDocument`. */
const shapes: Readonly<Record<string, Shape>> = {
  initialize: object({ capabilities: object({}), workspaceFolders: optional(list(object({ uri: text }))) }),
  'textDocument/didOpen': object({ textDocument: object({ uri: text, languageId: text, text }) }),
  'textDocument/didChange': object({ textDocument, contentChanges: list(object({ text, range: optional(range) })) }),
  'textDocument/hover': atPosition,
  'textDocument/definition': atPosition,
  'textDocument/references': atPosition,
  'textDocument/completion': atPosition,
  'textDocument/prepareRename': atPosition,
  'textDocument/rename': object({ textDocument, position, newName: text }),
  'textDocument/inlayHint': object({ textDocument, range }),
  'textDocument/selectionRange': object({ textDocument, positions: list(position) }),
  'textDocument/codeAction': object({ textDocument, range, context }),
  'workspace/symbol': object({ query: text }),
  'workspace/willRenameFiles': object({ files: list(object({ oldUri: text, newUri: text })) }),
  'workspace/didChangeWatchedFiles': object({ changes: list(object({ uri: text })) }),
  'scenewright/flow': object({ textDocument, position: optional(position) }),
  'scenewright/runTests': optional(object({ ids: optional(list(text)) })),
}
