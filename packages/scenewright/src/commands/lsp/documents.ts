import { type Position, type Range, TextDocuments } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { countUnits, type Encoding } from './positions.ts'

/** The open documents of a client, whose changes count columns in the encoding that was agreed on. */
export function createDocuments(encoding: () => Encoding): TextDocuments<TextDocument> {
  return new TextDocuments<TextDocument>({
    create: (uri, languageId, version, text) => TextDocument.create(uri, languageId, version, text),
    update(document, changes, version) {
      if (encoding() === 'utf-16') return TextDocument.update(document, changes, version)
      let updated = document
      for (const change of changes) {
        updated = TextDocument.update(updated, ['range' in change ? inUnits(updated, change) : change], version)
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
function inUnits(document: TextDocument, { range: { start, end }, text }: RangeChange): RangeChange {
  const position = ({ line, character }: Position): Position => {
    const lineText = document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } })
    return { line, character: countUnits(lineText, character) }
  }
  return { range: { start: position(start), end: position(end) }, text }
}
