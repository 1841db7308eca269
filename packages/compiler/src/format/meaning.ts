import { type CompiledSource, canonicalJson } from '@scenewright/model'
import { emitDocument } from '../emit/emit-document.ts'
import { createPlaces, type Places } from '../parse/places.ts'
import type { SourceNode } from '../parse/source-tree.ts'
import { lexemesOf } from '../parse/yaml/lexemes.ts'
import { parseYaml } from '../parse/yaml/parse-yaml.ts'

/** All of a text that its form may not change. */
interface Meaning {
  /** The documents byte for byte, or the plain value of what is no scenario. */
  readonly content: string
  readonly findings: readonly string[]
  readonly comments: readonly string[]
  /** Each suppression, and the field or item that it covers first. */
  readonly suppressions: readonly string[]
  /** The lines, from 1, that suppressions cover. */
  readonly coveredLines: ReadonlySet<number>
}

/** What a text means. `compiled` is what became of it. */
export async function meaningOf(text: string, compiled: CompiledSource): Promise<Meaning> {
  const places = createPlaces(compiled.file, text)
  const { roots } = await parseYaml({ text, places, repeatableKeys: ['flow', 'nodes'] })
  const root = roots[0]?.node
  const covered = compiled.suppressions.map(({ line }) => line)
  const firsts = covered.length === 0 || root === undefined ? new Map<number, string>() : firstPaths(root, places)
  return {
    content: compiled.isBound ? contentOf(compiled) : canonicalJson(root?.value ?? null),
    findings: compiled.findings.map(({ rule, message }) => `${rule} ${message}`).sort(),
    comments: commentsOf(text).sort(),
    suppressions: compiled.suppressions.map(({ rule, reason, line }) => `${rule} ${reason} ${firsts.get(line)}`).sort(),
    coveredLines: new Set(covered),
  }
}

/** The name of the first part that differs, or undefined. */
export function differenceOf(before: Meaning, after: Meaning): string | undefined {
  const parts = ['content', 'findings', 'comments', 'suppressions'] as const
  return parts.find(part => JSON.stringify(before[part]) !== JSON.stringify(after[part]))
}

function contentOf({ scenarios }: CompiledSource): string {
  return scenarios
    .map(
      ({ document, key, isActive, renamedFrom }) =>
        JSON.stringify([key, isActive, renamedFrom]) + emitDocument(document),
    )
    .join('')
}

function commentsOf(text: string): string[] {
  const lexemes = [...lexemesOf(text)].filter(lexeme => lexeme.text.startsWith('#'))
  return lexemes.map(lexeme => lexeme.text.trimEnd())
}

/** The path of the first field or item that begins in each line. */
function firstPaths(root: SourceNode, places: Places): ReadonlyMap<number, string> {
  const paths = new Map<number, string>()
  const begins = (offset: number, path: string) => {
    const line = places.line(offset)
    if (!paths.has(line)) paths.set(line, path)
  }
  const visit = (node: SourceNode, path: string): void => {
    if (node.kind === 'scalar') begins(node.start, path)
    for (const [index, item] of node.kind === 'list' ? node.items.entries() : []) {
      begins(item.start, `${path}/${index}`)
      visit(item, `${path}/${index}`)
    }
    if (node.kind !== 'mapping') return
    for (const { slot, key, value } of node.fields) {
      begins(key.start, `${path}/${slot}`)
      visit(value, `${path}/${slot}`)
    }
  }
  visit(root, '')
  return paths
}
