import { isPlain, quoted } from '@scenewright/compiler/format'
import { alwaysCondition, nodeTypes } from '@scenewright/model'
import { noScenario } from '@scenewright/model/conversation-tests'
import type { LiveProject } from '@scenewright/workspace/live'
import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { Feature } from '../feature.ts'
import { offsetAt } from '../positions.ts'
import { schemaFields, schemaValues } from '../schema-fields.ts'
import { namesInBraces, unquoted, type YamlPath, yamlPathAt } from '../yaml-path.ts'

/** The most items of an answer: an editor filters them by the letters that follow. */
const maxItems = 1000

/**
 * Completes names in YAML: ids of nodes, keys of scenarios, and rules in suppressions and in the config; types, listed
 * values and fields, unless the client serves the document as plain YAML. It reads the lines of the text alone, because
 * a text that is being written often does not parse.
 */
export const completion: Feature = {
  capabilities: () => ({ completionProvider: { triggerCharacters: [' ', '/', '[', '{', ','] } }),
  register(session) {
    session.connection.onCompletion(async ({ textDocument: { uri }, position }) => {
      const document = session.document(uri)
      const live = await session.live()
      const file = live && session.fileOf(live, uri)
      if (document === undefined || live === undefined || file === undefined || !/\.ya?ml$/.test(uri)) return null
      const text = document.getText()
      const before = text.slice(0, offsetAt(text, session.position(live, file, position)))
      const items = itemsAt({ live, document }, before)
      const { typed, quote } = typedAt(before)
      const width = session.client().encoding === 'utf-8' ? Buffer.byteLength(typed) : typed.length
      const range = { start: { ...position, character: position.character - width }, end: position }
      return {
        isIncomplete: items.length > maxItems,
        items: items.slice(0, maxItems).map(({ insertText, ...item }) => {
          const newText = quote === undefined ? (insertText ?? item.label) : escaped(item.label, quote)
          return { ...item, textEdit: { range, newText } }
        }),
      }
    })
  },
}

interface OpenText {
  readonly live: LiveProject
  readonly document: TextDocument
}

/** The items that may follow a text. */
function itemsAt(opened: OpenText, before: string): CompletionItem[] {
  const { live, document } = opened
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (/#\s*scenewright-ignore\s+[^\s:]*$/.test(line)) return ruleItems(live)
  if (/(?:^|\s)#/.test(withoutQuoted(line))) return []
  const at = yamlPathAt(before)
  const names = namesAt(opened, at)
  if (names !== undefined) return names.map(withQuotes)
  if (document.languageId !== 'scenewright') return []
  return [
    ...(at.isValue ? typeItems(schemaValues(document.uri, at.path)) : []),
    ...(at.isName ? fieldItems(document.uri, at.path) : []),
  ]
}

/** A line without its texts in quotes, the last of which may be open: there, `#` begins no comment. */
function withoutQuoted(line: string): string {
  return line.replace(/((?:^|[-:,[{])\s*)(?:"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?)/g, '$1')
}

interface Typed {
  /** What is replaced. Editors disagree about where a name such as `billing/refund` or `it's` begins. */
  readonly typed: string
  /** The quote before it; undefined if there is none. */
  readonly quote?: string | undefined
}

/** The part of a name at the end of a text. */
function typedAt(before: string): Typed {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const [, rule] = /#\s*scenewright-ignore\s+(\S*)$/.exec(line) ?? []
  if (rule !== undefined) return { typed: rule }
  const [, double, single] = /(?:^|[-:,[{])\s*(?:"((?:[^"\\]|\\.)*)|'((?:[^']|'')*))$/.exec(line) ?? []
  if (double !== undefined) return { typed: double, quote: '"' }
  if (single !== undefined) return { typed: single, quote: "'" }
  const [, typed = ''] = /^\s*(?:- +)*(?:.*(?:[,[{]|:(?=\s)))?\s*(?:[&!]\S*\s+)*(.*)$/.exec(line) ?? []
  return { typed }
}

/** A name as it is written between quotes. */
function escaped(name: string, quote: string): string {
  return quote === "'" ? name.replaceAll("'", "''") : JSON.stringify(name).slice(1, -1)
}

/** An item whose text gets quotes if YAML would read it as something else. */
function withQuotes(item: CompletionItem): CompletionItem {
  const { label, insertText } = item
  return insertText !== undefined || isPlain(label, true) ? item : { ...item, insertText: quoted(label) }
}

/** The names of a project that belong at a path; undefined if none do. */
function namesAt({ live, document }: OpenText, { path, isName, isValue }: YamlPath): CompletionItem[] | undefined {
  const { uri } = document
  const field = path.at(-1) === '[]' ? path.at(-2) : path.at(-1)
  if (uri.endsWith('.config.yaml')) {
    if (isName && field === 'rules') return ruleItems(live, ': ')
    return !isName && field === 'rule' ? ruleItems(live) : undefined
  }
  if (!isValue) return undefined
  if (/\.test\.ya?ml$/.test(uri)) {
    if (field === 'walk')
      return nodeItems(new Set(live.reports().flatMap(({ scenarios }) => scenarios.flatMap(nodesOf))))
    if (field !== 'starts' && field !== 'clarifies') return undefined
    const keys = live.reports().flatMap(({ scenarios }) => scenarios.map(({ key }) => key))
    const names = field === 'starts' ? [...keys, noScenario] : keys
    return names.map(label => ({ label, kind: CompletionItemKind.Class }))
  }
  if (field === 'type' && path.includes('condition')) {
    return typeItems([alwaysCondition, ...Object.keys(live.project.config.extensions?.conditions ?? {})])
  }
  if (field === 'type' && path.includes('nodes')) {
    return typeItems([...Object.values(nodeTypes), ...Object.keys(live.project.config.extensions?.nodes ?? {})])
  }
  const isTarget = path[0] === 'flow' && ['next', 'start', 'to', 'source', 'target'].includes(field ?? '')
  return isTarget ? nodeItems(nodeIdsIn(document.getText())) : undefined
}

function nodesOf({ nodes }: { readonly nodes: readonly string[] }): readonly string[] {
  return nodes
}

function ruleItems({ rules }: LiveProject, suffix = ''): CompletionItem[] {
  return rules.map(({ id, summary }) => ({
    label: id,
    detail: summary,
    kind: CompletionItemKind.Value,
    ...(suffix !== '' && { insertText: `${id}${suffix}` }),
  }))
}

function nodeItems(ids: Iterable<string>): CompletionItem[] {
  return [...ids].map(label => ({ label, kind: CompletionItemKind.Field }))
}

function typeItems(values: readonly string[]): CompletionItem[] {
  return values.map(label => ({ label, kind: CompletionItemKind.EnumMember }))
}

/** The fields that a mapping at a path may have. */
function fieldItems(uri: string, path: readonly string[]): CompletionItem[] {
  return schemaFields(uri, path).map(({ name, description }) => ({
    label: name,
    insertText: `${name}: `,
    kind: CompletionItemKind.Property,
    ...(description !== undefined && { documentation: description }),
  }))
}

/** The names in the braces of `nodes`, or on the lines that are indented one step below it. */
function nodeIdsIn(text: string): ReadonlySet<string> {
  const lines = text.split('\n')
  const [, braces] = /^[ \t]*nodes:[ \t]*(\{[\s\S]*)/m.exec(text) ?? []
  const found = new Set<string>(braces === undefined ? [] : namesInBraces(braces))
  let outer: number | undefined
  let inner: number | undefined
  for (const line of lines) {
    const [, space = '', name = ''] =
      /^(\s*)("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#:'"][^:#]*):(?:\s|$)/.exec(line) ?? []
    if (name === '') continue
    if (outer !== undefined && space.length <= outer) outer = undefined
    if (outer === undefined) {
      if (name === 'nodes') [outer, inner] = [space.length, undefined]
      continue
    }
    inner ??= space.length
    if (space.length === inner) found.add(unquoted(name))
  }
  return found
}
