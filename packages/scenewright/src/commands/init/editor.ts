import config from '@scenewright/schemas/config.schema.json' with { type: 'json' }
import conversationTest from '@scenewright/schemas/conversation-test.schema.json' with { type: 'json' }
import scenario from '@scenewright/schemas/scenario.schema.json' with { type: 'json' }
import { json } from '../../render/json.ts'

/** A file of a starter project; its path is relative to the project's root. */
export interface StarterFile {
  readonly path: string
  readonly text: string
}

/** The schemas with which an editor explains, completes and checks a project's files. They belong to this version. */
export const schemaFiles: readonly StarterFile[] = [
  { path: 'schemas/scenario.schema.json', text: json(scenario) },
  { path: 'schemas/config.schema.json', text: json(config) },
  { path: 'schemas/conversation-test.schema.json', text: json(conversationTest) },
]

/** The files of each schema, in the form for VS Code's YAML extension. */
export const yamlSchemas = {
  './schemas/scenario.schema.json': ['*.scenario.yaml', '*.scenario.yml'],
  './schemas/conversation-test.schema.json': ['*.test.yaml', '*.test.yml'],
  './schemas/config.schema.json': ['scenewright.config.yaml'],
} as const

export const settingsPath = '.vscode/settings.json'

/** The project's settings for VS Code, and the extension that uses them. */
export const settingsFiles: readonly StarterFile[] = [
  { path: settingsPath, text: json({ 'yaml.schemas': yamlSchemas }) },
  { path: '.vscode/extensions.json', text: json({ recommendations: ['redhat.vscode-yaml'] }) },
]

/** The first line of a YAML file: it names the schema for any editor with the YAML language server. */
export function modeline(path: string, schema: 'scenario' | 'config' | 'conversation-test'): string {
  const up = '../'.repeat(path.split('/').length - 1)
  return `# yaml-language-server: $schema=${up === '' ? './' : up}schemas/${schema}.schema.json\n`
}
