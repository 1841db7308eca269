import { type Resolution, resolve as resolveOpen, type TargetEnvironment } from '@scenewright/deployer'
import { loadState, readReceipts } from '@scenewright/deployer/state'
import { OperationError } from '@scenewright/model'
import { visible } from '@scenewright/model/text'
import { openConfig } from '@scenewright/workspace'
import type { CommandDefinition, Invocation } from '../../shell/command.ts'
import { readInput } from '../../shell/files.ts'
import { checkSeen, newRunId, openTarget } from './deploy.ts'
import { type EnvironmentOptions, environmentOption } from './deploy-options.ts'
import { readCredentials } from './environment.ts'

interface Options extends EnvironmentOptions {
  readonly created?: string
  readonly notCreated?: boolean
  readonly receipts?: string
}

export const resolve: CommandDefinition<Options> = {
  arguments: '<key>',
  formats: ['text'],
  options: command =>
    environmentOption(command)
      .option('--created <id>', 'the scenario is on the service; this is its unique_id')
      .option('--not-created', 'the scenario is not on the service')
      .option('--receipts <file>', 'the receipts of the run that sent the request'),
  examples: [
    ['scenewright resolve support/refund --created 4f0c2d0e-…', 'it was created: the next apply continues with it'],
    ['scenewright resolve support/refund --not-created', 'it was not created: the next apply imports it'],
  ],
  async run(invocation, [key = ''], options) {
    const target = await openTarget(invocation, await openConfig(invocation, options), options)
    const { environment, store } = target
    const state = await loadState(store)
    if (state !== null) await checkSeen(state, target)
    const resolution = await readResolution(invocation.cwd, options)
    const run = newRunId()
    const client = resolution.kind === 'created' ? await readingClient(invocation, environment) : undefined
    const { pause, signal } = invocation
    const onUnverified = (reason: string) =>
      invocation.terminal.err(visible(`The service did not say whether the scenario exists: ${reason}\n`))
    const asking = { client, signal, onUnverified }
    await resolveOpen({ store, environment, key, resolution, ...asking, run, now: Date.now, pause })
    invocation.terminal.err(`"${key}" is resolved; \`scenewright apply\` continues with it.\n`)
    return 0
  },
}

/** Without an account, prints that the id is not checked: a state can be resolved without the service. */
async function readingClient({ env, terminal }: Invocation, { name, url, timeoutMs }: TargetEnvironment) {
  const credentials = readCredentials(name, env)
  if (credentials === undefined) {
    terminal.err('Without credentials, the service was not asked whether the scenario exists.\n')
    return undefined
  }
  const { createClient } = await import('@scenewright/client')
  return createClient({ url, ...credentials, timeoutMs })
}

async function readResolution(cwd: string, { created, notCreated, receipts }: Options): Promise<Resolution> {
  const given = [created, notCreated, receipts].filter(option => option !== undefined)
  if (given.length !== 1) {
    throw new OperationError(
      'usage',
      'resolve needs exactly one of --created <id>, --not-created and --receipts <file>',
      {
        help: 'check whether the scenario exists on the service',
      },
    )
  }
  if (created !== undefined) return { kind: 'created', remoteId: created }
  if (receipts !== undefined) return { kind: 'receipts', receipts: readReceipts(await readInput(cwd, receipts)) }
  return { kind: 'not-created' }
}
