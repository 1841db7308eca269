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

interface RangeChange {
  readonly range: Range
  readonly text: string
}

/** The same change with columns in UTF-16 units instead of bytes. */
function changeInUnits(document: TextDocument, { range: { start, end }, text }: RangeChange): RangeChange {
  return { range: { start: inUnits(document, start), end: inUnits(document, end) }, text }
}
