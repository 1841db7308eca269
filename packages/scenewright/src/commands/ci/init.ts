import { join } from 'node:path'
import { type Project, sourcesAt } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import type { Environment } from '@scenewright/model/config'
import { openConfig } from '@scenewright/workspace'
import { json } from '../../render/json.ts'
import type { CommandDefinition, Invocation, SharedOptions } from '../../shell/command.ts'
import { writeNew } from '../../shell/files.ts'
import { chosenEnvironment } from '../deploy/environment.ts'
import { type CiFile, includeAdvice, planFiles } from './ci-files.ts'
import { type CiHostName, ciHostNames, ciHosts, useHost } from './hosts.ts'
import { type CiInstall, installAdvice, readInstall } from './install.ts'
import { type CiRepository, guessAdvice, readRepository } from './read-repository.ts'
import type { CiEnvironment, CiSetup } from './setup.ts'

interface Options extends SharedOptions {
  readonly host?: CiHostName
  readonly env?: readonly string[]
  readonly print?: boolean
  readonly force?: boolean
}

export const ciInit: CommandDefinition<Options> = {
  formats: ['text', 'json'],
  options: command =>
    command
      .addOption(
        command
          .createOption('--host <name>', 'the CI host (default: detected from the repository, else both)')
          .choices(ciHostNames),
      )
      .option('--env <name...>', 'the environments to deploy to, in this order; optional if the project has only one')
      .option('--print', 'print the file instead of writing it')
      .option('--force', 'replace an existing file'),
  examples: [
    ['scenewright ci init', 'check, test and plan pull requests; deploy when they are merged'],
    [
      'scenewright ci init --host github --env staging production',
      'deploy to staging first, then to production after approval',
    ],
    [
      'scenewright ci init --host gitlab --print > scenewright.gitlab-ci.yml',
      'print the file, to include it in your own',
    ],
  ],
  async run(invocation, _args, options) {
    const { terminal, env, signal } = invocation
    const project = await openConfig(invocation, options)
    const repository = await readRepository({ folder: project.root, env, signal })
    if (repository.refusal !== undefined) throw repository.refusal
    const { install, manager, missing } = readInstall(project.root, repository.top)
    const setup = readSetup(project, repository, { names: options.env ?? [], install })
    const hosts = hostsFor(options, repository.hosts)
    terminal.err(guessAdvice(repository, 'this command again'))
    if (options.print) {
      for (const host of hosts) terminal.out(ciHosts[host].render(setup))
      return 0
    }
    const files = await planFiles(repository.top, hosts, setup)
    const [foreign] = files.filter(({ status }) => status === 'foreign')
    if (foreign !== undefined && !options.force) throw isThere(foreign)
    const report = files.map(({ path, status }) => ({ path, status: status === 'unchanged' ? status : 'written' }))
    for (const { path, text, status } of files) {
      if (status !== 'unchanged') await writeNew(join(repository.top, path), text, true)
    }
    if (options.format === 'json') terminal.out(json({ files: report }))
    else
      for (const { path, status } of report) terminal.out(`  ${path}${status === 'unchanged' ? ' (unchanged)' : ''}\n`)
    if (!repository.isThere) terminal.err(noRepositoryYet)
    if (missing !== undefined)
      terminal.err(`\nThe jobs install scenewright from the project's lockfile: ${installAdvice(missing, manager)}.\n`)
    for (const host of hosts) terminal.err(await includeAdvice(repository.top, host, setup))
    sayNext(invocation, hosts, { setup, project })
    return 0
  },
}

const noRepositoryYet =
  '\nThere is no git repository yet, which CI requires: run `git init` here. If you run it in another folder, run this command again afterwards.\n'

function hostsFor({ host, print }: Options, signs: readonly CiHostName[]): readonly CiHostName[] {
  if (host !== undefined) return [host]
  const hosts = signs.length > 0 ? signs : ciHostNames
  if (!print || hosts.length === 1) return hosts
  throw new OperationError('usage', '--print prints the file of one host', { help: useHost })
}

function isThere({ path, host, isOfAnother }: CiFile): OperationError {
  if (isOfAnother) {
    return new OperationError('usage', `"${path}" already exists, and belongs to a project in another folder`, {
      help: 'both folders give the same name: rename one of them. Use --force only if the other project no longer exists',
    })
  }
  return new OperationError('usage', `"${path}" already exists and differs`, {
    help: `use --force to replace it; \`scenewright ci init --host ${host} --print\` shows the new content`,
  })
}

function sayNext(
  { terminal }: Invocation,
  hosts: readonly CiHostName[],
  { setup, project }: { readonly setup: CiSetup; readonly project: Project },
): void {
  if (setup.environments.length === 0) {
    terminal.err('\nThe config has no environments, so nothing is deployed. Add one, and run this command again.\n')
    return
  }
  for (const host of hosts) {
    const { title, todo } = ciHosts[host]
    terminal.err(
      `\n${title} needs, once:\n${todo(setup)
        .map(line => `  ${line}\n`)
        .join('')}`,
    )
  }
  if (!setup.hasTests)
    terminal.err('\nThere are no conversation tests yet, so none are run. Write one, and run this command again.\n')
  const unpinned = setup.environments.filter(({ name }) => project.config.environments?.[name]?.lineage === undefined)
  for (const { name } of unpinned) terminal.err(pinAdvice(name))
}

/** Without it, a run that does not find the state would create everything again. */
function pinAdvice(name: string): string {
  return `\nBefore the first deploy to "${name}": \`scenewright state init --env ${name}\`, which records its lineage in the config.\n`
}

/** The CI setup of a project. An environment that CI cannot deploy to is an OperationError that gives the reason. */
export function readSetup(
  project: Project,
  repository: CiRepository,
  { names, install }: { readonly names: readonly string[]; readonly install: CiInstall },
): CiSetup {
  return {
    folder: repository.folder,
    branch: repository.branch,
    install,
    hasTests: [...sourcesAt(project, [])].some(file => /\.test\.(ya?ml|ts)$/.test(file)),
    environments: selectEnvironments(project, names),
  }
}

function selectEnvironments(project: Project, wanted: readonly string[]): readonly CiEnvironment[] {
  const all = Object.keys(project.config.environments ?? {})
  if (wanted.length === 0 && all.length > 1) throw severalEnvironments(all)
  const names = wanted.length === 0 ? all : wanted
  if (new Set(names).size !== names.length) {
    throw new OperationError('usage', 'an environment is listed twice', {
      help: 'list each once, in deployment order',
    })
  }
  return names.map(wantedName => {
    const { name, environment } = chosenEnvironment(project, wantedName)
    return { name: plainName(name), state: stateType(name, environment) }
  })
}

/** The name is used in scripts and in names of jobs. */
function plainName(name: string): string {
  if (/^[A-Za-z0-9][\w-]*$/.test(name)) return name
  throw new OperationError('config', `the environment "${name}" has a name that is not allowed in CI files`, {
    help: 'use only letters, digits, - and _',
  })
}

/** A CI runner starts empty: a state in a local file would be new in every run. */
function stateType(name: string, { state, lineage }: Environment): CiEnvironment['state'] {
  const type = state?.type ?? 'file'
  if (type !== 'file') return type
  throw new OperationError('config', `the state of "${name}" is a file, which later CI runs would not have`, {
    help: `every run would create all scenarios again: run \`scenewright state move --env ${name} --to git\`${lineage === undefined ? `, or if there is no state yet, give "${name}" the line \`state: { type: git }\` and run \`scenewright state init --env ${name}\`` : ''}`,
  })
}

function severalEnvironments(names: readonly string[]): OperationError {
  return new OperationError('usage', 'the project has several environments', {
    help: `list those to deploy to, in order: ${names.map(name => `--env ${name}`).join(' ')}`,
  })
}
