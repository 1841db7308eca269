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
      if (document === undefined || live === undefined || file === undefined || !/\.ya?ml$/.test(file)) return []
      const text = document.getText()
      const formatted = await formatYaml(file, text)
      if (!formatted.ok || formatted.text === text) return []
      const lines = text.split('\n')
      const end = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
      const range = session.range(live, { file, range: { start: { line: 1, column: 1 }, end } })
      return [{ range, newText: formatted.text }]
    })
  },
}
