import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** What an editor shows of YAML files whose first line names their schema. A bar in a text is the cursor. */
export interface YamlEditor {
  /** What is offered at the cursor: names or values, each with its explanation. */
  offers(text: string): Promise<ReadonlyMap<string, string>>
  /** What is said of the word behind the cursor. */
  explains(text: string): Promise<string>
  /** The complaints about a text: line from 1, and message. */
  complains(text: string): Promise<readonly string[]>
}

type Service = typeof import('yaml-language-server/lib/umd/languageservice/yamlLanguageService.js')
type Settings = typeof import('yaml-language-server/lib/umd/yamlSettings.js')
type LanguageService = ReturnType<Service['getLanguageService']>
type TextDocument = Parameters<LanguageService['doHover']>[0]
interface Documents {
  readonly TextDocument: { create(uri: string, language: string, version: number, text: string): TextDocument }
}

// It is CommonJS in a wrapper, whose names an import does not see; the documents are its own dependency's.
const require = createRequire(import.meta.url)
const library = require.resolve('yaml-language-server/lib/umd/yamlSettings.js')
const { SettingsState } = require(library) as Settings
const { getLanguageService } = createRequire(library)('./languageservice/yamlLanguageService.js') as Service
const { TextDocument } = createRequire(library)('vscode-languageserver-textdocument') as Documents

/** The language server that VS Code and others use for YAML. Every text is taken for the file of that address. */
export function openYamlEditor(folder: string): YamlEditor {
  const service = startService()
  let opened = 0
  const open = (text: string) => {
    const at = text.indexOf('|')
    opened += 1
    // The server keeps what it has parsed by address.
    const document = TextDocument.create(
      new URL(`${opened}.yaml`, folder).href,
      'yaml',
      1,
      at < 0 ? text : text.replace('|', ''),
    )
    return { document, position: document.positionAt(Math.max(at, 0)) }
  }
  return {
    async offers(text) {
      const { document, position } = open(text)
      const { items } = await service.doComplete(document, position, false)
      return new Map(items.map(({ label, documentation }) => [label, plain(documentation)]))
    },
    async explains(text) {
      const { document, position } = open(text)
      const hover = await service.doHover(document, position)
      return plain(hover?.contents)
    },
    async complains(text) {
      const found = await service.doValidation(open(text).document, false)
      return found.map(({ range, message }) => `${range.start.line + 1} ${message}`)
    },
  }
}

function startService(): LanguageService {
  const service = getLanguageService({
    schemaRequestService: async uri => readFileSync(fileURLToPath(uri), 'utf8'),
    workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
    yamlSettings: new SettingsState(),
    clientCapabilities: {},
  })
  service.configure({ validate: true, hover: true, completion: true, hoverSchemaSource: false })
  return service
}

/** The text of an explanation, without the marks that Markdown needs. */
function plain(content: unknown): string {
  const value = typeof content === 'object' && content !== null && 'value' in content ? content.value : content
  return String(value ?? '').replaceAll('\\', '')
}
