import { occurrencesIn } from '@scenewright/workspace/live'
import { SemanticTokensBuilder } from 'vscode-languageserver'
import type { Feature } from '../feature.ts'

/** A node is drawn as a function of its flow, and a scenario as a class. */
const tokenTypes = ['function', 'class']
const tokenModifiers = ['declaration']

/** Colors the names of nodes and scenarios where they are defined, and where edges and tests refer to them. */
export const semanticTokens: Feature = {
  capabilities: () => ({
    semanticTokensProvider: { legend: { tokenTypes, tokenModifiers }, full: true },
  }),
  register(session) {
    session.connection.languages.semanticTokens.on(async request => {
      const opened = await session.source(request)
      const builder = new SemanticTokensBuilder()
      if (opened === undefined) return builder.build()
      const { live, file, source } = opened
      const tokens = occurrencesIn(source)
        // The title of a scenario is where it is defined, but no name.
        .filter(({ symbol, role }) => symbol.kind === 'node' || role === 'reference')
        .map(occurrence => ({ ...occurrence, range: session.range(live, occurrence) }))
        .filter(({ file: own, range: { start, end } }) => own === file && start.line === end.line)
        .sort((a, b) => a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character)
      let before = ''
      for (const { symbol, role, range } of tokens) {
        const { start, end } = range
        const at = `${start.line}:${start.character}`
        if (at === before) continue
        before = at
        const type = symbol.kind === 'node' ? 0 : 1
        builder.push(start.line, start.character, end.character - start.character, type, role === 'definition' ? 1 : 0)
      }
      return builder.build()
    })
  },
}
