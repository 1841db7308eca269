import type { Invocation, Surroundings } from './command.ts'
import { createInvocation } from './invocation.ts'
import type { Terminal } from './terminal.ts'

const silent: Terminal = {
  out: () => {},
  err: () => {},
  color: { out: false, err: false },
  isInteractive: () => false,
  canRedraw: false,
  columns: () => 100,
}

/**
 * The same environment for the work of a server: it has no output, and no variables of the toolkit. Credentials of
 * environments are in these variables, and no client of a server has a use for any of them.
 */
export function silentInvocation(surroundings: Surroundings): Invocation {
  const env = Object.fromEntries(Object.entries(surroundings.env).filter(([name]) => !name.startsWith('SCENEWRIGHT_')))
  return createInvocation({ ...surroundings, env, terminal: silent })
}
