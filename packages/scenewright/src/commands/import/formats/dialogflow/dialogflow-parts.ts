import { OperationError } from '@scenewright/model'
import { type DataValue, textsIn } from '../../data-value.ts'
import { type Omit, type PlacedText, quote } from '../../imported-bot.ts'

/** The language of an import: the requested one, which must be one of the bot's, or else its default. */
export function chooseLanguage(requested: string | undefined, known: readonly string[]): string {
  const [first = 'en'] = known
  if (requested === undefined) return first
  const found = known.find(each => isSameLanguage(each, requested))
  if (found !== undefined) return found
  throw new OperationError('usage', `the bot has no language "${requested}"`, { help: `it has ${known.join(', ')}` })
}

/** Whether two codes name the same language: exports have `pt-BR` and `pt-br`. */
export function isSameLanguage(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** A training phrase, joined from its parts, and the entities that they annotate. */
export function joinParts(
  parts: readonly DataValue[],
  nameField: 'alias' | 'parameterId',
): {
  readonly text: string
  readonly entities: readonly string[]
} {
  return {
    text: parts
      .map(part => part.get('text')?.text ?? '')
      .join('')
      .trim(),
    entities: parts.flatMap(part => part.get(nameField)?.text ?? []),
  }
}

/** Records the examples of an intent that becomes no scenario. */
export function reportExamples(
  kind: 'fallback' | 'context',
  intent: string,
  examples: readonly PlacedText[],
  omit: Omit,
): void {
  for (const { text, place } of examples) omit(kind, `an example of "${intent}": ${quote(text)}`, place)
}

/** The fields of a message that are no content. */
const messageFields = ['type', 'lang', 'languageCode', 'platform', 'channel', 'condition']

/** All texts in a message of any type, in quotes. */
export function messageTexts(message: DataValue): string {
  const contents = message.fields.filter(([name]) => !messageFields.includes(name))
  return quote(contents.flatMap(([, value]) => textsIn(value)).join(' | '))
}

/** The first variation of a text. The others, and variables such as `$city`, are omissions. */
export function firstVariation(
  texts: readonly PlacedText[],
  { intent, omit }: { readonly intent: string; readonly omit: Omit },
): readonly PlacedText[] {
  const [first, ...others] = texts.filter(({ text }) => text.trim() !== '')
  if (first === undefined) return []
  for (const { text, place } of others) omit('variation', `of a reply to "${intent}": ${quote(text)}`, place)
  for (const [variable] of first.text.matchAll(/[$#][\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*/gu)) {
    omit('variable', `${variable} in a reply to "${intent}" stays in the text: ${quote(first.text)}`, first.place)
  }
  return [{ ...first, text: first.text.trim() }]
}

/** Records the fields of a value that are neither known nor empty, by their names. */
export function reportFields(
  what: string,
  value: DataValue,
  { known, omit }: { readonly known: readonly string[]; readonly omit: Omit },
): void {
  const others = value.fields.flatMap(([name, field]) => (known.includes(name) || isEmpty(field) ? [] : [name]))
  if (others.length > 0) omit('setting', `${what}: ${others.join(', ')}`, value.place)
}

function isEmpty(value: DataValue): boolean {
  return [undefined, '', 'false'].includes(value.text) && value.items.length === 0 && value.fields.length === 0
}
