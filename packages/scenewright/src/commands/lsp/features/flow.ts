import type { Place, Position, Range } from '@scenewright/model'
import { type CompiledScenario, nodePath } from '@scenewright/model/compilation'
import type { Position as ClientPosition, Range as ClientRange, TextDocumentIdentifier } from 'vscode-languageserver'
import { pictureFlow } from '../../../render/graph/picture-flow.ts'
import type { Feature } from '../feature.ts'
import { isBefore, scenarioExtent } from '../scenario-extent.ts'

/** The file, and the position in it whose scenario is drawn; by default that of the first one. */
interface FlowParams {
  readonly textDocument: TextDocumentIdentifier
  readonly position?: ClientPosition
}

/** The drawn flow of a scenario. */
interface DrawnFlow {
  readonly key: string
  readonly uri: string
  /** A self-contained picture: no script, no external resources. */
  readonly svg: string
  /** The id of the node at the position, if one was given. */
  readonly node?: string
  /** The nodes in the order of the elements `.node` of the picture, and their places in the source. */
  readonly nodes: readonly { readonly id: string; readonly range: ClientRange }[]
}

/** The request `scenewright/flow`: draws the flow of a scenario; null for a file without one. */
export const flow: Feature = {
  capabilities: () => ({}),
  register(session) {
    session.connection.onRequest(
      'scenewright/flow',
      async ({ textDocument, position }: FlowParams): Promise<DrawnFlow | null> => {
        const at = position && (await session.sourceAt({ textDocument, position }))
        const opened = at ?? (await session.source({ textDocument }))
        const scenarios = opened?.source.scenarios ?? []
        const scenario = (at && lastBefore(scenarios, scenarioExtent, at.position)) ?? scenarios[0]
        if (opened === undefined || scenario === undefined) return null
        const { live, file } = opened
        const { key, document } = scenario
        const { title, definition } = document.scenario
        const { loadSvg } = await import('../../graph/formats/svg.ts')
        const draw = await loadSvg()
        const nodes = nodePlaces(scenario)
        const node = at && lastBefore(nodes, ({ place }) => place.range, at.position)
        return {
          key,
          uri: session.uriOf(live, file),
          svg: draw(pictureFlow({ key, title, flow: definition })),
          ...(node && { node: node.id }),
          nodes: nodes.map(({ id, place }) => ({ id, range: session.range(live, place) })),
        }
      },
    )
  },
}

/** Of several nodes with one id, the first is drawn. */
function nodePlaces({ document, map }: CompiledScenario): readonly { readonly id: string; readonly place: Place }[] {
  const places = new Map<string, Place>()
  for (const [index, { id }] of document.scenario.definition.nodes.entries()) {
    if (!places.has(id)) places.set(id, map.place(nodePath(index)))
  }
  return Array.from(places, ([id, place]) => ({ id, place }))
}

/** The last of some parts of a file, in its order, that begins at a position or before it. */
function lastBefore<Part>(
  parts: readonly Part[],
  rangeOf: (part: Part) => Range,
  position: Position,
): Part | undefined {
  return parts.findLast(part => !isBefore(position, rangeOf(part).start))
}
