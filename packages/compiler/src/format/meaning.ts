import { type CompiledSource, canonicalJson } from '@scenewright/model'
import { emitDocument } from '../emit/emit-document.ts'
import { createPlaces } from '../parse/places.ts'
import { lexemesOf } from '../parse/yaml/lexemes.ts'
import { parseYaml } from '../parse/yaml/parse-yaml.ts'
import { type Covered, coveredBy, coverTheSame } from './covered.ts'

/** All of a text that its form may not change. */
interface Meaning {
  /** The documents byte for byte, or the plain value of what is no scenario. */
  readonly content: string
  readonly findings: readonly string[]
  readonly comments: readonly string[]
  readonly suppressions: readonly Covered[]
}

/** What a text means. `compiled` is what became of it. */
export async function meaningOf(text: string, compiled: CompiledSource): Promise<Meaning> {
  const places = createPlaces(compiled.file, text)
  const hasDocuments = compiled.isBound && compiled.tests === undefined
  // Documents without suppressions have told all of a text's meaning already.
  const isTold = hasDocuments && compiled.suppressions.length === 0
  const root = isTold
    ? undefined
    : (await parseYaml({ text, places, repeatableKeys: ['flow', 'nodes'] })).roots[0]?.node
  return {
    content: hasDocuments ? contentOf(compiled) : canonicalJson(root?.value ?? null),
    findings: compiled.findings.map(({ rule, message }) => `${rule} ${message}`).sort(),
    comments: commentsOf(text).sort(),
    suppressions: coveredBy(compiled.suppressions, root, places),
  }
}

/** The name of the first part that differs, or undefined. */
export function differenceOf(before: Meaning, after: Meaning): string | undefined {
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

function commentsOf(text: string): string[] {
  const lexemes = [...lexemesOf(text)].filter(lexeme => lexeme.text.startsWith('#'))
  return lexemes.map(lexeme => lexeme.text.trimEnd())
}
