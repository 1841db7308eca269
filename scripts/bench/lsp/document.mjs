import { pathToFileURL } from 'node:url'

/** An open document of an editor, in which keys are typed. */
export function openDocument(editor, { file, text, languageId }) {
  const uri = pathToFileURL(file).href
  let version = 1
  editor.notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text } })
  const change = (range, added) => {
    version += 1
    editor.notify('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range, text: added }],
    })
  }
  return {
    uri,
    /** The position behind some words. */
    after: words => positionAt(text, text.indexOf(words) + words.length),
    /** Replaces a range; without one, all of the text. */
    change,
    /** Resolves when diagnostics of the document are published, or `isWanted` of them. */
    published: (isWanted = () => true) =>
      editor.next(({ method, params }) => {
        return method === 'textDocument/publishDiagnostics' && params.uri === uri && isWanted(params.diagnostics)
      }),
    ask: (method, params) => editor.request(`textDocument/${method}`, { textDocument: { uri }, ...params }),
  }
}

function positionAt(text, offset) {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length - 1, character: lines.at(-1).length }
}

/**
 * The time in milliseconds that 95 of 100 keys take at most, each from the key to the findings that it causes: one key
 * makes an error behind these words, the next one removes it.
 */
export async function slowKey(document, words, count = 100) {
  const start = document.after(words)
  const end = { ...start, character: start.character + 1 }
  const times = []
  for (let key = 0; key < count; key += 1) {
    const published = document.published()
    const began = performance.now()
    if (key % 2 === 0) document.change({ start, end: start }, 'x')
    else document.change({ start, end }, '')
    await published
    times.push(performance.now() - began)
  }
  return slowest(times)
}

/** The time that 95 of 100 take at most. */
export function slowest(times) {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * 0.95) - 1]
}
