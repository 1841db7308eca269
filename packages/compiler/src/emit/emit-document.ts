import type { ImportDocument } from '@scenewright/model'

/** The bytes of a document's file: two spaces, LF, a final newline; the same on every machine. */
export function emitDocument(document: ImportDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
