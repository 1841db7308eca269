import type { Problem } from '../parse/problem.ts'
import type { SourceNode } from '../parse/source-tree.ts'
import { type ConfigFlaw, configFault } from '../project/config-fault.ts'
import type { ProjectData } from '../project/open-project.ts'
import { type ExtensionUse, extensionUses } from './extension-uses.ts'
import { createSchemaCompiler, type SchemaCompiler } from './extension-validator.ts'
import type { JsonSchema } from './schema-at.ts'
import { schemaProblems, type Validate } from './schema-problems.ts'
import { createStepCount, mostSteps, OutOfSteps } from './step-count.ts'

/** Says what is wrong with the nodes and conditions of a scenario whose types the config declares. */
export type ExtensionCheck = (root: SourceNode) => Promise<readonly Problem[]>

/** The check of a project that declares nothing. */
export const noExtensions: ExtensionCheck = async () => []

// What an author can still read.
const mostProblems = 200

/**
 * Holds the own fields of declared types against the schemas in the config; types without one may have any fields. A
 * schema is compiled when a source first uses its type; one that is wrong is an OperationError `config` at its place.
 */
export function createExtensionCheck(project: ProjectData): ExtensionCheck {
  const { extensions } = project.config
  const schemaOf = ({ kind, type }: ExtensionUse): JsonSchema | undefined => {
    const declared = extensions?.[kind]
    return declared !== undefined && Object.hasOwn(declared, type) ? declared[type]?.fields : undefined
  }
  const all = [...Object.values(extensions?.nodes ?? {}), ...Object.values(extensions?.conditions ?? {})]
  if (all.every(({ fields }) => fields === undefined)) return noExtensions
  const steps = createStepCount()
  const validators = createValidators(project, () => createSchemaCompiler(steps))
  return async root => {
    const problems: Problem[] = []
    steps.restart()
    for (const use of extensionUses(root)) {
      const schema = schemaOf(use)
      if (schema === undefined) continue
      const validate = await validators(use, schema)
      const found = held(use, schema, validate)
      if (found === 'endless') throw await configFault(project, endless(use))
      if (found === 'out of steps') return [...problems, outOfSteps(use)]
      problems.push(...found)
      if (problems.length >= mostProblems) break
    }
    return problems.slice(0, mostProblems)
  }
}

type Validators = (use: ExtensionUse, schema: JsonSchema) => Promise<Validate>

/** The validators of a project's schemas, each made once. */
function createValidators(project: ProjectData, load: () => Promise<SchemaCompiler>): Validators {
  const validators = new Map<JsonSchema, Promise<Validate>>()
  let compiler: Promise<SchemaCompiler> | undefined
  const make = async (use: ExtensionUse, schema: JsonSchema): Promise<Validate> => {
    compiler ??= load()
    const made = await (await compiler).compile(schema)
    if (typeof made === 'function') return made
    throw await configFault(project, flawIn(use, made))
  }
  return (use, schema) => {
    const validator = validators.get(schema) ?? make(use, schema)
    validators.set(schema, validator)
    return validator
  }
}

function held(use: ExtensionUse, schema: JsonSchema, validate: Validate) {
  const { own, subject, holder, node } = use
  try {
    const { problems } = schemaProblems(own, { subject, schema, validate, holder })
    return node === undefined ? problems : problems.map(problem => ({ ...problem, node }))
  } catch (error) {
    if (error instanceof RangeError) return 'endless'
    if (error instanceof OutOfSteps) return 'out of steps'
    throw error
  }
}

function outOfSteps({ subject, type, holder, node }: ExtensionUse): Problem {
  const message = `It takes more than ${mostSteps} steps to hold ${subject} against the schema of "${type}"`
  return { rule: 'source/schema', message, span: holder, ...(node === undefined ? {} : { node }) }
}

function endless(use: ExtensionUse): ConfigFlaw {
  return flawIn(use, { path: [], message: 'It refers to itself without an end' })
}

function flawIn({ kind, type }: ExtensionUse, { path, message, help }: ConfigFlaw): ConfigFlaw {
  const full = ['extensions', kind, type, 'fields', ...path]
  return {
    path: full,
    message: `The schema of "${type}" is wrong. ${message}`,
    ...(help === undefined ? {} : { help }),
  }
}
