import { fieldOrder, type ImportDocument, type ScenarioFields, scenarioDefaults } from '@scenewright/model'
import { type Fields, layoutOf, mappingOf, scalarOf } from '../format/layout.ts'
import { printYaml } from '../format/print-yaml.ts'
import { decompileFlow } from './decompile-flow.ts'
import { opaque, opaqueFields } from './opaque.ts'
import { printTypescript } from './print-typescript.ts'
import { unknownFields } from './unknown-fields.ts'

/** A language that sources are written in. */
export type SourceLanguage = 'yaml' | 'ts'

/**
 * The source that compiles to this document, as a person would have written it: what is a default is left out. A
 * document whose graph is wrong is printed all the same.
 */
export function decompile(document: ImportDocument, language: SourceLanguage = 'yaml'): string {
  const root = mappingOf(fieldsOf(document))
  return language === 'ts' ? printTypescript(root) : printYaml(root)
}

function fieldsOf(document: ImportDocument): Fields {
  const { scenario } = document
  const field = (name: keyof ScenarioFields & string): Fields[number] => [name, layoutOf(scenario[name])]
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
    ['layout', opaqueFields(scenario.layout)],
    ['dependencies', opaqueFields(document.dependencies)],
    ['extra', opaqueFields(unknownFields(scenario, fieldOrder.scenario))],
    ['document', documentExtra && mappingOf([['extra', opaqueFields(documentExtra)]])],
  ]
}

/** The default is left out; null says that the document does not have the field. */
function withDefault(scenario: ScenarioFields, name: string, value: unknown): Fields[number] {
  if (scenario[name] === undefined) return [name, scalarOf(null)]
  return [name, opaque(scenario[name] === value ? undefined : scenario[name])]
}
