import { TextDocuments } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { Encoding } from './positions.ts'

/** The open documents of a client, whose changes count columns in the encoding that was agreed on. */
export function createDocuments(encoding: () => Encoding): TextDocuments<TextDocument> {
  return new TextDocuments<TextDocument>({
    create: (uri, languageId, version, text) => TextDocument.create(uri, languageId, version, text),
    update(document, changes, version) {
      if (encoding() === 'utf-16') return TextDocument.update(document, changes, version)
      let updated = document
      for (const change of changes) {
        const text = updated.getText()
        const whole = 'range' in change ? replaceBytes(text, change) : change.text
        updated = TextDocument.update(updated, [{ text: whole }], version)
      }
      return updated
    },
  })
}

interface ByteChange {
  readonly range: { readonly start: BytePosition; readonly end: BytePosition }
  readonly text: string
}

interface BytePosition {
  readonly line: number
  readonly character: number
}

function replaceBytes(text: string, { range: { start, end }, text: added }: ByteChange): string {
  return text.slice(0, offsetAt(text, start)) + added + text.slice(offsetAt(text, end))
}

function offsetAt(text: string, { line, character }: BytePosition): number {
  let start = 0
  for (let at = 0; at < line; at += 1) {
    const feed = text.indexOf('\n', start)
    if (feed === -1) return text.length
    start = feed + 1
  }
  const end = text.indexOf('\n', start)
  const lineText = text.slice(start, end === -1 ? undefined : end)
  return start + Buffer.from(lineText).subarray(0, character).toString().length
}
