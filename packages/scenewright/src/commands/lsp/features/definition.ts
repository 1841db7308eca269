import { definitionsOf, occurrenceAt } from '@scenewright/workspace/live'
import type { Feature } from '../feature.ts'

/** Go to the definition of a node or a scenario, from where its name is used. */
export const definition: Feature = {
  capabilities: () => ({ definitionProvider: true }),
  register(session) {
    session.connection.onDefinition(async request => {
      const at = await session.sourceAt(request)
      const found = at && occurrenceAt(at.source, at.file, at.position)
      if (at === undefined || found === undefined) return null
      const definitions = await definitionsOf(at.live, found.symbol)
      return definitions.map(place => session.location(at.live, place))
    })
  },
}
