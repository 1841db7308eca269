import { definitionsOf, referencesTo } from '@scenewright/workspace/live'
import { acceptedKeys } from '../accepted-keys.ts'
import type { Feature } from '../feature.ts'
import { nameAt } from '../name-at.ts'

/** Find all places that name a node or a scenario: edges, the start, conversation tests, and accepted changes. */
export const references: Feature = {
  capabilities: () => ({ referencesProvider: true }),
  register(session) {
    session.connection.onReferences(async request => {
      const named = await nameAt(session, request)
      if (named === undefined) return null
      const { live, symbol } = named
      const definitions = request.context.includeDeclaration ? await definitionsOf(live, symbol) : []
      const accepted =
        symbol.kind === 'scenario' ? (await acceptedKeys(live)).filter(({ key }) => key === symbol.key) : []
      const all = [...definitions, ...(await referencesTo(live, symbol)), ...accepted]
      return all.map(place => session.location(live, place))
    })
  },
}
