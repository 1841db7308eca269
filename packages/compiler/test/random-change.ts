import type { Change, CompiledScenario, DocumentPath, JsonValue } from '@scenewright/model/compilation'
import fc from 'fast-check'
import { ts } from 'ts-morph'
import { Lexer } from 'yaml'

const word = fc.constantFrom(
  'new',
  'a: b',
  "it's",
  '# no',
  'say "so"',
  '12',
  'true',
  'one\ntwo',
  ' x ',
  'END',
  'node_9',
)
/** What a random change is made from. */
export const wish = fc.record({
  kind: fc.constantFrom(
    'set',
    'set a field',
    'insert a field',
    'insert an item',
    'insert a node',
    'insert an edge',
    'remove an item',
    'remove a field',
    'remove a node',
    'remove an edge',
    'rename a node',
    'rename the key',
    'move an item',
    'move a node',
    'move an edge',
  ),
  pick: fc.nat(),
  other: fc.nat(),
  text: word,
})
export type Wish = typeof wish extends fc.Arbitrary<infer Value> ? Value : never

type Fields = Record<string, unknown>

/** A change of the kind in a document, and the document that it should give. Undefined if there is nothing to change. */
export function asked(
  { document, key }: CompiledScenario,
  { kind, pick, other, text }: Wish,
): [Change, unknown] | undefined {
  const copy = structuredClone(document) as unknown as { scenario: Fields & { definition: Flow } }
  const { scenario } = copy
  const { nodes, edges } = scenario.definition
  const definition = ['scenario', 'definition']
  const [node, edge] = [pick % Math.max(1, nodes.length), pick % Math.max(1, edges.length)]
  const lists = (['examples', 'exclusions'] as const).filter(name => Array.isArray(scenario[name]))
  const list = lists[other % Math.max(1, lists.length)] ?? 'examples'
  const items = (scenario[list] ?? []) as string[]
  const item = pick % Math.max(1, items.length)
  switch (kind) {
    case 'set': {
      const scalars = scalarsOf(scenario)
      const path = scalars[pick % scalars.length] ?? []
      const value = typeof at(copy, path) === 'number' ? other % 100 : text
      put(copy, path, value)
      return [{ kind: 'set', path, value }, copy]
    }
    case 'set a field':
    case 'insert a field': {
      const fields: readonly (readonly [DocumentPath, JsonValue])[] = [
        [['scenario', 'description'], text],
        [['scenario', 'clarification_label'], text],
        [['scenario', 'min_confidence'], 50 + (other % 50)],
        [['scenario', 'allow_repeat_in_dialogue'], true],
        [[...definition, 'nodes', node, 'title'], text],
        [[...definition, 'edges', edge, 'priority'], other % 9],
      ]
      const [path, value] = fields[other % fields.length] ?? [[], null]
      const holder = at(copy, path.slice(0, -1))
      if (holder === undefined) return undefined
      put(copy, path, value)
      if (kind === 'insert a field') return [{ kind: 'insert', path, value }, copy]
      return typeof value === 'object' ? undefined : [{ kind: 'set', path, value }, copy]
    }
    case 'insert an item': {
      const index = pick % (items.length + 1)
      scenario[list] = items.toSpliced(index, 0, text)
      return [{ kind: 'insert', path: ['scenario', list, index], value: text }, copy]
    }
    case 'insert a node': {
      const index = pick % (nodes.length + 1)
      const id = `${text}_${other % 7}`
      const value: JsonValue & Fields =
        other % 2 === 0 ? { id, type: 'END', title: id } : { id, type: 'FIXED_REPLY', title: text, text: `${text}!` }
      if (nodes.length === 0) scenario.definition.start_node_id ||= id
      nodes.splice(index, 0, value)
      return [{ kind: 'insert', path: [...definition, 'nodes', index], value }, copy]
    }
    case 'insert an edge': {
      const source = String(nodes[node]?.id)
      const target = String(nodes[other % Math.max(1, nodes.length)]?.id)
      const value = { source, target, ...(other % 3 === 0 && { priority: 7 }) }
      const last = edges.findLastIndex(each => each.source === source)
      edges.splice(last + 1, 0, { condition: { type: 'ALWAYS' }, ...value })
      return [{ kind: 'insert', path: [...definition, 'edges'], value }, copy]
    }
    case 'remove an item':
      scenario[list] = items.toSpliced(item, 1)
      return items.length === 0 ? undefined : [{ kind: 'remove', path: ['scenario', list, item] }, copy]
    case 'remove a field': {
      const names = ['description', 'clarification_label', 'exit_message', 'layout'].filter(name => name in scenario)
      const name = names[other % Math.max(1, names.length)]
      if (name === undefined) return undefined
      delete scenario[name]
      return [{ kind: 'remove', path: ['scenario', name] }, copy]
    }
    case 'remove a node': {
      const [removed] = nodes.splice(node, 1)
      scenario.definition.edges = edges.filter(({ source, target }) => ![source, target].includes(removed?.id))
      return removed && [{ kind: 'remove', path: [...definition, 'nodes', node] }, copy]
    }
    case 'remove an edge':
      edges.splice(edge, 1)
      return edges.length === document.scenario.definition.edges.length
        ? undefined
        : [{ kind: 'remove', path: [...definition, 'edges', edge] }, copy]
    case 'rename a node': {
      const to = `${text} ${other % 5}`
      const renamed = nodes[node]
      const from = renamed?.id
      if (renamed === undefined) return undefined
      renamed.id = to
      if (renamed.title === from) renamed.title = to
      if (scenario.definition.start_node_id === from) scenario.definition.start_node_id = to
      for (const each of edges) {
        if (each.source === from) each.source = to
        if (each.target === from) each.target = to
      }
      return [{ kind: 'renameKey', path: [...definition, 'nodes', node], to }, copy]
    }
    case 'rename the key':
      return [{ kind: 'renameKey', path: ['key'], to: `${key}-new` }, copy]
    case 'move an item': {
      if (items.length === 0) return undefined
      const to = other % items.length
      scenario[list] = moved(items, item, to)
      return [{ kind: 'move', path: ['scenario', list, item], to }, copy]
    }
    case 'move a node': {
      const to = other % Math.max(1, nodes.length)
      scenario.definition.nodes = moved(nodes, node, to)
      return [{ kind: 'move', path: [...definition, 'nodes', node], to }, copy]
    }
    case 'move an edge': {
      const to = other % Math.max(1, edges.length)
      scenario.definition.edges = moved(edges, edge, to)
      return [{ kind: 'move', path: [...definition, 'edges', edge], to }, copy]
    }
  }
}

interface Flow {
  start_node_id: string
  nodes: Fields[]
  edges: Fields[]
}

function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1))
}

/** The paths of the scalars of a scenario that a source may say, but for ids and types. */
function scalarsOf(value: unknown, path: DocumentPath = ['scenario']): readonly DocumentPath[] {
  if (value === null || typeof value !== 'object') {
    return ['id', 'source', 'type', 'start_node_id'].includes(String(path.at(-1))) ? [] : [path]
  }
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([name, inner]) => scalarsOf(inner, [...path, isList ? Number(name) : name]))
}

function at(value: unknown, path: DocumentPath): unknown {
  return path.reduce<unknown>((part, step) => (part as Fields | undefined)?.[step], value)
}

function put(value: unknown, path: DocumentPath, content: unknown): void {
  const holder = at(value, path.slice(0, -1)) as Fields
  holder[String(path.at(-1))] = content
}

/**
 * A document without what follows from the rest where it is not written: the ids and the priorities of edges, and the
 * order of the edges of different nodes.
 */
export function comparable(document: unknown): unknown {
  const { scenario } = document as { scenario: Fields & { definition: Flow } }
  const { definition, ...fields } = scenario
  const sources = [...new Set(definition.edges.map(({ source }) => source))].toSorted()
  const edges = sources.map(source => {
    return definition.edges
      .filter(edge => edge.source === source)
      .map(({ id: _id, priority: _priority, ...edge }) => edge)
  })
  return { ...fields, definition: { ...definition, edges } }
}

/** The comments in a source that a change keeps, sorted: the suppressions of what is removed go with it. */
export function lastingComments(text: string, file: string, { kind }: Change): readonly string[] {
  return comments(text, file)
    .filter(comment => kind !== 'remove' || !comment.includes('scenewright-ignore'))
    .toSorted()
}

/** The comments in a source. */
function comments(text: string, file: string): readonly string[] {
  if (file.endsWith('.yaml')) {
    return [...new Lexer().lex(text)].filter(lexeme => lexeme.startsWith('#')).map(lexeme => lexeme.trimEnd())
  }
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text)
  const found: string[] = []
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const isComment = kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.MultiLineCommentTrivia
    if (isComment) found.push(text.slice(scanner.getTokenStart(), scanner.getTokenEnd()))
  }
  return found
}
