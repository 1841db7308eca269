import type { WitnessWalks } from '@scenewright/graph'

/** How many nodes the walks of one scenario's findings list together: a source of 2 MiB could ask for thousands of millions. */
const mostNodes = 200_000

/** The walks from the start that prove findings, until they have become too many; from then on they are empty. */
export function limitedWalks(walks: WitnessWalks): (id: string) => readonly string[] {
  let left = mostNodes
  return id => {
    if (left <= 0) return []
    const walk = walks.walkTo(id) ?? []
    left -= walk.length
    return walk
  }
}
