import { OperationError } from '@scenewright/model'
import { type CompileOptions, type OpenProject, openConfig } from '@scenewright/workspace'
import { type PreparedBot, prepareBot } from '@scenewright/workspace/bot'
import type { Invocation } from '../../shell/command.ts'
import { containedPath } from '../../shell/contained-path.ts'
import { silentInvocation } from '../../shell/silent-invocation.ts'

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

/** Opens the project of a command for an agent. */
export function createAgentProject(host: Invocation, { config, cache = true }: CompileOptions): AgentProject {
  const invocation = silentInvocation(host)
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
      const contained = containedPath(root, path)
      if (contained !== undefined) return contained
      throw new OperationError('usage', `"${path}" is outside the project`, {
        help: 'give a path relative to the folder of the project',
      })
    },
  }
}
