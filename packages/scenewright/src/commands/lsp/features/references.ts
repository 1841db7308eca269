import { definitionsOf, occurrenceAt, referencesTo } from '@scenewright/workspace/live'
import type { Feature } from '../feature.ts'

/** Find all places that name a node or a scenario: edges, the start, and conversation tests. */
export const references: Feature = {
  capabilities: () => ({ referencesProvider: true }),
  register(session) {
    session.connection.onReferences(async request => {
      const at = await session.sourceAt(request)
      const found = at && occurrenceAt(at.source, at.file, at.position)
      if (at === undefined || found === undefined) return null
      const definitions = request.context.includeDeclaration ? await definitionsOf(at.live, found.symbol) : []
      const all = [...definitions, ...(await referencesTo(at.live, found.symbol))]
      return all.map(place => session.location(at.live, place))
    })
  },
}
