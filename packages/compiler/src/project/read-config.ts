import { join } from 'node:path'
import { OperationError, type Place } from '@scenewright/model'
import { type Environment, isSameBot, type ProjectConfig } from '@scenewright/model/config'
import schema from '@scenewright/schemas/config.schema.json' with { type: 'json' }
import { validate } from '@scenewright/schemas/validate/config'
import { locate } from '../bind/locate.ts'
import { findSchemaProblems } from '../bind/schema-problems.ts'
import { createPlaces, type Places } from '../parse/places.ts'
import type { Problem } from '../parse/problem.ts'
import type { SourceNode } from '../parse/source-tree.ts'
import { parseYaml } from '../parse/yaml/parse-yaml.ts'
import { textProblem } from '../read/text-problem.ts'
import { findFolderFault } from './source-folders.ts'

/** A config, and the places in its text. */
export interface ReadConfig {
  readonly config: ProjectConfig
  /** The error that the field or item at `path` in the config is invalid. */
  fault(path: readonly (string | number)[], message: string, help?: string): OperationError
  /** The place of the field or item at `path`. */
  place(path: readonly (string | number)[]): Place
}

/** Parses a config. A problem is an OperationError `config` that names the place. */
export async function readConfig(root: string, file: string, text: string): Promise<ReadConfig> {
  const places: ConfigPlaces = { ...createPlaces(file, text), path: join(root, file) }
  // An empty config is valid.
  const isBlank = text.split('\n').every(line => /^\s*(#|$)/.test(line))
  const tree = isBlank ? undefined : await parsed(text, places)
  // Has just been validated with the schema.
  const config = (tree?.value ?? {}) as ProjectConfig
  const spanOf = (path: readonly (string | number)[]) =>
    tree === undefined ? { start: 0, end: 0 } : locate(tree, path.map(String)).holder
  const fault: ReadConfig['fault'] = (path, message, help) => {
    const span = spanOf(path)
    return configError(places, { span, message, ...(help === undefined ? {} : { help }) })
  }
  for (const [index, folder] of (config.sources ?? []).entries()) {
    const problem = findFolderFault(root, folder)
    if (problem !== undefined) throw fault(['sources', index], `The sources folder "${folder}" ${problem}`)
  }
  refuseTwins(config, fault)
  return { config, fault, place: path => places.place(spanOf(path)) }
}

/** The places in a config. */
interface ConfigPlaces extends Places {
  /** The absolute path of the config. */
  readonly path: string
}

/** The error in a state backend that comes from elsewhere, and is to be written to a config; undefined if it is valid. */
export async function findBackendFault(backend: object): Promise<Pick<Problem, 'message' | 'help'> | undefined> {
  const environment = { url: 'https://bots.example.com', bot: 'any', state: backend }
  const text = JSON.stringify({ environments: { any: environment } })
  const { roots } = await parseYaml({ text, places: createPlaces('', text) })
  const root = roots[0]?.node
  return root === undefined ? undefined : findConfigProblems(root)[0]
}

const eachItsOwn = 'each environment needs its own bot: with two states, one bot would get every scenario twice'

/** Two environments with the same bot would have two states, and would create every scenario twice. */
function refuseTwins({ environments = {} }: ProjectConfig, fault: ReadConfig['fault']): void {
  const seen = new Map<string, Environment>()
  for (const [name, environment] of Object.entries(environments)) {
    const [twin] = [...seen].find(([, other]) => isSameBot(environment, other)) ?? []
    if (twin !== undefined) {
      throw fault(
        ['environments', name, 'bot'],
        `The environments "${twin}" and "${name}" use the same bot of the same service`,
        eachItsOwn,
      )
    }
    seen.set(name, environment)
  }
}

async function parsed(text: string, places: ConfigPlaces): Promise<SourceNode> {
  const refusal = textProblem(text)
  if (refusal !== undefined) throw configError(places, refusal)
  const { roots, problems } = await parseYaml({ text, places })
  const root = roots[0]?.node
  const found = root === undefined ? problems : findConfigProblems(root)
  const [first] = found
  if (first !== undefined) throw configError(places, first)
  if (root === undefined) throw configError(places, { message: 'The config has no fields', span: { start: 0, end: 0 } })
  return root
}

function findConfigProblems(root: SourceNode): readonly Problem[] {
  return findSchemaProblems(root, { subject: 'the config', schema, validate }).problems
}

function configError(places: ConfigPlaces, { message, span, help }: Pick<Problem, 'message' | 'span' | 'help'>) {
  const { file, range } = places.place(span)
  return new OperationError('config', `${file}:${range.start.line}:${range.start.column}: ${message}`, {
    ...(help !== undefined && { help }),
    place: { path: places.path, range, fault: message },
  })
}
