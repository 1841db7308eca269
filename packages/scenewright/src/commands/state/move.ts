import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ConfigField, findBackendFault, type Project, setInConfig } from '@scenewright/compiler'
import { replaceFile } from '@scenewright/compiler/format'
import { moveState, requireWritable } from '@scenewright/deployer/backup'
import { loadDeployed } from '@scenewright/deployer/goals'
import { openState, probeState } from '@scenewright/deployer/state'
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
  readonly lockUrl?: string
  readonly unlockUrl?: string
  readonly lockMethod?: string
  readonly unlockMethod?: string
  readonly bucket?: string
  readonly key?: string
  readonly region?: string
  readonly endpoint?: string
  readonly pathStyle?: boolean
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
      .option('--lock-url <address>', 'http: the address of its lock (that of the state)')
      .option('--unlock-url <address>', 'http: the address to unlock (that of the lock)')
      .option('--lock-method <method>', 'http: the method to lock (LOCK)')
      .option('--unlock-method <method>', 'http: the method to unlock (UNLOCK)')
      .option('--bucket <name>', 's3: the bucket')
      .option('--key <key>', 's3: the object')
      .option('--region <name>', 's3: the region (AWS_REGION, else us-east-1)')
      .option('--endpoint <address>', "s3: the address of a service other than Amazon's")
      .option('--path-style', 's3: the bucket is in the path (with --endpoint)')
      .option('--no-path-style', 's3: the bucket is in the host'),
  examples: [
    ['scenewright state move --env production --to git', 'from a file on this machine to a ref of the repository'],
    ['scenewright state move --env production --to s3 --bucket deploys --key bot.json', 'into a bucket'],
  ],
  async run(invocation, _args, options) {
    const project = await openConfig(invocation, options)
    const newBackend = await readBackend(options)
    const { environment, store: from } = await openTarget(invocation, project, options)
    const { env, signal } = invocation
    const setting = { environment: environment.name, root: project.root, env, signal }
    const to = await openState(newBackend, setting)
    if (to.name === from.name) {
      // Where the config was edited by hand, no state is there.
      await loadDeployed(from, environment)
      throw sameBackend(from.name)
    }
    await requireWritable(from)
    await probeState(newBackend, setting)
    const { state, missing } = await moveState({ from, to, environment, run: newRunId(), now: Date.now })
    const { terminal } = invocation
    terminal.err(visible(missingText(state, missing)))
    terminal.err(visible(`The state of "${environment.name}" is now in ${to.name}, with serial ${state.serial}.\n`))
    terminal.err(visible(`${from.name} is marked as moved: deploys with it are rejected, and name the new backend.\n`))
    terminal.err(visible(await writeConfig(project, environment.name, newBackend)))
    return 0
  },
}

/** The fields of each kind of backend, as in the config; the first ones are required. */
const fieldsOf: {
  readonly [kind in StateBackend['type']]: { readonly needed: number; readonly fields: readonly string[] }
} = {
  git: { needed: 0, fields: ['remote', 'ref'] },
  file: { needed: 1, fields: ['path'] },
  http: { needed: 1, fields: ['url', 'lock_url', 'unlock_url', 'lock_method', 'unlock_method'] },
  s3: { needed: 2, fields: ['bucket', 'key', 'region', 'endpoint', 'path_style'] },
}

/** The backend that the options describe; validated as in a config. */
async function readBackend({ to, remote, ref, path, url, bucket, key, region, endpoint, ...options }: Options) {
  const { lockUrl: lock_url, unlockUrl: unlock_url, pathStyle: path_style } = options
  const { lockMethod: lock_method, unlockMethod: unlock_method } = options
  const all = { remote, ref, path, url, lock_url, unlock_url, lock_method, unlock_method }
  const given = Object.entries({ ...all, bucket, key, region, endpoint, path_style }).filter(
    ([, value]) => value !== undefined,
  )
  const { needed, fields } = fieldsOf[to]
  const names = given.map(([name]) => name)
  const missing = fields.slice(0, needed).filter(name => !names.includes(name))
  if (missing.length > 0) throw usage(`--to ${to} needs ${fields.slice(0, needed).map(optionOf).join(' and ')}`)
  const foreign = names.find(name => !fields.includes(name))
  if (foreign !== undefined) throw usage(`--to ${to} does not take ${optionOf(foreign)}`)
  const backend = { type: to, ...Object.fromEntries(given) }
  const fault = await findBackendFault(backend)
  if (fault !== undefined) throw usage(fault.message, fault.help)
  // Has just been validated with the schema.
  return backend as StateBackend
}

function optionOf(field: string): string {
  return `--${field.replaceAll('_', '-')}`
}

function usage(message: string, help = 'scenewright state move --help shows examples'): OperationError {
  return new OperationError('usage', message, { help })
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
