import { isObject } from '@scenewright/model'
import { type Change, type CompiledScenario, type DocumentPath, nodePath } from '@scenewright/model/compilation'
import { nearest } from '@scenewright/model/text'
import { hasPlace, valueAt } from './document-value.ts'
import { isText } from './read-rules.ts'

/** The report of a custom rule, validated against its form and the scenario, and copied. */
export interface ReadReport {
  readonly scenario: CompiledScenario
  readonly message: string
  readonly at: DocumentPath
  readonly node?: string
  readonly walk?: readonly string[]
  readonly help?: string
  readonly related: readonly {
    readonly scenario: CompiledScenario
    readonly at: DocumentPath
    readonly message: string
  }[]
  readonly fix?: { readonly title: string; readonly change: Change }
}

/** Finds the scenario that a report names, or the only possible one. */
export type ScenarioLookup = (key: unknown) => CompiledScenario | undefined

/** Thrown for an invalid report; the message states the problem. */
export class ReportFault extends Error {}

const fields = ['message', 'scenario', 'at', 'node', 'walk', 'related', 'help', 'fix']

/** Reads a report of a custom rule. An invalid report is a ReportFault. */
export function readReport(report: unknown, scenarioOf: ScenarioLookup): ReadReport {
  if (!isObject(report)) throw new ReportFault('a report must be an object')
  const unknown = Object.keys(report).find(field => !fields.includes(field))
  if (unknown !== undefined) throw new ReportFault(`a report has no field "${unknown}"${guess(unknown)}`)
  const { message, node, walk, help, fix } = report
  const scenario = scenarioIn(report, scenarioOf)
  const nodes = scenario.document.scenario.definition.nodes.map(({ id }) => id)
  if (!isText(message)) throw new ReportFault('"message" must be a text that says what is wrong')
  if (help !== undefined && !isText(help)) throw new ReportFault('"help" must be a text, or be left out')
  if (node !== undefined && !isOneOf(nodes, node))
    throw new ReportFault('"node" must be the id of a node of the scenario')
  return {
    scenario,
    message,
    at: pathIn(report.at ?? (node === undefined ? ['scenario'] : nodePath(nodes.indexOf(node))), scenario),
    ...(node !== undefined && { node }),
    ...(walk !== undefined && { walk: readWalk(walk, nodes) }),
    ...(help !== undefined && { help }),
    related: readRelated(report.related ?? [], scenarioOf),
    ...(fix !== undefined && { fix: readFix(fix, scenario) }),
  }
}

function readWalk(walk: unknown, nodes: readonly string[]): readonly string[] {
  const steps = Array.isArray(walk) ? walk.filter(id => isOneOf(nodes, id)) : []
  if (Array.isArray(walk) && walk.length > 0 && steps.length === walk.length) return steps
  throw new ReportFault('"walk" must be a list of the ids of nodes of the scenario')
}

function readRelated(related: unknown, scenarioOf: ScenarioLookup): ReadReport['related'] {
  if (!Array.isArray(related)) throw new ReportFault('"related" must be a list')
  return related.map((item: unknown) => {
    if (!isObject(item)) throw new ReportFault('"related" must be a list of objects')
    const { message, at } = item
    if (!isText(message)) throw new ReportFault('each of "related" must have a text as "message"')
    const scenario = scenarioIn(item, scenarioOf)
    return { scenario, at: pathIn(at, scenario), message }
  })
}

function readFix(fix: unknown, { document }: CompiledScenario): NonNullable<ReadReport['fix']> {
  if (!isObject(fix) || !isText(fix.title)) throw new ReportFault('"fix" must have a text as "title"')
  const fault = changeFault(fix.change, document)
  if (fault !== undefined) throw new ReportFault(`"fix" must have a change that can be made: ${fault}`)
  // Has just been checked against every kind of change.
  return { title: fix.title, change: { ...(fix.change as Change) } }
}

function scenarioIn(
  { scenario: key }: { readonly [field: string]: unknown },
  scenarioOf: ScenarioLookup,
): CompiledScenario {
  const scenario = scenarioOf(key)
  if (scenario === undefined) throw new ReportFault('"scenario" must be the key of a scenario that the rule looks at')
  return scenario
}

function pathIn(path: unknown, { key, document }: CompiledScenario): DocumentPath {
  if (!isPath(path)) throw new ReportFault('"at" must be a path, as ["scenario", "examples", 0]')
  if (hasPlace(document, path)) return [...path]
  throw new ReportFault(`"at" names a path that does not exist in "${key}": ${JSON.stringify(path)}`)
}

function isPath(path: unknown): path is DocumentPath {
  return Array.isArray(path) && path.every(part => typeof part === 'string' || Number.isInteger(part))
}

function isOneOf(names: readonly string[], value: unknown): value is string {
  return typeof value === 'string' && names.includes(value)
}

function guess(field: string): string {
  const near = nearest(field, fields)
  return near === undefined ? '' : `: did you mean "${near}"?`
}

/** The error in a document change that a custom rule proposes, or undefined. */
function changeFault(change: unknown, document: unknown): string | undefined {
  if (!isObject(change)) return 'it must be an object'
  const { kind, path, text, characters } = change
  if (kind !== 'replace' && kind !== 'remove' && kind !== 'strip')
    return '"kind" must be "replace", "remove" or "strip"'
  if (!Array.isArray(path)) return '"path" must be a path, as ["scenario", "examples", 0]'
  if (kind === 'remove') return isItem(document, path) ? undefined : '"path" must lead to an item of a list'
  if (typeof valueAt(document, path) !== 'string') return '"path" must lead to a text'
  if (kind === 'replace') return typeof text === 'string' ? undefined : '"text" must be a text'
  const hasFlags = characters instanceof RegExp && characters.global && characters.unicode
  return hasFlags ? undefined : '"characters" must be a regular expression with the flags g and u'
}

function isItem(document: unknown, path: DocumentPath): boolean {
  return typeof path.at(-1) === 'number' && valueAt(document, path) !== undefined
}
