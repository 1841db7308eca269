import { basename, extname } from 'node:path'
import { OperationError } from '@scenewright/model'
import { count } from '@scenewright/model/text'
import { type DataValue, parseValue, textsIn, unparsed } from '../../data-value.ts'
import { groupBy, type Intent, type Omit, quote, quoteAll } from '../../imported-bot.ts'
import type { InputFiles } from '../../input-files.ts'
import { listName } from '../../report.ts'
import type { FormatInput, ImportFormat } from '../format.ts'
import { createReplyChooser } from './choose-replies.ts'
import { type IntentExamples, isMarkdownNlu, jsonNluField, readJsonNlu, readMarkdownNlu, readNlu } from './nlu.ts'
import { createResponses } from './responses.ts'
import { isMarkdownStories, readMarkdownStories, readStories, type Story } from './stories.ts'

/** A Rasa project: NLU data in YAML or Markdown, responses, rules and stories. */
export const rasa: ImportFormat = {
  name: 'a Rasa project',
  async recognizes(files) {
    if (files.names.some(name => /(?:^|\/)(?:domain|nlu)\.(?:ya?ml|md)$/.test(name))) return true
    for (const name of files.names.filter(isTrainingName).slice(0, maxSearched)) {
      if (await isRecognized(name, await files.read(name))) return true
    }
    return false
  },
  read: readIntents,
}

const maxSearched = 50

/** What Rasa takes a message for if its confidence is low. */
const fallback = 'nlu_fallback'

async function isRecognized(name: string, text: string): Promise<boolean> {
  if (/\.md$/i.test(name)) return isMarkdownNlu(text)
  // Files of other tools have names of sections, too: an intent of Dialogflow has "responses".
  if (/\.json$/i.test(name)) return text.includes(`"${jsonNluField}"`)
  const value = await parseValue(name, text)
  return 'fault' in value ? seemsTraining(text) : isTraining(value)
}

/** The names below which a YAML file has training data or a part of the domain. */
const sections = [
  'nlu',
  'stories',
  'rules',
  'responses',
  'templates',
  'intents',
  'entities',
  'slots',
  'forms',
  'actions',
  'flows',
] as const

type Section = (typeof sections)[number]

/** Everything in the files of a project. */
interface Training {
  readonly examples: IntentExamples[]
  readonly stories: Story[]
  /** The values of each section, in the order of the files. */
  readonly sections: ReadonlyMap<Section, DataValue[]>
}

async function readIntents({ files, omit }: FormatInput): Promise<readonly Intent[]> {
  const training = await readTraining(files, omit)
  const { examples, stories } = training
  const found = (section: Section) => training.sections.get(section) ?? []
  const domain = found('intents').flatMap(({ items }) => items.map(item => readDomainIntent(item, omit)))
  if (examples.length + domain.length + found('responses').length === 0) {
    throw new OperationError('usage', `there is no training data of Rasa in "${files.path}"`, {
      help: 'name the folder with domain.yml and data/nlu.yml',
    })
  }
  const responses = createResponses([...found('responses'), ...found('templates')], omit)
  const forms = new Set(found('forms').flatMap(namesIn))
  const chooser = createReplyChooser(stories, { responses, forms, omit })
  const intents = [...groupBy([...examples, ...domain], ({ intent }) => intent)]
  const retrieval = new Set(intents.flatMap(([name]) => (name.includes('/') ? [name.split('/')[0] ?? ''] : [])))
  const read = intents.flatMap(([name, parts]): readonly Intent[] => {
    const texts = parts.flatMap(part => part.examples)
    const [{ place } = { place: { file: '' } }] = parts
    // The domain names a retrieval intent without its parts.
    if (retrieval.has(name) && texts.length === 0) return []
    const replies = chooser.repliesTo(name)
    if (name !== fallback || texts.length > 0) return [{ name, place, examples: texts, replies }]
    omit('fallback', `the intent "${name}" answers what no other intent does: ${quoteAll(replies)}`, place)
    return [{ name, place, examples: [], replies, isLeftOut: true }]
  })
  for (const name of retrieval) chooser.reportFurther(name)
  chooser.reportUnknown(new Set([...intents.map(([name]) => name), ...retrieval]))
  responses.reportUnused()
  reportDomain(training, omit)
  return read
}

async function readTraining(files: InputFiles, omit: Omit): Promise<Training> {
  const training: Training = { examples: [], stories: [], sections: new Map(sections.map(name => [name, []])) }
  for (const name of files.names.filter(isTrainingName)) {
    const text = await files.read(name)
    if (isTestFile(name)) omit('file', `the test stories in "${name}"`, { file: name })
    else if (/\.md$/i.test(name)) readMarkdown(name, text, { training, omit })
    else await readYaml(name, text, { training, omit })
  }
  const others = files.names.filter(name => !isTrainingName(name) && !isOurs(name))
  for (const [ending, [first = '', ...more]] of groupBy(others, endingOf)) {
    const which =
      more.length === 0
        ? `"${first}"`
        : `${count(more.length + 1, 'file')} with the ending ${ending}, such as "${first}"`
    omit('file', `not read: ${which}`, { file: first })
  }
  return training
}

function endingOf(name: string): string {
  return extname(name) || basename(name)
}

interface Reading {
  readonly training: Training
  readonly omit: Omit
}

function readMarkdown(name: string, written: string, { training, omit }: Reading): void {
  const text = withoutComments(name, written, omit)
  if (isMarkdownNlu(text)) training.examples.push(...readMarkdownNlu(name, text, omit))
  else if (isMarkdownStories(text)) training.stories.push(...readMarkdownStories(name, text, omit))
  else omit('file', `"${name}" has no training data`, { file: name })
}

/** Blanks out comments, also those of several lines; the lines keep their numbers. */
function withoutComments(file: string, text: string, omit: Omit): string {
  return text.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment, offset: number) => {
    if (!comment.endsWith('-->')) {
      const line = text.slice(0, offset).split('\n').length
      omit('file', `the rest of "${file}": a comment without an end`, { file, line })
    }
    return comment.replace(/[^\n]+/g, '')
  })
}

async function readYaml(name: string, text: string, { training, omit }: Reading): Promise<void> {
  const value = await parseValue(name, text)
  if ('fault' in value) {
    if (seemsTraining(text)) throw unparsed(value)
    omit('file', `"${name}" is not training data: ${value.fault}`, value.place)
    return
  }
  if (!isTraining(value)) {
    const fields = value.fields.map(([field]) => field).join(', ')
    omit('setting', `"${name}" has no training data${fields === '' ? '' : `: ${fields}`}`, { file: name })
    return
  }
  for (const [field, part] of value.fields) {
    const section = sections.find(each => each === field)
    if (section !== undefined && !isReadable(section, part))
      omit('setting', `"${section}" is not a ${shapes[section]}: ${quote(textsIn(part).join(' | '))}`, part.place)
    if (field === jsonNluField) training.examples.push(...readJsonNlu(part, omit))
    else if (section === 'nlu') training.examples.push(...readNlu(part, omit))
    else if (section === 'stories') training.stories.push(...readStories(part, 'story', omit))
    else if (section === 'rules') training.stories.push(...readStories(part, 'rule', omit))
    else if (section !== undefined) training.sections.get(section)?.push(part)
    else if (field !== 'version') omit('setting', `"${field}"`, part.place)
  }
}

/** The shapes of the sections that cannot have another one. */
const shapes: { readonly [section in Section]?: 'list' | 'mapping' } = {
  nlu: 'list',
  stories: 'list',
  rules: 'list',
  intents: 'list',
  responses: 'mapping',
  templates: 'mapping',
}

/** Whether a section has its shape, or is empty. */
function isReadable(section: Section, { text, items, fields }: DataValue): boolean {
  if (shapes[section] === undefined) return true
  return text === undefined && (shapes[section] === 'list' ? fields : items).length === 0
}

/** An intent of a domain: its name, or a mapping with settings. */
function readDomainIntent(item: DataValue, omit: Omit): IntentExamples {
  const [field] = item.fields
  if (item.text === undefined && field !== undefined)
    omit('setting', `the settings of the intent "${field[0]}"`, item.place)
  return { intent: item.text ?? field?.[0] ?? '', place: item.place, examples: [] }
}

/** The parts of a domain that a scenario cannot contain. */
function reportDomain({ sections: values }: Training, omit: Omit): void {
  const kinds = { slots: 'slot', forms: 'form', entities: 'entity', actions: 'action', flows: 'flow' } as const
  for (const [section, kind] of Object.entries(kinds) as [keyof typeof kinds, (typeof kinds)[keyof typeof kinds]][]) {
    for (const value of values.get(section) ?? []) {
      for (const name of namesIn(value)) {
        if (!name.startsWith('utter_')) omit(kind, `${singular[section]} "${name}" of the domain`, value.place)
      }
    }
  }
}

const singular = {
  slots: 'the slot',
  forms: 'the form',
  entities: 'the entity',
  actions: 'the action',
  flows: 'the flow',
} as const

/** The names in a list, whose items may be mappings with one field, or in a mapping. */
function namesIn(value: DataValue): readonly string[] {
  return [...value.items.map(item => item.text ?? item.fields[0]?.[0] ?? ''), ...value.fields.map(([name]) => name)]
}

function isTrainingName(name: string): boolean {
  return !isOurs(name) && /\.(?:ya?ml|md|json)$/i.test(name)
}

/** Files of this toolkit in the same folder are skipped. */
function isOurs(name: string): boolean {
  return /\.(?:scenario|test)\.ya?ml$|(?:^|\/)scenewright\.config\.yaml$/.test(name) || basename(name) === listName
}

/** Rasa reads stories in files with this prefix as tests, and `rasa test` writes those that failed or passed. */
function isTestFile(name: string): boolean {
  return (
    /(?:^|\/)test_[^/]*$/.test(name) ||
    /(?:^|\/)(?:(?:failed|successful)(?:_test_stories\.ya?ml|_stories\.md)|stories_with_warnings\.ya?ml)$/.test(name)
  )
}

/** Whether a file has training data or a part of the domain. */
function isTraining(value: DataValue): boolean {
  return [jsonNluField, ...sections].some(name => value.get(name) !== undefined)
}

/**
 * Whether a file that cannot be parsed surely has training data or a part of the domain. Files of other tools have names
 * such as "rules" too: a role of Kubernetes.
 */
function seemsTraining(text: string): boolean {
  const isNamed = (name: string) => new RegExp(`^["']?${name}["']?\\s*:`, 'm').test(text)
  return ownSections.some(isNamed) || (isNamed('rules') && /^\s*-\s*["']?rule["']?\s*:/m.test(text))
}

/** The sections that only Rasa has. */
const ownSections: readonly Section[] = ['nlu', 'stories', 'responses', 'intents', 'entities', 'slots', 'forms']
