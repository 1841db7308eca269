import { formatKeymap, hoverTooltips, LSPClient, LSPPlugin, serverCompletion } from '@codemirror/lsp-client'
import type { Extension } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'
import type { Location } from 'vscode-languageserver-protocol'
import type { StudioEvent } from '../../../commands/studio/protocol.ts'

/** How a language client reaches the studio, and shows its files. */
export interface LanguageHost {
  /** Follows the events of a path. */
  readonly follow: (path: string, onEvent: (event: StudioEvent) => void, onEnd: () => void) => void
  readonly post: (path: string, body: unknown) => Promise<unknown>
  /** Shows a line of a file, from 1. */
  readonly show: (file: string, line: number) => void
}

/** A source in the messages of the language server. */
export interface LanguageFile {
  readonly file: string
  readonly uri: string
  readonly language: 'yaml' | 'typescript'
}

/** How long an answer may take, in milliseconds: at first, the server reads the project. */
const timeout = 30_000

/** The connection of all editors of the page, which the first one makes. */
let client: LSPClient | undefined

/**
 * What the project's language server adds to an editor: suggestions, hovers, formatting and definitions. The editor
 * works without it until it is connected.
 */
export function languageSupport(host: LanguageHost, { file, uri, language }: LanguageFile): Extension {
  client ??= connect(host)
  const folder = new URL('../'.repeat(file.split('/').length - 1) || '.', uri).href
  const go = (view: EditorView) => goToDefinition(view, folder, host)
  // The server leaves the fields of what is called "yaml" to another extension.
  return [client.plugin(uri, language === 'yaml' ? 'scenewright' : language), keymap.of([{ key: 'F12', run: go }])]
}

function connect({ follow, post }: LanguageHost): LSPClient {
  const created = new LSPClient({
    timeout,
    sanitizeHTML: onlyMarkup,
    extensions: [serverCompletion(), hoverTooltips(), keymap.of(formatKeymap)],
  })
  let receive: (message: string) => void = () => {}
  let stream = ''
  // One after the other: their order counts.
  let sent: Promise<unknown> = Promise.resolve()
  const transport = {
    send(message: string) {
      sent = sent.then(() => post(`/api/lsp?stream=${stream}`, JSON.parse(message))).catch(() => {})
    },
    subscribe(handler: (message: string) => void) {
      receive = handler
    },
    unsubscribe() {
      receive = () => {}
    },
  }
  const onEvent = (event: StudioEvent) => {
    if (event.type === 'lsp') receive(JSON.stringify(event.message))
    if (event.type !== 'ready') return
    stream = event.stream
    created.connect(transport).initializing.catch(() => {})
  }
  follow('/api/events?lsp=1', onEvent, () => created.disconnect())
  return created
}

/** Goes to the definition of the name at the cursor, in any file. */
function goToDefinition(view: EditorView, folder: string, { show }: LanguageHost): boolean {
  const plugin = LSPPlugin.get(view)
  if (plugin === null) return false
  const { client, uri } = plugin
  client.sync()
  const position = plugin.toPosition(view.state.selection.main.head)
  const found = client.request<object, Location | readonly Location[] | null>('textDocument/definition', {
    textDocument: { uri },
    position,
  })
  const go = (locations: Awaited<typeof found>) => {
    const [location] = [locations ?? []].flat()
    if (!location?.uri.startsWith(folder)) return
    show(decodeURIComponent(location.uri.slice(folder.length)), location.range.start.line + 1)
  }
  found.then(go, () => {})
  return true
}

/** What Markdown becomes, besides links. */
const markup: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'li', 'code', 'pre', 'em', 'strong', 'br', 'hr'])

/** Keeps elements of text, without attributes, and links to the web. Other elements become their text. */
function onlyMarkup(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('*')) {
    const href = element.localName === 'a' ? (element.getAttribute('href') ?? '') : ''
    const isLink = href.startsWith('https://')
    if (!isLink && !markup.has(element.localName)) element.replaceWith(element.textContent ?? '')
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
    if (!isLink) continue
    element.setAttribute('href', href)
    element.setAttribute('target', '_blank')
    element.setAttribute('rel', 'noopener noreferrer')
  }
  return body.innerHTML
}
