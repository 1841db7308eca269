/** The ref that holds the state of an environment where the config names none. */
export function stateRef(environment: string): string {
  return `refs/scenewright/${refPart(environment)}`
}

/** The branch that holds it on a host that takes only branches and tags. */
export function stateBranch(environment: string): string {
  return `refs/heads/scenewright-state/${refPart(environment)}`
}

/** A name from the config may hold what no ref can: every other character is written as its bytes. */
function refPart(environment: string): string {
  return environment.replace(/[^A-Za-z0-9_-]/gu, character => {
    return [...Buffer.from(character)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
  })
}
