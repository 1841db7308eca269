import type { SchemaFlaw, SchemaPart } from './extension-schema.ts'
import { isSchema } from './schema-at.ts'

/** A regular expression that takes linear time. */
export interface Pattern {
  test(text: string): boolean
  /** About how many steps it takes a character. */
  programSize(): number
}

/** The patterns of a schema by their text, or the first that is none. The library is loaded where there is one. */
export async function patternsOf(
  parts: readonly SchemaPart[],
): Promise<{ readonly patterns: ReadonlyMap<string, Pattern> } | { readonly flaw: SchemaFlaw }> {
  const patterns = new Map<string, Pattern>()
  const used = parts.flatMap(patternTexts)
  if (used.length === 0) return { patterns }
  const { RE2JS } = await import('re2js')
  for (const { text, path } of used) {
    try {
      patterns.set(text, RE2JS.compile(RE2JS.translateRegExp(text)))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const help = 'Patterns run in linear time: they have no look-around and no references back.'
      return { flaw: { path, message: `The pattern ${text} is not taken: ${reason}`, help } }
    }
  }
  return { patterns }
}

/** The texts of a schema's own patterns: that of its value, and those of its fields' names. */
function patternTexts({
  part,
  path,
}: SchemaPart): readonly { readonly text: string; readonly path: SchemaPart['path'] }[] {
  const { pattern, patternProperties } = part
  const own = typeof pattern === 'string' ? [{ text: pattern, path: [...path, 'pattern'] }] : []
  const names = isSchema(patternProperties) ? Object.keys(patternProperties) : []
  return [...own, ...names.map(text => ({ text, path: [...path, 'patternProperties', text] }))]
}
