import { canonicalJson } from '@scenewright/model/canonical-json'
import { addTo } from '@scenewright/model/collections'
import type { CompiledSource, SuppressionComment } from '@scenewright/model/compilation'
import { emitDocument } from '../emit/emit-document.ts'
import { createPlaces, type Places } from '../parse/places.ts'
import type { SourceNode } from '../parse/source-tree.ts'
import { lexemesOf } from '../parse/yaml/lexemes.ts'
import { parseYaml } from '../parse/yaml/parse-yaml.ts'

/** A suppression, and the parts that begin on the line that it covers, the first one first. */
interface Covered {
  readonly suppression: string
  readonly paths: readonly string[]
}

/** The parts of a text that formatting must not change. */
interface Meaning {
  /** The exact documents, or the plain value of anything that is not a scenario. */
  readonly content: string
  readonly findings: readonly string[]
  readonly comments: readonly string[]
  readonly suppressions: readonly Covered[]
}

/** Returns the meaning of a text. `compiled` is the result of compiling it. */
export async function readMeaning(text: string, compiled: CompiledSource): Promise<Meaning> {
  const places = createPlaces(compiled.file, text)
  const hasDocuments = compiled.isBound && compiled.tests === undefined
  // Documents without suppressions already contain the whole meaning of a text.
  const isInDocuments = hasDocuments && compiled.suppressions.length === 0
  const root = isInDocuments
    ? undefined
    : (await parseYaml({ text, places, repeatableKeys: ['flow', 'nodes'] })).roots[0]?.node
  return {
    content: hasDocuments ? contentOf(compiled) : canonicalJson(root?.value ?? null),
    findings: compiled.findings.map(({ rule, message }) => `${rule} ${message}`).sort(),
    comments: readComments(text).sort(),
    suppressions: coveredBy(compiled.suppressions, root, places),
  }
}

/** The name of the first part that differs, or undefined. */
export function findDifference(before: Meaning, after: Meaning): string | undefined {
  const parts = ['content', 'findings', 'comments'] as const
  const differing = parts.find(part => JSON.stringify(before[part]) !== JSON.stringify(after[part]))
  return differing ?? (coverTheSame(before.suppressions, after.suppressions) ? undefined : 'suppressions')
}

function contentOf({ scenarios }: CompiledSource): string {
  return scenarios
    .map(
      ({ document, key, isActive, renamedFrom }) =>
        JSON.stringify([key, isActive, renamedFrom]) + emitDocument(document),
    )
    .join('')
}

function readComments(text: string): string[] {
  const lexemes = [...lexemesOf(text)].filter(lexeme => lexeme.text.startsWith('#'))
  return lexemes.map(lexeme => lexeme.text.trimEnd())
}

/** Returns the part that each suppression of a source covers. */
function coveredBy(
  suppressions: readonly SuppressionComment[],
  root: SourceNode | undefined,
  places: Places,
): readonly Covered[] {
  if (suppressions.length === 0 || root === undefined) return []
  const paths = pathsByLine(root, places)
  return suppressions.map(({ rule, reason, line }) => {
    return { suppression: `${rule}: ${reason}`, paths: paths.get(line) ?? [] }
  })
}

/**
 * Whether every suppression covers the part that it covered first, and before it only the parts that contain it. One
 * that covered nothing may be anywhere.
 */
function coverTheSame(before: readonly Covered[], after: readonly Covered[]): boolean {
  const left = [...after]
  return before.every(one => {
    const match = left.findIndex(other => isSame(one, other))
    if (match !== -1) left.splice(match, 1)
    return match !== -1
  })
}

function isSame(before: Covered, after: Covered): boolean {
  const [path] = before.paths
  if (before.suppression !== after.suppression) return false
  if (path === undefined) return true
  const place = after.paths.indexOf(path)
  return place !== -1 && after.paths.slice(0, place).every(holder => path.startsWith(`${holder}/`))
}

function pathsByLine(root: SourceNode, places: Places): ReadonlyMap<number, readonly string[]> {
  const paths = new Map<number, string[]>()
  const begins = (offset: number, path: string) => {
    const line = places.line(offset)
    addTo(paths, line, path)
  }
  const visit = (node: SourceNode, path: string): void => {
    if (node.kind === 'scalar') begins(node.start, path)
    for (const [index, item] of node.kind === 'list' ? node.items.entries() : []) {
      begins(item.start, `${path}/${index}`)
      visit(item, `${path}/${index}`)
    }
    for (const { slot, key, value } of node.kind === 'mapping' ? node.fields : []) {
      begins(key.start, `${path}/${slot}`)
      visit(value, `${path}/${slot}`)
    }
  }
  visit(root, '')
  return paths
}
