import { setImmediate } from 'node:timers/promises'
import { type Range, TextDocuments } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { type Encoding, inUnits } from './positions.ts'

/** The open documents of a client, whose changes count columns in the encoding that was agreed on. */
export function createDocuments(encoding: () => Encoding): TextDocuments<TextDocument> {
  return new TextDocuments<TextDocument>({
    create: (uri, languageId, version, text) => TextDocument.create(uri, languageId, version, text),
    update(document, changes, version) {
      if (encoding() === 'utf-16') return TextDocument.update(document, changes, version)
      let updated = document
      for (const change of changes) {
        updated = TextDocument.update(updated, ['range' in change ? changeInUnits(updated, change) : change], version)
      }
      return updated
    },
  })
}

/** Resolves when all changes of a document that have arrived are made: of several keys in a row, only the last counts. */
export async function arrivedChanges(documents: TextDocuments<TextDocument>, uri: string): Promise<void> {
  let version: number | undefined
  do {
    version = documents.get(uri)?.version
    // The connection reads one message each time.
    await setImmediate()
  } while (documents.get(uri)?.version !== version)
}

interface RangeChange {
  readonly range: Range
  readonly text: string
}

/** The same change with columns in UTF-16 units instead of bytes. */
function changeInUnits(document: TextDocument, { range: { start, end }, text }: RangeChange): RangeChange {
  return { range: { start: inUnits(document, start), end: inUnits(document, end) }, text }
}
