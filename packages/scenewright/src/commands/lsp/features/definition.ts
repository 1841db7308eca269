import { definitionsOf } from '@scenewright/workspace/live'
import type { Feature } from '../feature.ts'
import { nameAt } from '../name-at.ts'

/** Go to the definition of a node or a scenario, from where its name is used. */
export const definition: Feature = {
  capabilities: () => ({ definitionProvider: true }),
  register(session) {
    session.connection.onDefinition(async request => {
      const named = await nameAt(session, request)
      if (named === undefined) return null
      const { live, symbol } = named
      const definitions = await definitionsOf(live, symbol)
      return definitions.map(place => session.location(live, place))
    })
  },
}
