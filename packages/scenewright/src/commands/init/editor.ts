import config from '@scenewright/schemas/config.schema.json' with { type: 'json' }
import conversationTest from '@scenewright/schemas/conversation-test.schema.json' with { type: 'json' }
import scenario from '@scenewright/schemas/scenario.schema.json' with { type: 'json' }
import { json } from '../../render/json.ts'

/** A file that a project begins with; its path is relative to the project's root. */
export interface StarterFile {
  readonly path: string
  readonly text: string
}

/** The schemas by which an editor explains, completes and checks a project's files. They go with this version. */
export const schemaFiles: readonly StarterFile[] = [
  { path: 'schemas/scenario.schema.json', text: json(scenario) },
  { path: 'schemas/config.schema.json', text: json(config) },
  { path: 'schemas/conversation-test.schema.json', text: json(conversationTest) },
]

/** Which files each schema is for, as VS Code's extension for YAML takes it. */
export const yamlSchemas = {
  './schemas/scenario.schema.json': ['*.scenario.yaml', '*.scenario.yml'],
  './schemas/conversation-test.schema.json': ['*.test.yaml', '*.test.yml'],
  './schemas/config.schema.json': ['scenewright.config.yaml'],
} as const

export const settingsPath = '.vscode/settings.json'

/** VS Code's settings of the project, and the extension that they are for. */
export const settingsFiles: readonly StarterFile[] = [
  { path: settingsPath, text: json({ 'yaml.schemas': yamlSchemas }) },
  { path: '.vscode/extensions.json', text: json({ recommendations: ['redhat.vscode-yaml'] }) },
]

/** The first line of a YAML file: it names the schema to any editor that has the YAML language server. */
export function modeline(path: string, schema: 'scenario' | 'config' | 'conversation-test'): string {
  const up = '../'.repeat(path.split('/').length - 1)
  return `# yaml-language-server: $schema=${up === '' ? './' : up}schemas/${schema}.schema.json\n`
}
