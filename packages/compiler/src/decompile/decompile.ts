import {
  contentFields,
  fieldOrder,
  type ImportDocument,
  InternalError,
  nodeTypes,
  type ScenarioFields,
} from '@scenewright/model'
import { type ProjectConfig, scenarioDefaultsIn } from '@scenewright/model/config'
import {
  type Collection,
  type Entry,
  type Fields,
  type Layout,
  mappingLayout,
  scalarLayout,
  toLayout,
} from '../format/layout.ts'
import { printYaml } from '../format/print-yaml.ts'
import { sourceOrder } from '../format/tidy.ts'
import { put } from '../parse/put.ts'
import { decompileFlow } from './decompile-flow.ts'
import { unknownFields } from './decompile-node.ts'
import { opaque, opaqueFields } from './opaque.ts'
import {
  arrayGroup,
  callGroup,
  type Expression,
  fieldName,
  objectGroup,
  printGroup,
  textLiteral,
} from './typescript-group.ts'

type Field = readonly [name: string, value: Expression]

/** A language that sources are written in. */
export type SourceLanguage = 'yaml' | 'ts'

/**
 * The source that compiles to this document in a project with this config, as a person would have written it: defaults
 * are omitted. A document with an invalid graph is printed too.
 */
export function decompile(
  document: ImportDocument,
  language: SourceLanguage = 'yaml',
  config: Pick<ProjectConfig, 'scenarios'> = {},
): string {
  const root = mappingLayout(fieldsOf(document, { ...scenarioDefaultsIn(config) }))
  return language === 'ts' ? printTypescript(root) : printYaml(root)
}

type Defaults = Readonly<Record<string, unknown>>

function fieldsOf(document: ImportDocument, defaults: Defaults): Fields {
  const { scenario } = document
  const documentExtra = unknownFields(document, fieldOrder.document)
  const others: Readonly<Record<string, Layout | undefined>> = {
    flow: scenario.definition && decompileFlow(scenario.definition),
    layout: opaqueFields(scenario.layout),
    dependencies: opaqueFields(document.dependencies),
    extra: opaqueFields(unknownFields(scenario, fieldOrder.scenario)),
    document: documentExtra && mappingLayout([['extra', opaqueFields(documentExtra)]]),
  }
  const content: ReadonlySet<string> = new Set(contentFields)
  return sourceOrder.map(name => [name, content.has(name) ? contentOf(scenario, name, defaults) : others[name]])
}

/** A default is omitted; null means that the document does not have the field. */
function contentOf(scenario: ScenarioFields, name: string, defaults: Defaults): Layout | undefined {
  const value = scenario[name]
  if (!Object.hasOwn(defaults, name)) return toLayout(value)
  return value === undefined ? scalarLayout(null) : opaque(value === defaults[name] ? undefined : value)
}

/** The text of a source that exports the scenario with these fields; it imports only what it uses. */
function printTypescript(root: Collection): string {
  const fields = root.entries.map((entry): Field => {
    return nameOf(entry) === 'flow' ? ['flow', flowExpression(entriesOf(entry.value))] : toField(entry)
  })
  const opening = 'export default '
  const body = printGroup(callGroup('scenario', [objectGroup(fields, true)]), opening.length, 0)
  return `import { ${[...usedCalls(root), 'scenario'].join(', ')} } from 'scenewright'\n\n${opening}${body}\n`
}

function flowExpression(flow: readonly Entry[]): Expression {
  const fields = flow.map((entry): Field => {
    return nameOf(entry) === 'nodes' ? ['nodes', nodesExpression(entriesOf(entry.value))] : toField(entry)
  })
  return objectGroup(fields, true)
}

/** An object, or a list of pairs if an object would change the order of the ids, or if ids repeat. */
function nodesExpression(nodes: readonly Entry[]): Expression {
  const names = nodes.map(nameOf)
  if (keepsOrder(names))
    return objectGroup(
      nodes.map(node => [fieldName(nameOf(node)), nodeExpression(node.value)]),
      true,
    )
  return arrayGroup(
    nodes.map(node => arrayGroup([textLiteral(nameOf(node)), nodeExpression(node.value)])),
    true,
  )
}

function keepsOrder(names: readonly string[]): boolean {
  const holder: Record<string, unknown> = {}
  for (const name of names) put(holder, name, true)
  const kept = Object.keys(holder)
  return kept.length === names.length && kept.every((name, index) => name === names[index])
}

function nodeExpression(value: Layout): Expression {
  const name = callName(value)
  const entries = entriesOf(value)
  const isOwn = (entry: Entry) => nameOf(entry) !== 'type' && (name !== 'reply' || nameOf(entry) !== 'text')
  const fields = entries.filter(isOwn).map(toField)
  const options = fields.length === 0 ? [] : [objectGroup(fields)]
  if (name === 'end') return callGroup(name, options)
  const first = entries.find(entry => nameOf(entry) === (name === 'reply' ? 'text' : 'type'))
  return callGroup(name, [...(first === undefined ? [] : [toExpression(first.value)]), ...options])
}

/** The call that creates a node. Fields that END does not have, and a text of the wrong type, are fields of `node`. */
function callName(value: Layout): 'end' | 'node' | 'reply' {
  if (value.kind === 'scalar') return 'end'
  const entries = entriesOf(value)
  const type = entries.find(entry => nameOf(entry) === 'type')?.value
  if (type === undefined) return 'reply'
  const isEnd = type.kind === 'scalar' && type.value === nodeTypes.end
  return isEnd && entries.every(entry => nameOf(entry) !== 'next') ? 'end' : 'node'
}

function usedCalls(root: Collection): readonly string[] {
  const flow = root.entries.find(entry => nameOf(entry) === 'flow')
  const nodes = flow && entriesOf(flow.value).find(entry => nameOf(entry) === 'nodes')
  const calls = nodes === undefined ? [] : entriesOf(nodes.value).map(({ value }) => callName(value))
  return [...new Set(calls)].sort()
}

function toField(entry: Entry): Field {
  return [fieldName(nameOf(entry)), toExpression(entry.value)]
}

function toExpression(layout: Layout): Expression {
  if (layout.kind === 'alias') throw new InternalError(`A document cannot contain the alias "${layout.name}"`)
  if (layout.kind !== 'scalar') {
    if (layout.kind === 'list') return arrayGroup(layout.entries.map(({ value }) => toExpression(value)))
    return objectGroup(layout.entries.map(toField))
  }
  if (typeof layout.value === 'string') return textLiteral(layout.value)
  return Object.is(layout.value, -0) ? '-0' : String(layout.value)
}

function entriesOf(layout: Layout): readonly Entry[] {
  return layout.kind === 'mapping' || layout.kind === 'list' ? layout.entries : []
}

function nameOf({ key }: Entry): string {
  return key?.kind === 'scalar' ? String(key.value) : ''
}
