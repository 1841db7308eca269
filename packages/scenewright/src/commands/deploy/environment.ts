import type { Project } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import type { Environment } from '@scenewright/model/config'
import { headerVariable } from '@scenewright/model/header-variable'
import { nearest } from '@scenewright/model/text'

/** Credentials. Never printed, never written to a file. */
export interface Credentials {
  readonly email: string
  readonly apiKey: string
}

type Variables = { readonly [name: string]: string | undefined }

/** The environment that `--env` names; a project with one environment needs no name. */
export function chosenEnvironment(
  { config, configFile }: Project,
  wanted: string | undefined,
): { name: string; environment: Environment } {
  const environments = new Map(Object.entries(config.environments ?? {}))
  const [only, ...others] = environments.keys()
  const name = wanted ?? (others.length === 0 ? only : undefined)
  if (name === undefined) throw noEnvironment([...environments.keys()], configFile)
  const environment = environments.get(name)
  if (environment === undefined) throw unknownEnvironment(name, [...environments.keys()], configFile)
  return { name, environment }
}

/**
 * The credentials for an environment: its own variables, else the common ones; without a name only the common ones.
 * Undefined if either is missing, an OperationError if one has white space around it.
 */
export function readCredentials(name: string | undefined, env: Variables): Credentials | undefined {
  const own = name === undefined ? [] : [`SCENEWRIGHT_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`]
  const read = (what: string) =>
    headerVariable(
      env,
      [...own, 'SCENEWRIGHT'].map(prefix => `${prefix}_${what}`),
      { isEncoded: true },
    )
  const [email, apiKey] = [read('EMAIL'), read('API_KEY')]
  return email === undefined || apiKey === undefined ? undefined : { email, apiKey }
}

/** The same; missing ones are an OperationError with the variables to set. */
export function requireCredentials(name: string | undefined, env: Variables): Credentials {
  const credentials = readCredentials(name, env)
  if (credentials !== undefined) return credentials
  throw new OperationError('usage', `no credentials${name === undefined ? '' : ` for the environment "${name}"`}`, {
    help: 'set SCENEWRIGHT_EMAIL and SCENEWRIGHT_API_KEY; a hosted service shows the key in the account settings, `scenewright service init` prints both for the local one',
  })
}

const createProject = 'run `scenewright init` to create a project here, or change to the folder of your project'
const addEnvironment =
  'add one under "environments": its url, and the unique_id of its bot; for the local service, `scenewright service bot create --name "My bot" --env local` does'

function noEnvironment(names: readonly string[], configFile: string | null): OperationError {
  if (configFile === null) {
    return new OperationError('config', 'no scenewright.config.yaml here or in a folder above', { help: createProject })
  }
  return names.length === 0
    ? new OperationError('config', `${configFile} has no environment to deploy to`, { help: addEnvironment })
    : new OperationError('usage', 'the project has several environments', {
        help: `choose one: ${names.map(name => `--env ${name}`).join(', ')}`,
      })
}

function unknownEnvironment(name: string, names: readonly string[], configFile: string | null): OperationError {
  const near = nearest(name, names)
  const all = names.length === 0 ? (configFile === null ? createProject : addEnvironment) : `it has ${names.join(', ')}`
  return new OperationError('usage', `the config has no environment "${name}"`, {
    help: near === undefined ? all : `did you mean "${near}"?`,
  })
}
