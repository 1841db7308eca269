import { formatYaml } from '@scenewright/compiler/format-yaml'
import type { TextEdit } from 'vscode-languageserver'
import type { Feature } from '../feature.ts'

/** Formats sources in YAML as `scenewright fmt` does. A text that cannot be read stays as it is. */
export const formatting: Feature = {
  capabilities: () => ({ documentFormattingProvider: true }),
  register(session) {
    session.connection.onDocumentFormatting(async ({ textDocument: { uri } }): Promise<TextEdit[]> => {
      const document = session.document(uri)
      const live = await session.live()
      const file = live && session.fileOf(live, uri)
      if (document === undefined || file === undefined || !/\.ya?ml$/.test(file)) return []
      const text = document.getText()
      const formatted = await formatYaml(file, text)
      if (!formatted.ok || formatted.text === text) return []
      return [
        { range: { start: document.positionAt(0), end: document.positionAt(text.length) }, newText: formatted.text },
      ]
    })
  },
}
