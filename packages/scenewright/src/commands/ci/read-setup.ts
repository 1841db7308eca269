import { type Project, sourcesAt } from '@scenewright/compiler'
import { type Environment, OperationError } from '@scenewright/model'
import { chosenEnvironment } from '../deploy/environment.ts'
import type { CiInstall } from './install.ts'
import type { CiRepository } from './read-repository.ts'
import type { CiEnvironment, CiSetup } from './setup.ts'

/** What CI has to know of a project. An environment that CI cannot deploy to is an OperationError that says why. */
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
    environments: environmentsOf(project, names),
  }
}

function environmentsOf(project: Project, wanted: readonly string[]): readonly CiEnvironment[] {
  const all = Object.keys(project.config.environments ?? {})
  if (wanted.length === 0 && all.length > 1) throw severalEnvironments(all)
  const names = wanted.length === 0 ? all : wanted
  if (new Set(names).size !== names.length) {
    throw new OperationError('usage', 'an environment is named twice', {
      help: 'name each once, in the order of the deploy',
    })
  }
  return names.map(wantedName => {
    const { name, environment } = chosenEnvironment(project, wantedName)
    return { name: plainName(name), state: stateOf(name, environment) }
  })
}

/** The name is a word of scripts and of names of jobs. */
function plainName(name: string): string {
  if (/^[A-Za-z0-9][\w-]*$/.test(name)) return name
  throw new OperationError('config', `the environment "${name}" has a name that CI files cannot carry`, {
    help: 'use letters, digits, - and _ alone',
  })
}

/** A runner of CI begins with nothing: a state in a file of its own would be a new one every time. */
function stateOf(name: string, { state }: Environment): CiEnvironment['state'] {
  const type = state?.type ?? 'file'
  if (type !== 'file') return type
  throw new OperationError('config', `the state of "${name}" is a file, which the next run in CI would not have`, {
    help: `every run would create all scenarios again: give "${name}" the line \`state: { type: git }\`, then run \`scenewright state init --env ${name}\``,
  })
}

function severalEnvironments(names: readonly string[]): OperationError {
  return new OperationError('usage', 'the project has several environments', {
    help: `name those to deploy to, in that order: ${names.map(name => `--env ${name}`).join(' ')}`,
  })
}
