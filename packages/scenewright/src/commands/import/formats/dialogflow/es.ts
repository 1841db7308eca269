import { type DataValue, readValue } from '../../data-value.ts'
import { groupBy, type Intent, type Omit, type PlacedText, quote, quoteAll } from '../../imported-bot.ts'
import type { InputFiles } from '../../input-files.ts'
import type { FormatInput } from '../format.ts'
import { reportEntities } from '../report-entities.ts'
import {
  chooseLanguage,
  firstVariation,
  isSameLanguage,
  joinParts,
  messageTexts,
  reportExamples,
  reportFields,
} from './dialogflow-parts.ts'

/** What the functions of this file need. */
interface Reading {
  readonly files: InputFiles
  readonly language: string
  readonly omit: Omit
}

/** The intents of an export of Dialogflow ES. */
export async function readEs(
  agent: DataValue,
  { files, language: requested, omit }: FormatInput,
): Promise<readonly Intent[]> {
  const supported = (agent.get('supportedLanguages')?.items ?? []).flatMap(({ text }) => text ?? [])
  const known = [...new Set([agent.get('language')?.text ?? 'en', ...supported])]
  const reading = { files, language: chooseLanguage(requested, known), omit }
  const phrases = groupBy(
    files.names.flatMap(name => phraseFile(name) ?? []),
    ({ stem }) => stem,
  )
  const intents: Intent[] = []
  const names = files.names.filter(isIntent)
  for (const name of names) {
    const value = await readValue(files, name)
    const stem = name.slice('intents/'.length, -'.json'.length)
    const own = (phrases.get(stem) ?? []).filter(file => isSameLanguage(file.language, reading.language))
    for (const other of phrases.get(stem) ?? []) {
      if (!own.includes(other)) omit('language', `the examples of "${stem}" in ${other.language}`, { file: other.name })
    }
    intents.push(await readIntent(value, { ...reading, stem, phraseFiles: own.map(file => file.name) }))
  }
  for (const [stem, orphans] of phrases) {
    if (names.includes(`intents/${stem}.json`)) continue
    for (const { name: file } of orphans) omit('file', `the examples of "${stem}", which has no intent file`, { file })
  }
  reportRest(agent, reading)
  return intents
}

interface PhraseFile {
  readonly name: string
  readonly stem: string
  readonly language: string
}

function phraseFile(name: string): PhraseFile | undefined {
  const { stem, language } = /^intents\/(?<stem>.+)_usersays_(?<language>[\w-]+)\.json$/.exec(name)?.groups ?? {}
  return stem === undefined || language === undefined ? undefined : { name, stem, language }
}

function isIntent(name: string): boolean {
  return /^intents\/.+\.json$/.test(name) && phraseFile(name) === undefined
}

/** An intent; it is left out if a scenario would start where the intent would not. */
async function readIntent(
  value: DataValue,
  { stem, phraseFiles, ...reading }: Reading & { readonly stem: string; readonly phraseFiles: readonly string[] },
): Promise<Intent> {
  const { omit } = reading
  const name = value.get('name')?.text ?? stem
  const responses = value.get('responses')?.items ?? []
  const replies = responses.flatMap(response => readReplies(name, response, reading))
  reportSettings(name, value, omit)
  const examples = await readPhrases(name, value, { ...reading, phraseFiles })
  const leftOut = { name, place: value.place, examples: [], replies, isLeftOut: true } as const
  if (value.get('fallbackIntent')?.isTrue) {
    omit('fallback', `the intent "${name}" answers what no other intent does: ${quoteAll(replies)}`, value.place)
    reportExamples('fallback', name, examples, omit)
    return leftOut
  }
  const contexts = (value.get('contexts')?.items ?? []).flatMap(({ text }) => text ?? [])
  if (contexts.length > 0) {
    const where = contexts.map(context => `"${context}"`).join(', ')
    omit('context', `the intent "${name}" starts only in ${where}; a scenario would start everywhere`, value.place)
    for (const { text, place } of replies) omit('context', `a reply of "${name}": ${quote(text)}`, place)
    reportExamples('context', name, examples, omit)
    return leftOut
  }
  reportEntities(name, examples, omit)
  return { name, place: value.place, examples, replies }
}

async function readPhrases(
  intent: string,
  value: DataValue,
  { files, language, omit, phraseFiles }: Reading & { readonly phraseFiles: readonly string[] },
) {
  // Old exports have the phrases in the intent.
  const embedded = value.get('userSays')?.items ?? []
  const separate = await Promise.all(phraseFiles.map(file => readValue(files, file)))
  return [...embedded, ...separate.flatMap(({ items }) => items)].flatMap(phrase => {
    const { text, entities } = joinParts(phrase.get('data')?.items ?? [], 'alias')
    const other = phrase.get('lang')?.text ?? language
    if (text === '') return []
    if (!isSameLanguage(other, language)) omit('language', `an example in ${other}: ${quote(text)}`, phrase.place)
    else if (phrase.get('isTemplate')?.isTrue) reportTemplate(intent, { text, place: phrase.place }, omit)
    else return [{ text, entities, place: phrase.place }]
    return []
  })
}

/** A template has names of entities such as `@sys.date:date`, which no customer writes. */
function reportTemplate(intent: string, { text, place }: PlacedText, omit: Omit): void {
  omit('entity', `a template of "${intent}": ${quote(text)}`, place)
}

const texts = new Set(['0', 'message'])
const contents: { readonly [type: string]: string } = {
  '1': 'a card',
  '2': 'quick replies',
  '3': 'an image',
  '4': 'a custom payload',
}

/** The replies of one response, and its omissions. */
function readReplies(intent: string, response: DataValue, { language, omit }: Reading): readonly PlacedText[] {
  for (const context of response.get('affectedContexts')?.items ?? []) {
    omit('context', `"${intent}" sets the context "${context.get('name')?.text ?? ''}"`, context.place)
  }
  for (const parameter of response.get('parameters')?.items ?? []) {
    const prompts = (parameter.get('prompts')?.items ?? []).flatMap(each => each.get('value')?.text ?? [])
    const asks = prompts.length === 0 ? '' : `, which asks ${quote(prompts.join(' | '))}`
    omit('slot', `the parameter "${parameter.get('name')?.text ?? ''}" of "${intent}"${asks}`, parameter.place)
  }
  const action = response.get('action')
  if (action?.text) omit('action', `"${intent}" has the action "${action.text}"`, action.place)
  if (response.get('resetContexts')?.isTrue) omit('context', `"${intent}" ends all contexts`, response.place)
  const known = ['affectedContexts', 'parameters', 'action', 'resetContexts', 'messages']
  reportFields(`other parts of the response of "${intent}"`, response, { known, omit })
  const messages = response.get('messages')?.items ?? []
  return messages.flatMap(message => readMessage(intent, message, { language, omit }))
}

function readMessage(
  intent: string,
  message: DataValue,
  { language, omit }: Pick<Reading, 'language' | 'omit'>,
): readonly PlacedText[] {
  const type = message.get('type')?.text ?? '0'
  const speech = message.get('speech')
  const spoken = speech === undefined ? [] : speech.text === undefined ? speech.items : [speech]
  const variations = spoken.flatMap(({ text, place }) => (text === undefined ? [] : [{ text, place }]))
  const shown = messageTexts(message)
  const other = message.get('lang')?.text ?? language
  const platform = message.get('platform')?.text
  const condition = message.get('condition')?.text ?? ''
  if (!isSameLanguage(other, language)) omit('language', `a reply to "${intent}" in ${other}: ${shown}`, message.place)
  else if (platform !== undefined) omit('channel', `a reply to "${intent}" for ${platform}: ${shown}`, message.place)
  else if (!texts.has(type))
    omit('rich', `${contents[type] ?? `content of the type "${type}"`} of "${intent}": ${shown}`, message.place)
  else if (condition !== '') omit('condition', `a reply to "${intent}" if ${condition}: ${shown}`, message.place)
  else return firstVariation(variations, { intent, omit })
  return []
}

/** The fields of an intent that are imported, reported elsewhere, or that only Dialogflow itself uses. */
const knownFields = [
  ...['id', 'name', 'auto', 'contexts', 'responses', 'userSays', 'priority', 'webhookUsed', 'webhookForSlotFilling'],
  ...['fallbackIntent', 'events', 'templates', 'parentId', 'rootParentId', 'lastUpdate', 'displayName'],
]

function reportSettings(name: string, value: DataValue, omit: Omit): void {
  const webhook = ['webhookUsed', 'webhookForSlotFilling'].some(field => value.get(field)?.isTrue)
  if (webhook) omit('action', `"${name}" calls the webhook; its fixed replies are used`, value.place)
  for (const event of value.get('events')?.items ?? []) {
    omit('event', `"${event.get('name')?.text ?? event.text ?? ''}" starts "${name}"`, event.place)
  }
  for (const { text = '', place } of value.get('templates')?.items ?? []) reportTemplate(name, { text, place }, omit)
  const auto = value.get('auto')
  if (auto?.text === 'false') omit('setting', `"${name}" starts only with exactly one of its examples`, auto.place)
  const priority = value.get('priority')
  if (priority?.text !== undefined && !['500000', '0'].includes(priority.text)) {
    omit('setting', `the priority ${priority.text} of "${name}"`, priority.place)
  }
  reportFields(`other parts of the intent "${name}"`, value, { known: knownFields, omit })
}

/** The parts of an export that are not intents. */
function reportRest(agent: DataValue, { files, omit }: Reading): void {
  const known = ['language', 'supportedLanguages', 'webhook', 'displayName', 'description']
  reportFields('the settings of the bot', agent, { known, omit })
  if (agent.get('webhook')?.get('available')?.isTrue) omit('action', 'the webhook of the bot', agent.place)
  for (const name of files.names) {
    const [, entity, entries] = /^entities\/(.+?)(_entries_[\w-]+)?\.json$/.exec(name) ?? []
    const isPart = entries !== undefined && files.names.includes(`entities/${entity}.json`)
    if (entity !== undefined && !isPart) omit('entity', `the entity "${entity}"`, { file: name })
    const known = /^(?:agent|package)\.json$|^(?:intents|entities)\//.test(name)
    if (!known) omit('file', `"${name}" is not an intent`, { file: name })
  }
}
