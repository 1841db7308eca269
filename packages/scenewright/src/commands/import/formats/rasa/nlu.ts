import type { DataValue } from '../../data-value.ts'
import { type FilePlace, type Omit, type PlacedText, quote } from '../../imported-bot.ts'
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
    const values =
      examples === undefined
        ? ''
        : `: ${quote(
            textsOf(examples)
              .map(({ text }) => text)
              .join(', '),
          )}`
    const name = kind === undefined ? 'an entry' : `the ${kindNames[kind]} "${item.get(kind)?.text ?? ''}"`
    omit(kind === undefined ? 'setting' : 'entity', `${name}${values}`, item.place)
    return []
  })
}

const kindNames = { synonym: 'synonym', lookup: 'lookup table', regex: 'regular expression' } as const

/** A text with one example per line, or a list of examples, which may have metadata. */
function readExamples(examples: DataValue, omit: Omit): readonly PlacedText[] {
  for (const item of examples.items) {
    if (item.get('metadata') !== undefined) omit('setting', 'the metadata of an example', item.place)
  }
  return textsOf(examples)
}

function textsOf(examples: DataValue): readonly PlacedText[] {
  const listed = examples.items.flatMap(item => {
    const text = (item.text ?? item.get('text')?.text)?.trim()
    return text === undefined || text === '' ? [] : [{ text: withoutDash(text), place: item.place }]
  })
  return [...examples.lines.flatMap(exampleInLine), ...listed]
}

function exampleInLine({ text, place }: PlacedText): readonly PlacedText[] {
  const example = withoutDash(text.trim())
  return example === '' ? [] : [{ text: example, place }]
}

function withoutDash(text: string): string {
  return text.replace(/^[-*+](?:\s+|$)/, '')
}

/** Whether a text is NLU data in the Markdown of Rasa 1. */
export function isMarkdownNlu(text: string): boolean {
  return /^##\s*(?:intent|synonym|regex|lookup):/m.test(text)
}

/** The intents in the Markdown of Rasa 1: `## intent:name`, then one example per item. */
export function readMarkdownNlu(file: string, text: string, omit: Omit): readonly IntentExamples[] {
  return sectionsOf(file, text).flatMap(({ title, place, items }): readonly IntentExamples[] => {
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

function sectionsOf(file: string, text: string): readonly Section[] {
  const sections: Section[] = []
  let isComment = false
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const place = { file, line: index + 1 }
    if (line.includes('<!--')) isComment = true
    const title = isComment ? undefined : /^##\s*(?!#)(.*)$/.exec(line)?.[1]?.trim()
    const item = isComment ? undefined : /^\s*[-*+]\s+(.*)$/.exec(line)?.[1]?.trim()
    if (title !== undefined) sections.push({ title, place, items: [] })
    else if (item !== undefined && item !== '') sections.at(-1)?.items.push({ text: item, place })
    if (line.includes('-->')) isComment = false
  }
  return sections
}
