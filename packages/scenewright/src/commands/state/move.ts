import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ConfigField, type Project, setInConfig } from '@scenewright/compiler'
import { replaceFile } from '@scenewright/compiler/format'
import { moveState } from '@scenewright/deployer/backup'
import { openState } from '@scenewright/deployer/state'
import { OperationError } from '@scenewright/model'
import type { StateBackend } from '@scenewright/model/config'
import { visible } from '@scenewright/model/text'
import { openConfig } from '@scenewright/workspace'
import type { CommandDefinition } from '../../shell/command.ts'
import { newRunId, openTarget } from '../deploy/deploy.ts'
import { type EnvironmentOptions, environmentOption } from '../deploy/deploy-options.ts'
import { missingText } from './missing-text.ts'

interface Options extends EnvironmentOptions {
  readonly to: StateBackend['type']
  readonly remote?: string
  readonly ref?: string
  readonly path?: string
  readonly url?: string
  readonly bucket?: string
  readonly key?: string
}

export const stateMove: CommandDefinition<Options> = {
  formats: ['text'],
  options: command =>
    environmentOption(command)
      .addOption(
        command
          .createOption('--to <kind>', 'the kind of the new backend')
          .choices(['git', 'file', 'http', 's3'])
          .makeOptionMandatory(),
      )
      .option('--remote <name>', 'git: the remote (origin)')
      .option('--ref <ref>', 'git: the ref (refs/scenewright/<environment>)')
      .option('--path <file>', 'file: the document, relative to the config')
      .option('--url <address>', 'http: the address of the state')
      .option('--bucket <name>', 's3: the bucket')
      .option('--key <key>', 's3: the object'),
  examples: [
    ['scenewright state move --env production --to git', 'from a file on this machine to a ref of the repository'],
    ['scenewright state move --env production --to s3 --bucket deploys --key bot.json', 'into a bucket'],
  ],
  async run(invocation, _args, options) {
    const project = await openConfig(invocation, options)
    const newBackend = readBackend(options)
    const { environment, store: from } = await openTarget(invocation, project, options)
    const { env, signal } = invocation
    const to = await openState(newBackend, { environment: environment.name, root: project.root, env, signal })
    if (to.name === from.name) throw sameBackend(from.name)
    const { state, missing } = await moveState({ from, to, environment, run: newRunId(), now: Date.now })
    const { terminal } = invocation
    terminal.err(visible(missingText(state, missing)))
    terminal.err(visible(`The state of "${environment.name}" is now in ${to.name}, with serial ${state.serial}.\n`))
    terminal.err(visible(`${from.name} is marked as moved: deploys with it are rejected, and name the new backend.\n`))
    terminal.err(visible(await writeConfig(project, environment.name, newBackend)))
    return 0
  },
}

function readBackend({ to, remote, ref, path, url, bucket, key }: Options): StateBackend {
  switch (to) {
    case 'git':
      return { type: to, ...(remote !== undefined && { remote }), ...(ref !== undefined && { ref }) }
    case 'file':
      if (path === undefined) throw missing('--to file', '--path')
      return { type: to, path }
    case 'http':
      if (url === undefined) throw missing('--to http', '--url')
      return { type: to, url }
    case 's3':
      if (bucket === undefined || key === undefined) throw missing('--to s3', '--bucket and --key')
      return { type: to, bucket, key }
  }
}

function missing(option: string, needed: string): OperationError {
  return new OperationError('usage', `${option} needs ${needed}`, {
    help: 'scenewright state move --help shows examples',
  })
}

function sameBackend(name: string): OperationError {
  return new OperationError('usage', `the state is already in ${name}`, { help: 'choose another backend' })
}

/** Sets the new backend in the config; returns the message for the user. */
async function writeConfig({ root, configFile }: Project, name: string, home: StateBackend): Promise<string> {
  const fields = Object.entries(home).map(([field, value]) => `${field}: ${JSON.stringify(value)}`)
  const value = `{ ${fields.join(', ')} }`
  const field: ConfigField = { holder: ['environments', name], name: 'state', value, after: 'bot' }
  const path = configFile === null ? undefined : join(root, configFile)
  const text = path === undefined ? undefined : await setInConfig(await readFile(path, 'utf8'), [field])
  if (path === undefined || text === undefined) {
    return `Add this to the environment "${name}" of the config, and commit it:\n\n    state: ${value}\n`
  }
  await replaceFile(path, text)
  return `${configFile} now uses it: commit that file before anybody else deploys.\n`
}
