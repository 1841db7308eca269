import { documentFormat, documentVersion, fieldOrder } from '@scenewright/model'
import type { CompiledDocument } from '@scenewright/model/compilation'
import type { ScenarioDefaults } from '@scenewright/model/config'
import { isOwnedByDocument, isOwnedByScenario } from '../bind/extra.ts'
import { put } from '../parse/put.ts'
import { findField, type SourceMapping, type SourceNode } from '../parse/source-tree.ts'
import { type FlowOrigins, lowerFlow } from './lower-flow.ts'
import { spreadExtra } from './spread-extra.ts'

/** A document, and the source places of the parts of its flow. */
export interface Lowered {
  readonly document: CompiledDocument
  readonly origins: FlowOrigins
}

/** Creates the import document of a bound scenario: the fields in the API's order, with explicit defaults. */
export function lowerScenario(root: SourceMapping, defaults: ScenarioDefaults): Lowered {
  const { definition, origins } = lowerFlow(findField(root, 'flow')?.value)
  const scenario: Record<string, unknown> = {}
  for (const name of fieldOrder.scenario) {
    const value = name === 'definition' ? definition : scenarioField(root, name, { ...defaults })
    if (value !== undefined) scenario[name] = value
  }
  spreadExtra(scenario, root, isOwnedByScenario)
  const document: Record<string, unknown> = { format: documentFormat, schema_version: documentVersion, scenario }
  const dependencies = findField(root, 'dependencies')?.value.value
  if (dependencies !== undefined) put(document, 'dependencies', dependencies)
  spreadExtra(document, findField(root, 'document')?.value, isOwnedByDocument)
  // The scenario has been validated with its schema: title, trigger_description and flow exist.
  return { document: document as unknown as CompiledDocument, origins }
}

/** Undefined leaves the field out of the document; null does so for a field that has a default. */
function scenarioField(root: SourceMapping, name: string, defaults: Readonly<Record<string, unknown>>): unknown {
  const node: SourceNode | undefined = findField(root, name)?.value
  if (node === undefined) return defaults[name]
  return node.value === null && defaults[name] !== undefined ? undefined : node.value
}
