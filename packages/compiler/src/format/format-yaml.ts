import { type Finding, InternalError } from '@scenewright/model'
import type { CompiledSource } from '@scenewright/model/compilation'
import { lineEndOf, withLineEnd } from '@scenewright/model/text'
import { compileSource } from '../compile-source.ts'
import { parseYaml } from '../parse/yaml/parse-yaml.ts'
import { attachComments } from './attach-comments.ts'
import { printFile, splitHeader } from './file-header.ts'
import { findDifference, readMeaning } from './meaning.ts'
import { readLayout } from './read-layout.ts'
import { tidy } from './tidy.ts'

/** A text in its canonical form, or the reason why it cannot be read. */
export type Formatting =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly findings: readonly Finding[] }

/**
 * Formats the text of a YAML file in its one canonical form: same document, same comments at the same entries. Every
 * line ends as the first one did. A text that does not parse has findings instead. If the form had another meaning than
 * the text, that is an InternalError.
 */
export async function formatYaml(file: string, text: string): Promise<Formatting> {
  const formatting = await formatLf(file, withLineEnd(text.replace(/^\ufeff/, ''), '\n'))
  return formatting.ok ? { ok: true, text: withLineEnd(formatting.text, lineEndOf(text)) } : formatting
}

async function formatLf(file: string, source: string): Promise<Formatting> {
  const compiled = await compileSource({ file, key: 'a', text: source }, parseYaml)
  const unread = compiled.findings.filter(({ rule }) => rule === 'source/syntax')
  if (unread.length > 0) return { ok: false, findings: unread }
  const before = await readMeaning(source, compiled)
  const formatted = formattedText(source, compiled)
  if (formatted === source) return { ok: true, text: source }
  const after = await readMeaning(formatted, await compileSource({ file, key: 'a', text: formatted }, parseYaml))
  const difference = findDifference(before, after)
  if (difference === undefined) return { ok: true, text: formatted }
  throw new InternalError(`"${file}" cannot be formatted: its ${difference} would change`)
}

function formattedText(text: string, { suppressions, isBound, tests }: CompiledSource): string {
  const read = readLayout(text)
  if (read === undefined) return text
  const layout = attachComments(read, text, suppressions)
  const { header, body } = splitHeader(layout)
  return readDirectives(text) + printFile(header, isBound && tests === undefined ? tidy(body) : body)
}

/** The directives of the YAML document; they end with `---`. */
function readDirectives(text: string): string {
  const lines = text.split('\n')
  const end = lines.findIndex(line => /^---(\s|$)/.test(line))
  const directives = lines.slice(0, Math.max(0, end)).filter(line => line.startsWith('%'))
  return directives.length === 0 ? '' : [...directives.map(line => line.trimEnd()), '---', ''].join('\n')
}
