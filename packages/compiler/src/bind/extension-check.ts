import { alwaysCondition } from '@scenewright/model'
import type { Span } from '../parse/places.ts'
import type { Problem } from '../parse/problem.ts'
import { put } from '../parse/put.ts'
import { findField, type SourceField, type SourceMapping, type SourceNode } from '../parse/source-tree.ts'
import { type ConfigFlaw, findConfigFault } from '../project/config-fault.ts'
import type { ProjectData } from '../project/open-project.ts'
import { createSchemaCompiler, type SchemaCompiler } from './extension-validator.ts'
import { isOwnFieldType, itemsOf, typeOf } from './extra.ts'
import type { JsonSchema } from './schema-at.ts'
import { findSchemaProblems, maxProblems, type Validate } from './schema-problems.ts'
import { createStepCount, maxSteps, OutOfSteps } from './step-count.ts'

/** The kinds of types that the config can declare. */
type ExtensionKind = 'nodes' | 'conditions'

/** A node or a condition whose type is not built in. */
interface ExtensionUse {
  readonly kind: ExtensionKind
  readonly type: string
  /** Its own fields. */
  readonly own: SourceMapping
  /** Its name in messages. */
  readonly subject: string
  /** The place to report a missing field at. */
  readonly holder: Span
  /** The id of the node itself, or of the node whose `next` contains it. */
  readonly node?: string
}

/** The fields of a node with a meaning in the source: own fields with these names are under `extra`. */
const reserved = new Set(['title', 'next', 'extra'])

/** Reports problems in the nodes and conditions of a scenario whose types the config declares. */
export type ExtensionCheck = (root: SourceNode) => Promise<readonly Problem[]>

/** The check of a project that declares nothing. */
export const noExtensions: ExtensionCheck = async () => []

/**
 * Checks the own fields of declared types against the schemas in the config; types without a schema may have any
 * fields. A schema is compiled when a source first uses its type; an invalid one is an OperationError `config` at its
 * place.
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
      const found = validateUse(use, schema, validate)
      if (found === 'endless') throw await findConfigFault(project, endless(use))
      if (found === 'out of steps') return [...problems, outOfSteps(use)]
      problems.push(...found)
      if (problems.length >= maxProblems) break
    }
    return problems.slice(0, maxProblems)
  }
}

type Validators = (use: ExtensionUse, schema: JsonSchema) => Promise<Validate>

/** The validators of a project's schemas, each created once. */
function createValidators(project: ProjectData, load: () => Promise<SchemaCompiler>): Validators {
  const validators = new Map<JsonSchema, Promise<Validate>>()
  let compiler: Promise<SchemaCompiler> | undefined
  const make = async (use: ExtensionUse, schema: JsonSchema): Promise<Validate> => {
    compiler ??= load()
    const made = await (await compiler).compile(schema)
    if (typeof made === 'function') return made
    throw await findConfigFault(project, flawIn(use, made))
  }
  return (use, schema) => {
    const validator = validators.get(schema) ?? make(use, schema)
    validators.set(schema, validator)
    return validator
  }
}

function validateUse(use: ExtensionUse, schema: JsonSchema, validate: Validate) {
  const { own, subject, holder, node } = use
  try {
    const { problems } = findSchemaProblems(own, { subject, schema, validate, holder })
    return node === undefined ? problems : problems.map(problem => ({ ...problem, node }))
  } catch (error) {
    if (error instanceof RangeError) return 'endless'
    if (error instanceof OutOfSteps) return 'out of steps'
    throw error
  }
}

function outOfSteps({ subject, type, holder, node }: ExtensionUse): Problem {
  const message = `It takes more than ${maxSteps} steps to validate ${subject} with the schema of "${type}"`
  return { rule: 'source/schema', message, span: holder, ...(node === undefined ? {} : { node }) }
}

function endless(use: ExtensionUse): ConfigFlaw {
  return flawIn(use, { path: [], message: 'It refers to itself endlessly' })
}

function flawIn({ kind, type }: ExtensionUse, { path, message, help }: ConfigFlaw): ConfigFlaw {
  const full = ['extensions', kind, type, 'fields', ...path]
  return {
    path: full,
    message: `The schema of "${type}" is invalid. ${message}`,
    ...(help === undefined ? {} : { help }),
  }
}

/** Where a scenario uses node and condition types that are not built in, in the order of the source. */
function extensionUses(root: SourceNode): readonly ExtensionUse[] {
  const flow = mappingIn(root, 'flow')
  const nodes = flow === undefined ? undefined : mappingIn(flow, 'nodes')
  const edges = itemsOf(flow === undefined ? undefined : findField(flow, 'edges')?.value)
  return [...(nodes?.fields ?? []).flatMap(nodeUses), ...edges.flatMap(edge => conditionUses(edge))]
}

function nodeUses({ name, key, value }: SourceField): readonly ExtensionUse[] {
  if (value.kind !== 'mapping') return []
  const type = typeOf(value)
  const conditions = itemsOf(findField(value, 'next')?.value).flatMap(target => conditionUses(target, name))
  if (!isOwnFieldType(type)) return conditions
  const extra = mappingIn(value, 'extra')?.fields ?? []
  const own = [
    ...value.fields.filter(field => !reserved.has(field.name) && field.name !== 'type' && field.name !== 'id'),
    ...extra.filter(field => reserved.has(field.name)),
  ]
  const use = { type, own: withFields(value, own), subject: `node "${name}"`, holder: key, node: name }
  return [{ kind: 'nodes', ...use }, ...conditions]
}

function conditionUses(edge: SourceNode, node?: string): readonly ExtensionUse[] {
  const condition = mappingIn(edge, 'condition')
  const type = condition === undefined ? undefined : findField(condition, 'type')?.value.value
  if (condition === undefined || typeof type !== 'string' || type === alwaysCondition) return []
  const own = withFields(
    condition,
    condition.fields.filter(({ name }) => name !== 'type'),
  )
  const use = { type, own, subject: `the condition "${type}"`, holder: condition }
  return [{ kind: 'conditions', ...use, ...(node === undefined ? {} : { node }) }]
}

/** The same mapping with only these fields. */
function withFields(mapping: SourceMapping, fields: readonly SourceField[]): SourceMapping {
  const value: Record<string, unknown> = {}
  for (const { slot, value: part } of fields) put(value, slot, part.value)
  return { ...mapping, value, fields }
}

function mappingIn(node: SourceNode, name: string): SourceMapping | undefined {
  const value = node.kind === 'mapping' ? findField(node, name)?.value : undefined
  return value?.kind === 'mapping' ? value : undefined
}
