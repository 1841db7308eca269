import { fieldIn } from '../bind/locate.ts'
import { newLiteral } from './replace-literal.ts'
import { isInline, type Proposals, type Target } from './target.ts'
import { fieldName } from './write-value.ts'

/** Gives a field another name, in the quotes of its present one. */
export function renaming(target: Target, name: string): Proposals {
  const { text, language, trail, path } = target
  const holder = trail.at(-2)
  const field = holder?.kind === 'mapping' ? fieldIn(holder, String(path.at(-1))) : undefined
  if (field === undefined) return 'absent'
  const { start, end } = field.key
  const quote = text.charAt(start)
  const style = { language, isInline: isInline(target) }
  const isQuoted = quote === '"' || quote === "'" || quote === '`'
  if (!isQuoted && text.slice(start, end) !== field.name) return 'computed'
  const written = isQuoted ? newLiteral(name, quote, style) : fieldName(name, style, style.isInline)
  return [[{ start, end, text: written }]]
}
