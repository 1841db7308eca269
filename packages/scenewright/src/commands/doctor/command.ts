import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from '@scenewright/compiler'
import { type LocalGitSetting, runGit, runLocalGit } from '@scenewright/git'
import { assumptions, OperationError } from '@scenewright/model'
import { count } from '@scenewright/model/text'
import { checkSources, openConfig } from '@scenewright/workspace'
import { isInGit } from '@scenewright/workspace/sources-in-git'
import { json } from '../../render/json.ts'
import type { CommandDefinition, Invocation, SharedOptions } from '../../shell/command.ts'
import { version } from '../../shell/installation.ts'
import { painter } from '../../shell/terminal.ts'
import { ciHosts } from '../ci/hosts.ts'
import { installAdvice, readInstall } from '../ci/install.ts'
import { readRepository } from '../ci/read-repository.ts'
import { readCredentials } from '../deploy/environment.ts'
import { type Check, checked } from './check.ts'

interface Options extends SharedOptions {
  readonly env?: string
}

const exitCodes = `
Exit codes:
  0  nothing is wrong; something may be missing
  1  something is wrong, such as the config or the sources
  2  incorrect usage: an unknown environment, or a named config that does not exist`

export const doctor: CommandDefinition<Options> = {
  compiles: true,
  formats: ['text', 'json'],
  options: command =>
    command
      .option('--env <name>', 'also check the account, clock, state and functions of this environment; changes nothing')
      .addHelpText('after', exitCodes),
  examples: [
    ['scenewright doctor', 'report what is missing, and list the assumptions about the service'],
    ['scenewright doctor --env production', 'also check the requirements of a deploy to production'],
  ],
  async run(invocation, _args, options) {
    const { terminal } = invocation
    const checks = await examine(invocation, options)
    if (options.format === 'json') terminal.out(json({ version, checks, assumptions }))
    else {
      terminal.out(checksText(checks, terminal.color.out))
      if (options.env === undefined) terminal.out(assumptionsText(terminal.color.out))
    }
    return checks.some(({ status }) => status === 'wrong') ? 1 : 0
  },
}

async function examine(invocation: Invocation, options: Options): Promise<readonly Check[]> {
  const toolkit: Check = { name: 'scenewright', status: 'ok', detail: `${version} on Node ${process.versions.node}` }
  try {
    const project = await openConfig(invocation, options)
    return [
      toolkit,
      configCheck(project),
      await sourcesCheck(invocation, options),
      await gitCheck(project, invocation),
      ...(await ciChecks(project, invocation)),
      ...(await tried(project, invocation, options)),
    ]
  } catch (error) {
    // As in all commands: an unknown environment, and a named config that cannot be opened, which has no place in a file.
    if (!(error instanceof OperationError) || error.code === 'usage') throw error
    if (options.config !== undefined && error.place === undefined) throw error
    return [toolkit, { name: 'config', status: 'wrong', detail: error.message }]
  }
}

function configCheck({ configFile }: Project): Check {
  return configFile === null
    ? {
        name: 'config',
        status: 'missing',
        detail: 'no scenewright.config.yaml here or in a parent folder; run `scenewright init`',
      }
    : { name: 'config', status: 'ok', detail: configFile }
}

/** The same errors as in `scenewright check`. */
async function sourcesCheck(invocation: Invocation, options: SharedOptions): Promise<Check> {
  const name = 'sources'
  try {
    const { errors, files } = (await checkSources(invocation, options)).report.summary
    if (errors === 0) return { name, status: 'ok', detail: count(files, 'file') }
    return {
      name,
      status: 'wrong',
      detail: `${count(errors, 'error')} in ${count(files, 'file')}; see \`scenewright check\``,
    }
  } catch (error) {
    if (!(error instanceof OperationError && error.code === 'usage')) throw error
    return { name, status: 'missing', detail: error.message }
  }
}

async function gitCheck({ root }: Project, { env, signal }: Invocation): Promise<Check> {
  const setting = { folder: root, env, signal }
  const { status, detail } = await checked('git', async () => {
    await runLocalGit(setting, ['--version'])
    return { status: 'ok', detail: '' }
  })
  // Most commands work without it.
  if (status !== 'ok') return { name: 'git', status: 'missing', detail }
  return checked('git', async () => {
    const isIgnored = (await isInGit(setting)) ? await ignoresCaches(setting) : await namesCaches(root)
    return isIgnored
      ? { status: 'ok', detail: '.scenewright/ is ignored' }
      : { status: 'missing', detail: 'add the line ".scenewright/" to .gitignore: it contains caches and receipts' }
  })
}

async function ignoresCaches({ folder, env }: LocalGitSetting): Promise<boolean> {
  // This command does not accept literal paths, which `runLocalGit` sets.
  const setting = { folder, env, watch: () => () => undefined }
  return (await runGit(setting, ['check-ignore', '--quiet', '.scenewright/cache'])).code === 0
}

async function namesCaches(root: string): Promise<boolean> {
  const text = await readFile(join(root, '.gitignore'), 'utf8').catch(() => '')
  return /^\/?\.scenewright\/?$/m.test(text)
}

/** With a name, the results of checking the environment; without one, no requests are sent. */
async function tried(project: Project, invocation: Invocation, options: Options): Promise<readonly Check[]> {
  const { env } = options
  if (env === undefined) return credentialChecks(project, invocation)
  const { environmentChecks } = await import('./environment-checks.ts')
  return environmentChecks(project, invocation, { ...options, env })
}

async function credentialChecks({ config }: Project, { env }: Invocation): Promise<readonly Check[]> {
  const names = Object.keys(config.environments ?? {})
  if (names.length === 0) {
    return [
      {
        name: 'environments',
        status: 'missing',
        detail:
          'none in the config, so nothing can be deployed yet; `scenewright service bot create --name "My bot" --env local` adds one',
      },
    ]
  }
  return Promise.all(
    names.map(name =>
      checked(`environment ${name}`, async () =>
        readCredentials(name, env) === undefined
          ? { status: 'missing', detail: 'no credentials: set SCENEWRIGHT_EMAIL and SCENEWRIGHT_API_KEY' }
          : { status: 'ok', detail: 'credentials are set' },
      ),
    ),
  )
}

function checksText(checks: readonly Check[], color: boolean): string {
  const paint = painter(color)
  const marks = { ok: paint('green', 'ok     '), missing: paint('yellow', 'missing'), wrong: paint('red', 'wrong  ') }
  const width = Math.max(...checks.map(({ name }) => name.length))
  return checks.map(({ name, status, detail }) => `${marks[status]}  ${name.padEnd(width)}  ${detail}\n`).join('')
}

function assumptionsText(color: boolean): string {
  const paint = painter(color)
  const lines = assumptions.map(
    ({ id, gap, taken }) => `${paint('bold', id)}  ${gap}\n      ${paint('dim', `Taken: ${taken}`)}\n`,
  )
  return `\nGaps in the service's contract, and the assumptions about them:\n${lines.join('')}`
}

/** Whether the jobs of a CI file can install scenewright from the project's lockfile; nothing without such a file. */
async function ciChecks({ root }: Project, { env, signal }: Invocation): Promise<readonly Check[]> {
  const { top, folder } = await readRepository({ folder: root, env, signal })
  const paths = [...new Set(Object.values(ciHosts).flatMap(({ path }) => [path(folder), path('')]))]
  const texts = await Promise.all(paths.map(path => readFile(join(top, path), 'utf8').catch(() => '')))
  const found = paths.filter((_path, index) => texts[index]?.includes('scenewright'))
  if (found.length === 0) return []
  const { missing, manager } = readInstall(root, top)
  const files = found.join(' and ')
  return [
    missing === undefined
      ? { name: 'CI', status: 'ok', detail: `${files}; scenewright is in the project's lockfile` }
      : {
          name: 'CI',
          status: 'missing',
          detail: `${files} cannot install scenewright: ${installAdvice(missing, manager)}`,
        },
  ]
}
