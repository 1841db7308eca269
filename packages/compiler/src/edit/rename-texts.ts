import type { Edit, Place, Position } from '@scenewright/model'
import { replaceLiteral } from './replace-literal.ts'

interface Renaming {
  readonly from: string
  readonly to: string
}

/**
 * The edits that replace a text at all of these places of one file of YAML, JSON or TypeScript, each in its present
 * quotes. Undefined if one of them is not written there, but comes from an alias, a constant or a call.
 */
export function renameTexts(
  text: string,
  places: readonly Place[],
  { from, to }: Renaming,
): readonly Edit[] | undefined {
  const offset = createOffsets(text)
  const edits: Edit[] = []
  for (const { file, range } of places) {
    const literal = { start: offset(range.start), end: offset(range.end), value: from }
    const language = file.endsWith('.ts') ? 'typescript' : 'yaml'
    const splice = replaceLiteral(text, literal, to, { language, isInline: true })
    if (splice === undefined) return undefined
    edits.push({ file, range, text: splice.text })
  }
  return edits
}

function createOffsets(text: string): (position: Position) => number {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  return ({ line, column }) => (starts[line - 1] ?? text.length) + column - 1
}
