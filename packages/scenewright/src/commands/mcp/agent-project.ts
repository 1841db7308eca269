import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, parse, resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import { isAtOrBelow } from '@scenewright/model/system'
import { type CompileOptions, type OpenProject, openConfig } from '@scenewright/workspace'
import { type PreparedBot, prepareBot } from '@scenewright/workspace/bot'
import type { Invocation } from '../../shell/command.ts'
import { createInvocation } from '../../shell/invocation.ts'
import type { Terminal } from '../../shell/terminal.ts'

/** The project that an agent works on. Every call of a tool reads the files as they are then. */
export interface AgentProject {
  /** The environment of the commands: it has no output, and no variables of the toolkit. */
  readonly invocation: Invocation
  readonly options: CompileOptions
  /** Prepares the bot of these sources, faster than the first time. */
  prepare(opened: OpenProject): Promise<PreparedBot>
  /** The absolute path of a file or folder of the project. Anything outside of it is an OperationError. */
  contained(path: string): Promise<string>
}

const silent: Terminal = {
  out: () => {},
  err: () => {},
  color: { out: false, err: false },
  isInteractive: () => false,
  canRedraw: false,
  columns: () => 100,
}

/** Opens the project of a command for an agent. */
export function createAgentProject(host: Invocation, { config, cache = true }: CompileOptions): AgentProject {
  // Credentials of environments are in these variables, and an agent has no use for any of them.
  const env = Object.fromEntries(Object.entries(host.env).filter(([name]) => !name.startsWith('SCENEWRIGHT_')))
  const invocation = createInvocation({ ...host, env, terminal: silent })
  const options = { cache, ...(config !== undefined && { config }) }
  let prepared: PreparedBot | undefined
  return {
    invocation,
    options,
    async prepare(opened) {
      prepared = await prepareBot(invocation, options, opened, prepared)
      return prepared
    },
    async contained(path) {
      const { root } = await openConfig(invocation, options)
      return containedPath(root, path)
    },
  }
}

function containedPath(root: string, path: string): string {
  const full = resolve(root, path)
  if (path.includes('\0') || !isAtOrBelow(full, root) || !isAtOrBelow(realPath(full), realpathSync(root))) {
    throw new OperationError('usage', `"${path}" is outside the project`, {
      help: 'give a path relative to the folder of the project',
    })
  }
  return full
}

/** The real path of a file, or where it would be created. A link to a missing file leads nowhere in the project. */
function realPath(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path)
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return parse(path).root
  return join(realPath(dirname(path)), basename(path))
}
