import { type DataValue, textsIn } from '../../data-value.ts'
import { type FilePlace, groupBy, type Omit, type PlacedText, quote } from '../../imported-bot.ts'
import { type AnnotatedText, reportEntities } from '../report-entities.ts'
import { withoutAnnotations } from './annotations.ts'

/** The examples of one intent in one file. */
export interface IntentExamples {
  readonly intent: string
  readonly place: FilePlace
  readonly examples: readonly PlacedText[]
}

/** The intents below `nlu:` in a YAML file. */
export function readNlu(nlu: DataValue, omit: Omit): readonly IntentExamples[] {
  return nlu.items.flatMap((item): readonly IntentExamples[] => {
    const intent = item.get('intent')?.text
    const examples = item.get('examples')
    if (intent !== undefined) {
      if (item.get('metadata') !== undefined) omit('setting', `the metadata of the intent "${intent}"`, item.place)
      const texts = examples === undefined ? [] : readExamples(examples, omit)
      return [{ intent, place: item.place, examples: withoutAnnotations(texts, { intent, omit }) }]
    }
    const kind = (['synonym', 'lookup', 'regex'] as const).find(each => item.get(each) !== undefined)
    const rest = kind === undefined ? textsIn(item) : []
    const texts = examples === undefined ? rest : textsOf(examples, omit).map(({ text }) => text)
    const values = examples === undefined && texts.length === 0 ? '' : `: ${quote(texts.join(', '))}`
    const name = kind === undefined ? 'an entry' : `the ${kindNames[kind]} "${item.get(kind)?.text ?? ''}"`
    omit(kind === undefined ? 'setting' : 'entity', `${name}${values}`, item.place)
    return []
  })
}

const kindNames = { synonym: 'synonym', lookup: 'lookup table', regex: 'regular expression' } as const

/** A text with one example per line, after a dash, or a list of examples, which may have metadata. */
function readExamples(examples: DataValue, omit: Omit): readonly PlacedText[] {
  for (const item of examples.items) {
    if (item.get('metadata') !== undefined) omit('setting', 'the metadata of an example', item.place)
  }
  return textsOf(examples, omit)
}

function textsOf(examples: DataValue, omit: Omit): readonly PlacedText[] {
  if (examples.fields.length > 0)
    omit('setting', `examples that are not a list: ${quote(textsIn(examples).join(' | '))}`, examples.place)
  const listed = examples.items.flatMap(item => {
    const text = (item.text ?? item.get('text')?.text)?.trim()
    if (text === undefined && textsIn(item).length > 0)
      omit('setting', `an example without a text: ${quote(textsIn(item).join(' | '))}`, item.place)
    return text === undefined || text === '' ? [] : [{ text, place: item.place }]
  })
  return [...examples.lines.flatMap(line => exampleInLine(line, omit)), ...listed]
}

function exampleInLine({ text: written, place }: PlacedText, omit: Omit): readonly PlacedText[] {
  const line = written.trim()
  const text = /^-\s*(.*)$/.exec(line)?.[1]
  if (text === undefined && line !== '') omit('setting', `a line that is no example: ${quote(line)}`, place)
  return text === undefined || text === '' ? [] : [{ text, place }]
}

/** The field of a JSON file with NLU data. */
export const jsonNluField = 'rasa_nlu_data'

/** The lists of a JSON file that have examples. */
const exampleLists = ['common_examples', 'intent_examples', 'entity_examples']

/** The intents below `rasa_nlu_data` in a JSON file. */
export function readJsonNlu(nlu: DataValue, omit: Omit): readonly IntentExamples[] {
  const items = exampleLists.flatMap(name => nlu.get(name)?.items ?? [])
  const examples = items.map(readJsonExample).filter(({ text }) => text !== '')
  for (const [field, list] of nlu.fields) {
    if (!exampleLists.includes(field)) for (const item of list.items) omit(...jsonEntity(field, item))
  }
  return [...groupBy(examples, ({ intent }) => intent)].flatMap(([intent, parts]): readonly IntentExamples[] => {
    if (intent === '')
      for (const { text, place } of parts) omit('setting', `an example without an intent: ${quote(text)}`, place)
    else reportEntities(intent, parts, omit)
    const [first] = parts
    return intent === '' || first === undefined ? [] : [{ intent, place: first.place, examples: parts }]
  })
}

function readJsonExample(item: DataValue): AnnotatedText & { readonly intent: string } {
  return {
    text: item.get('text')?.text?.trim() ?? '',
    place: item.place,
    intent: item.get('intent')?.text ?? '',
    entities: (item.get('entities')?.items ?? []).flatMap(each => each.get('entity')?.text ?? []),
  }
}

/** A regular expression, a lookup table or a synonym, as an omission. */
function jsonEntity(field: string, item: DataValue): Parameters<Omit> {
  const name = item.get('name') ?? item.get('value')
  const values = item.fields.flatMap(([, { text, items }]) =>
    text === undefined ? items.map(each => each.text) : text,
  )
  const shown = quote(values.filter(value => value !== name?.text).join(', '))
  return ['entity', `"${name?.text ?? ''}" of "${field}": ${shown}`, item.place]
}

/** Whether a text is NLU data in the Markdown of Rasa 1. */
export function isMarkdownNlu(text: string): boolean {
  return /^[ \t]*##\s*(?:intent|synonym|regex|lookup):/m.test(text)
}

/** The intents in the Markdown of Rasa 1: `## intent:name`, then one example per item. */
export function readMarkdownNlu(file: string, text: string, omit: Omit): readonly IntentExamples[] {
  return sectionsOf(file, text, omit).flatMap(({ title, place, items }): readonly IntentExamples[] => {
    const [, kind = '', name = ''] = /^([a-z]+)\s*:\s*(.*)$/.exec(title) ?? []
    if (kind === 'intent') {
      return [{ intent: name, place, examples: withoutAnnotations(items, { intent: name, omit }) }]
    }
    const values = quote(items.map(item => item.text).join(', '))
    omit(kind === '' ? 'setting' : 'entity', `the section "${title}": ${values}`, place)
    return []
  })
}

/** A part of a Markdown file, and its list. */
interface Section {
  readonly title: string
  readonly place: FilePlace
  readonly items: PlacedText[]
}

/** As in Rasa, no space is needed before the text of an item. */
function sectionsOf(file: string, text: string, omit: Omit): readonly Section[] {
  const sections: Section[] = []
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const place = { file, line: index + 1 }
    const line = written.trim()
    const title = /^##\s*(?!#)(.*)$/.exec(line)?.[1]?.trim()
    const item = /^[-*+]\s*(.*)$/.exec(line)?.[1]
    const section = sections.at(-1)
    if (title !== undefined) sections.push({ title, place, items: [] })
    else if (item === undefined || section === undefined) {
      if (line !== '') omit('setting', `a line that is no example: ${quote(line)}`, place)
    } else if (item !== '') section.items.push({ text: item, place })
  }
  return sections
}
