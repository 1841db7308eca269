import { type DataValue, textsIn } from '../../data-value.ts'
import { type FilePlace, type Omit, type PlacedText, quote } from '../../imported-bot.ts'

/** The responses of a bot by their names, and which of them were used. */
export interface Responses {
  has(name: string): boolean
  /**
   * The text of a response; undefined if it has none for all channels. Records once what a scenario cannot contain, and
   * a response that does not exist.
   */
  take(name: string, place: FilePlace): PlacedText | undefined
  /** Records the responses that were never taken. */
  reportUnused(): void
}

/** Collects the responses below `responses:`, or `templates:` of Rasa 1, from several files. */
export function createResponses(values: readonly DataValue[], omit: Omit): Responses {
  const variants = new Map<string, readonly DataValue[]>()
  const places = new Map<string, FilePlace>()
  for (const [name, value] of values.flatMap(({ fields }) => fields)) {
    variants.set(name, [...(variants.get(name) ?? []), ...(value.items.length > 0 ? value.items : [value])])
    if (!places.has(name)) places.set(name, value.place)
  }
  const taken = new Map<string, PlacedText | undefined>()
  return {
    has: name => variants.has(name),
    take(name, place) {
      if (!variants.has(name) && !taken.has(name)) omit('story', `the response "${name}" does not exist`, place)
      if (!taken.has(name)) taken.set(name, readResponse(name, variants.get(name) ?? [], omit))
      return taken.get(name)
    },
    reportUnused() {
      for (const [name, found] of variants) {
        if (taken.has(name)) continue
        const texts = found.flatMap(variant => textOf(variant) ?? [])
        omit('response', `"${name}": ${quote(texts.join(' | '))}`, places.get(name) ?? { file: '' })
      }
    },
  }
}

/** The first variant without a channel and a condition. */
function readResponse(name: string, variants: readonly DataValue[], omit: Omit): PlacedText | undefined {
  const isGeneral = (variant: DataValue) =>
    textOf(variant) !== undefined && variant.get('channel') === undefined && variant.get('condition') === undefined
  const first = variants.find(isGeneral)
  for (const variant of variants) {
    if (variant !== first) reportVariant(name, variant, omit)
    reportContent(name, variant, omit)
  }
  const text = first && textOf(first)
  if (first === undefined || text === undefined) return undefined
  // As in Rasa, anything in braces on one line.
  for (const [variable] of text.matchAll(/\{[^{}\n]+\}/g)) {
    omit('variable', `${variable} in "${name}" stays in the text: ${quote(text)}`, first.place)
  }
  return { text, place: first.place }
}

function reportVariant(name: string, variant: DataValue, omit: Omit): void {
  const text = textOf(variant)
  if (text === undefined) return
  const channel = variant.get('channel')?.text
  if (channel !== undefined) omit('channel', `"${name}" for ${channel}: ${quote(text)}`, variant.place)
  else if (variant.get('condition') !== undefined)
    omit('condition', `"${name}" has a condition: ${quote(text)}`, variant.place)
  else omit('variation', `of "${name}": ${quote(text)}`, variant.place)
}

/** Everything but the text. */
function reportContent(name: string, variant: DataValue, omit: Omit): void {
  if (variant.items.length > 0)
    omit('setting', `a list in "${name}": ${quote(textsIn(variant).join(' | '))}`, variant.place)
  for (const [field, value] of variant.fields) {
    if (['text', 'channel', 'condition'].includes(field)) continue
    const titles = value.items.flatMap(item => item.get('title')?.text ?? [])
    const shown = value.text ?? titles.join(', ')
    omit(
      field === 'metadata' || field === 'id' ? 'setting' : 'rich',
      `${field} of "${name}"${shown === '' ? '' : `: ${quote(shown)}`}`,
      value.place,
    )
  }
}

function textOf(variant: DataValue): string | undefined {
  const text = (variant.text ?? variant.get('text')?.text)?.trim()
  return text === '' ? undefined : text
}
