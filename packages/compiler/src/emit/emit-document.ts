import { fieldOrder, type ImportDocument } from '@scenewright/model'

/**
 * The bytes of a document's file: two spaces, LF, a final newline; the same on every machine. A field that was added to
 * the document later, such as `exported_at`, is still in the API's order.
 */
export function emitDocument(document: ImportDocument): string {
  return `${JSON.stringify(inOrder(document), null, 2)}\n`
}

function inOrder(document: ImportDocument): object {
  const known: readonly string[] = fieldOrder.document
  const entries = Object.entries(document)
  const rank = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length)
  return Object.fromEntries(entries.sort(([a], [b]) => rank(a) - rank(b)))
}
