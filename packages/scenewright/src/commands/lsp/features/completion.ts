import { nodeTypes } from '@scenewright/model'
import type { LiveProject } from '@scenewright/workspace/live'
import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver'
import type { Feature } from '../feature.ts'
import { schemaFields } from '../schema-fields.ts'

/** The most items of an answer: an editor filters them by the letters that follow. */
const maxItems = 1000

/**
 * Completes names in YAML sources: ids of nodes, keys of scenarios, types, and rules in suppressions; and fields, unless
 * the client serves the document as plain YAML. It reads only the lines of the text, because a text that is being
 * written often does not parse.
 */
export const completion: Feature = {
  capabilities: () => ({ completionProvider: { triggerCharacters: [' ', '/', '['] } }),
  register(session) {
    session.connection.onCompletion(async ({ textDocument: { uri }, position }) => {
      const document = session.document(uri)
      const live = await session.live()
      if (document === undefined || live === undefined || !/\.ya?ml$/.test(uri)) return null
      const lines = document.getText().split('\n')
      const line = (lines[position.line] ?? '').slice(0, position.character)
      const items = itemsAt(live, lines, line) ?? (document.languageId === 'scenewright' ? fieldItems(uri, line) : [])
      return { isIncomplete: items.length > maxItems, items: items.slice(0, maxItems) }
    })
  },
}

/** The names that may follow the start of a line; undefined if no name belongs there. */
function itemsAt(live: LiveProject, lines: readonly string[], line: string): CompletionItem[] | undefined {
  if (/#\s*scenewright-ignore\s+[^\s:]*$/.test(line)) {
    return live.rules.map(({ id, summary }) => ({ label: id, detail: summary, kind: CompletionItemKind.Value }))
  }
  if (/(?:^|[\s{,-])(?:next|start|to|source|target):\s*\S*$/.test(line)) return nodeItems(nodeIdsIn(lines))
  if (/(?:^|[\s{,-])walk:\s*\[[^\]]*$/.test(line)) return nodeItems(allNodeIds(live))
  if (/(?:^|[\s{,-])(?:starts:\s*\S*|clarifies:\s*\[[^\]]*)$/.test(line)) {
    const keys = live.reports().flatMap(({ scenarios }) => scenarios.map(({ key }) => key))
    return [...keys, 'none'].map(label => ({ label, kind: CompletionItemKind.Class }))
  }
  if (/(?:^|[\s{,-])type:\s*\S*$/.test(line)) {
    return Object.values(nodeTypes).map(label => ({ label, kind: CompletionItemKind.EnumMember }))
  }
  return undefined
}

function nodeItems(ids: Iterable<string>): CompletionItem[] {
  return [...ids].map(label => ({ label, kind: CompletionItemKind.Field }))
}

/** The keys of the lines that are indented one step below `nodes:`. */
function nodeIdsIn(lines: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  let outer: number | undefined
  let inner: number | undefined
  for (const line of lines) {
    const [, space = '', name = ''] = /^(\s*)("[^"]*"|'[^']*'|[^\s#:'"][^:#]*):(?:\s|$)/.exec(line) ?? []
    if (name === '') continue
    if (outer !== undefined && space.length <= outer) outer = undefined
    if (outer === undefined) {
      if (name === 'nodes') [outer, inner] = [space.length, undefined]
      continue
    }
    inner ??= space.length
    if (space.length === inner) found.add(name.replaceAll(/^["']|["']$/g, ''))
  }
  return found
}

function allNodeIds(live: LiveProject): ReadonlySet<string> {
  return new Set(live.reports().flatMap(({ scenarios }) => scenarios.flatMap(({ nodes }) => nodes)))
}

/** The fields that may begin a line. */
function fieldItems(uri: string, line: string): CompletionItem[] {
  if (!/^\s*(?:- )*[a-z_]*$/.test(line)) return []
  return schemaFields(uri).map(({ name, description }) => ({
    label: name,
    insertText: `${name}: `,
    kind: CompletionItemKind.Property,
    ...(description !== undefined && { documentation: description }),
  }))
}
