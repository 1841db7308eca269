import type { FlowNode } from '@scenewright/model'
import { edgePath } from '@scenewright/model/compilation'
import type { InlayHint } from 'vscode-languageserver'
import { shorten } from '../../../shell/terminal.ts'
import type { Feature } from '../feature.ts'

/** The width of a hint in columns; a longer text is cut. */
const maxWidth = 30

/** Shows after each `next` the title of its target, or how its text begins. */
export const inlayHints: Feature = {
  capabilities: () => ({ inlayHintProvider: true }),
  register(session) {
    session.connection.languages.inlayHint.on(async ({ textDocument, range }) => {
      const opened = await session.source({ textDocument })
      if (opened === undefined) return []
      const { live, file, source } = opened
      return source.scenarios.flatMap(({ document, map }) => {
        const { nodes, edges } = document.scenario.definition
        const labels = new Map(nodes.map(node => [node.id, labelOf(node)]))
        return edges.flatMap(({ target }, index): InlayHint[] => {
          const label = labels.get(target) ?? ''
          const place = map.place(edgePath(index, 'target'))
          if (label === '' || place.file !== file) return []
          const { end } = session.range(live, place)
          const isAsked = range.start.line <= end.line && end.line <= range.end.line
          return isAsked ? [{ position: end, label, paddingLeft: true }] : []
        })
      })
    })
  },
}

function labelOf({ id, title = id, text }: FlowNode): string {
  // A node without a title of its own gets its id, which the source shows already.
  const words = title !== id ? title : typeof text === 'string' ? text : ''
  return shorten(words.replaceAll(/\s+/g, ' ').trim(), maxWidth)
}
