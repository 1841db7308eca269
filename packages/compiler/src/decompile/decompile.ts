import { fieldOrder, type ImportDocument, type ScenarioFields, scenarioDefaults } from '@scenewright/model'
import { Document } from 'yaml'
import { decompileFlow } from './decompile-flow.ts'
import { unknownFields } from './unknown-fields.ts'
import { type Entries, lineWidth, mappingNode } from './yaml-nodes.ts'

/**
 * The YAML source that compiles to this document, as a person would have written it: what is a default is left out. A
 * document whose graph is wrong is printed all the same.
 */
export function decompile(document: ImportDocument): string {
  const source = new Document()
  source.contents = mappingNode(entriesOf(document))
  return source.toString({ lineWidth, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER })
}

function entriesOf(document: ImportDocument): Entries {
  const { scenario } = document
  const field = (name: keyof ScenarioFields & string): Entries[number] => [name, scenario[name]]
  const documentExtra = unknownFields(document, fieldOrder.document)
  return [
    field('title'),
    field('trigger_description'),
    field('examples'),
    field('exclusions'),
    ...Object.entries(scenarioDefaults).map(([name, value]) => withDefault(scenario, name, value)),
    field('clarification_label'),
    field('description'),
    field('exit_message'),
    ['flow', scenario.definition && decompileFlow(scenario.definition)],
    field('layout'),
    ['dependencies', document.dependencies],
    ['extra', unknownFields(scenario, fieldOrder.scenario)],
    ['document', documentExtra && { extra: documentExtra }],
  ]
}

/** The default is left out; null says that the document does not have the field. */
function withDefault(scenario: ScenarioFields, name: string, value: unknown): Entries[number] {
  if (scenario[name] === undefined) return [name, null]
  return [name, scenario[name] === value ? undefined : scenario[name]]
}
