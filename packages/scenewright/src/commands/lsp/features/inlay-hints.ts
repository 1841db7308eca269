import type { FlowNode } from '@scenewright/model'
import { edgePath } from '@scenewright/model/compilation'
import type { InlayHint, Position } from 'vscode-languageserver'
import { shorten } from '../../../shell/terminal.ts'
import { describeConfidence, examplesIn } from '../example-places.ts'
import type { Feature } from '../feature.ts'
import type { OpenSource, Session } from '../session.ts'

/** The width of a hint in columns; a longer text is cut. */
const maxWidth = 30

/**
 * Shows after each `next` the title of its target, or how its text begins; and, where the user wants that, after each
 * example its confidence when it is left out.
 */
export const inlayHints: Feature = {
  capabilities: () => ({ inlayHintProvider: true }),
  register(session) {
    session.connection.languages.inlayHint.on(async ({ textDocument, range }) => {
      const opened = await session.source({ textDocument })
      if (opened === undefined) return []
      const { live, file, source } = opened
      const isAsked = ({ line }: Position) => range.start.line <= line && line <= range.end.line
      const confidences = session.client().wantsConfidences ? await confidenceHints(session, opened) : []
      const targets = source.scenarios.flatMap(({ document, map }) => {
        const { nodes, edges } = document.scenario.definition
        const labels = new Map(nodes.map(node => [node.id, labelOf(node)]))
        return edges.flatMap(({ target }, index): InlayHint[] => {
          const label = labels.get(target) ?? ''
          const place = map.place(edgePath(index, 'target'))
          if (label === '' || place.file !== file) return []
          return [{ position: session.range(live, place).end, label, paddingLeft: true }]
        })
      })
      return [...targets, ...confidences].filter(({ position }) => isAsked(position))
    })
  },
}

async function confidenceHints(session: Session, { live, file, source }: OpenSource): Promise<readonly InlayHint[]> {
  const hints = source.scenarios.map(async scenario => {
    const examples = await examplesIn(live, scenario)
    return examples.flatMap(({ place, text, ...found }): InlayHint[] => {
      if (place.file !== file) return []
      const position = session.range(live, place).end
      return [{ position, label: `${found.confidence}`, tooltip: describeConfidence(found), paddingLeft: true }]
    })
  })
  return (await Promise.all(hints)).flat()
}

function labelOf({ id, title = id, text }: FlowNode): string {
  // A node without a title of its own gets its id, which the source shows already.
  const words = title !== id ? title : typeof text === 'string' ? text : ''
  return shorten(words.replaceAll(/\s+/g, ' ').trim(), maxWidth)
}
