import { quoted } from '../format/text-style.ts'
import type { Language } from '../parse/source-tree.ts'
import { addField, addItems, wrapInList } from './insertion.ts'
import { isBlank, type Literal, readLetters } from './letters.ts'
import { moving } from './moving.ts'
import { removal } from './removal.ts'
import { renaming } from './renaming.ts'
import { replaceLiteral } from './replace-literal.ts'
import { cut, type Splice } from './splice.ts'
import type { Step, WriteStyle } from './steps.ts'
import { isInline, literalOf, type Proposals, type Target } from './target.ts'
import { commentBehind, isPlainText } from './trailing-comment.ts'
import { writing } from './writing.ts'

/** Proposes splices, whose result the caller verifies. */
export function proposeSplices(target: Target, step: Step): Proposals {
  switch (step.kind) {
    case 'write':
      return step.style === undefined ? writing(target, step.value) : rewording(target, step.style, String(step.value))
    case 'field':
      return addField(target, step)
    case 'items':
      return addItems(target, step)
    case 'wrap':
      return wrapInList(target, step)
    case 'remove':
      return removal(target)
    case 'rename':
      return renaming(target, step.name)
    case 'move':
      return moving(target, step.to)
  }
}

/** Another text in the same quotes, with everything around it unchanged. */
function rewording(target: Target, style: WriteStyle, wanted: string): Proposals {
  const { text, language, trail } = target
  const literal = literalOf(trail.at(-1))
  if (literal === undefined) return 'form'
  if (style.kind === 'uncomment') return uncommented(target, style.comment)
  const replaced = replaceLiteral(text, literal, wanted, { language, isInline: isInline(target) })
  const stripped = style.kind === 'strip' ? stripLiteral(text, literal, style.characters, language) : undefined
  const proposals = [...(stripped ? [stripped] : []), ...(replaced ? [[replaced]] : [])]
  return proposals.length === 0 ? 'computed' : proposals
}

/**
 * Puts a plain scalar and the comment behind it in quotes. Refused if that comment may contain the end of the list or
 * mapping in brackets that the scalar is in.
 */
function uncommented(target: Target, comment: string): Proposals {
  const { text, language, trail } = target
  const part = trail.at(-1)
  const literal = literalOf(part)
  if (part === undefined || literal === undefined || language !== 'yaml' || !isPlainText(text, part)) return 'form'
  const { start, end, value } = literal
  if (commentBehind(text, end) !== comment || (isInline(target) && /[,[\]{}]/.test(comment))) return 'form'
  return [[{ start, end: end + comment.length, text: quoted(value + comment) }]]
}

/**
 * The splices that remove every matching character from a literal, and leave everything else unchanged. Undefined if
 * white space would be removed, because a literal may contain white space that is not part of its text.
 */
function stripLiteral(
  text: string,
  literal: Literal,
  characters: RegExp,
  language: Language,
): readonly Splice[] | undefined {
  const letters = readLetters(text, literal, language)
  const { value } = literal
  const doomed = new Set([...value.matchAll(characters)].flatMap(({ 0: match, index }) => matchedUnits(match, index)))
  if (letters === undefined || doomed.size === 0) return undefined
  const splices = new Map<number, Splice>()
  let place = 0
  for (const [index, unit] of value.split('').entries()) {
    const letter = isBlank(unit) ? undefined : letters[place]
    if (doomed.has(index)) {
      if (letter === undefined) return undefined
      splices.set(letter.start, cut(letter.start, letter.end))
    }
    if (letter !== undefined) place += 1
  }
  return [...splices.values()]
}

function matchedUnits(match: string, index: number): readonly number[] {
  return Array.from({ length: match.length }, (_, offset) => index + offset)
}
