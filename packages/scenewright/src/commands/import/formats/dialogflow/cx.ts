import { count } from '@scenewright/model/text'
import { type DataValue, readValue } from '../../data-value.ts'
import { groupBy, type Intent, type Omit, type PlacedText, quote } from '../../imported-bot.ts'
import type { InputFiles } from '../../input-files.ts'
import type { FormatInput } from '../format.ts'
import { type AnnotatedText, reportEntities } from '../report-entities.ts'
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

/** A file of the export, and the name by which others refer to it. */
interface NamedValue {
  readonly file: string
  readonly name: string
  readonly value: DataValue
}

/** The intents of an export of Dialogflow CX, with the replies of the routes of its start flow. */
export async function readCx(
  agent: DataValue,
  { files, language: requested, omit }: FormatInput,
): Promise<readonly Intent[]> {
  const settings = ['displayName', 'defaultLanguageCode', 'supportedLanguageCodes', 'startFlow', 'description']
  reportFields('the settings of the bot', agent, { known: settings, omit })
  const supported = (agent.get('supportedLanguageCodes')?.items ?? []).flatMap(({ text }) => text ?? [])
  const known = [...new Set([agent.get('defaultLanguageCode')?.text ?? 'en', ...supported])]
  const reading = { files, language: chooseLanguage(requested, known), omit }
  const flows = await readAll(files, /^flows\/[^/]+\/[^/]+\.json$/)
  const startName = agent.get('startFlow')?.text ?? 'Default Start Flow'
  const start = flows.find(({ name }) => name === startName)
  for (const { name, file } of flows) {
    const pages = files.names.filter(each => each.startsWith(pagesOf(file))).length
    if (name !== startName) omit('flow', `the flow "${name}" with ${count(pages, 'page')}`, { file })
  }
  const named = await readAll(files, intentFile)
  const intentNames = new Set(named.map(({ name }) => name))
  const routes = start === undefined ? new Map() : await readStartFlow(start, { ...reading, intentNames })
  const intents: Intent[] = []
  for (const intent of named) {
    intents.push(await readIntent(intent, { ...reading, replies: routes.get(intent.name) ?? [] }))
  }
  reportRest(reading)
  return intents
}

const intentFile = /^intents\/[^/]+\/[^/]+\.json$/

/** The files of one kind. Their names are encoded, so others refer to them by `displayName`. */
async function readAll(files: InputFiles, pattern: RegExp): Promise<readonly NamedValue[]> {
  const found: NamedValue[] = []
  for (const file of files.names.filter(name => pattern.test(name))) {
    const value = await readValue(files, file)
    found.push({ file, value, name: value.get('displayName')?.text ?? stemOf(file) })
  }
  return found
}

function stemOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1, -'.json'.length)
}

function pagesOf(flowFile: string): string {
  return `${flowFile.slice(0, flowFile.lastIndexOf('/'))}/pages/`
}

interface FlowReading extends Reading {
  readonly intentNames: ReadonlySet<string>
}

/** The start flow: its pages, and the replies to each intent. */
async function readStartFlow(
  { file, name, value }: NamedValue,
  reading: FlowReading,
): Promise<ReadonlyMap<string, readonly PlacedText[]>> {
  const { files, omit } = reading
  const folder = file.slice(0, file.lastIndexOf('/'))
  const inFolder = (part: string) => files.names.filter(each => each.startsWith(`${folder}/${part}/`))
  const pages = new Map<string, DataValue>()
  for (const page of inFolder('pages')) {
    const read = await readValue(files, page)
    const pageName = read.get('displayName')?.text ?? stemOf(page)
    pages.set(pageName, read)
    reportPage(pageName, read, omit)
  }
  reportEvents(`the flow "${name}"`, value, omit)
  const known = ['name', 'displayName', 'description', 'transitionRoutes', 'transitionRouteGroups', 'eventHandlers']
  reportFields(`the settings of the flow "${name}"`, value, { known, omit })
  const groups = (value.get('transitionRouteGroups')?.items ?? []).flatMap(({ text }) => text ?? [])
  const groupFiles = [...inFolder('transitionRouteGroups'), ...files.names.filter(isCommonGroup)]
  const grouped: DataValue[] = []
  for (const groupFile of groupFiles) {
    const group = await readValue(files, groupFile)
    const groupName = group.get('displayName')?.text ?? stemOf(groupFile)
    if (groups.includes(groupName)) grouped.push(...(group.get('transitionRoutes')?.items ?? []))
    else omit('story', `the start flow does not use the route group "${groupName}"`, { file: groupFile })
  }
  const routes = [...(value.get('transitionRoutes')?.items ?? []), ...grouped]
  return readRoutes(routes, pages, reading)
}

function isCommonGroup(name: string): boolean {
  return /^agentTransitionRouteGroups\/[^/]+\.json$/.test(name)
}

function readRoutes(
  routes: readonly DataValue[],
  pages: ReadonlyMap<string, DataValue>,
  reading: FlowReading,
): ReadonlyMap<string, readonly PlacedText[]> {
  const { omit, intentNames } = reading
  const replies = new Map<string, readonly PlacedText[]>()
  for (const [intent, group] of groupBy(routes, route => route.get('intent')?.text ?? '')) {
    for (const route of group) {
      const found = readRoute(intent === '' ? 'a route without an intent' : intent, route, { ...reading, pages })
      const text = quote(found.map(each => each.text).join(' | '))
      const condition = conditionOf(route)
      if (intent === '') omit('condition', `a route without an intent${condition}: ${text}`, route.place)
      else if (condition !== '') omit('condition', `a route of "${intent}"${condition}: ${text}`, route.place)
      else if (!intentNames.has(intent))
        omit('story', `a route of "${intent}", which has no intent file: ${text}`, route.place)
      else if (found.length > 0 && replies.has(intent))
        omit('story', `another route of "${intent}": ${text}`, route.place)
      else if (found.length > 0) replies.set(intent, found)
    }
  }
  return replies
}

function conditionOf(route: DataValue): string {
  const condition = route.get('condition')?.text?.trim() ?? ''
  return condition === '' || condition === 'true' ? '' : ` if ${condition}`
}

/** The replies of a route, and of the page that it enters. */
function readRoute(
  intent: string,
  route: DataValue,
  { pages, ...reading }: Reading & { readonly pages: ReadonlyMap<string, DataValue> },
): readonly PlacedText[] {
  const { omit } = reading
  const own = readFulfillment(intent, route.get('triggerFulfillment'), reading)
  const page = route.get('targetPage')?.text
  for (const [field, kind] of Object.entries({ targetFlow: 'the flow', targetPlaybook: 'the playbook' })) {
    const target = route.get(field)
    if (target?.text !== undefined) omit('flow', `"${intent}" continues in ${kind} "${target.text}"`, target.place)
  }
  if (page === undefined || /^(?:END_SESSION|END_FLOW|CURRENT_PAGE|START_PAGE|PREVIOUS_PAGE)$/.test(page)) return own
  const entered = pages.get(page)
  if (entered === undefined) omit('flow', `"${intent}" continues on the page "${page}"`, route.place)
  return [...own, ...readFulfillment(intent, entered?.get('entryFulfillment'), reading)]
}

/** The texts of a fulfillment in their order. */
function readFulfillment(
  intent: string,
  fulfillment: DataValue | undefined,
  { language, omit }: Reading,
): readonly PlacedText[] {
  if (fulfillment === undefined) return []
  const { place } = fulfillment
  const webhook = fulfillment.get('webhook')?.text
  if (webhook !== undefined) omit('action', `"${intent}" calls the webhook "${webhook}"`, place)
  for (const action of fulfillment.get('setParameterActions')?.items ?? []) {
    omit('slot', `"${intent}" sets the parameter "${action.get('parameter')?.text ?? ''}"`, action.place)
  }
  for (const each of fulfillment.get('conditionalCases')?.items ?? []) {
    omit('condition', `"${intent}" has conditional replies`, each.place)
  }
  if (fulfillment.get('enableGenerativeFallback')?.isTrue)
    omit('fallback', `"${intent}" has a generated fallback`, place)
  return (fulfillment.get('messages')?.items ?? []).flatMap(message => readMessage(intent, message, { language, omit }))
}

function readMessage(
  intent: string,
  message: DataValue,
  { language, omit }: Pick<Reading, 'language' | 'omit'>,
): readonly PlacedText[] {
  const written = message.get('text')?.get('text')?.items ?? []
  const texts = written.flatMap(({ text, place }) => (text === undefined ? [] : [{ text, place }]))
  const shown = messageTexts(message)
  const other = message.get('languageCode')?.text ?? language
  const channel = message.get('channel')?.text ?? ''
  if (!isSameLanguage(other, language)) omit('language', `a reply to "${intent}" in ${other}: ${shown}`, message.place)
  else if (channel !== '') omit('channel', `a reply to "${intent}" for ${channel}: ${shown}`, message.place)
  else if (message.get('text') === undefined) {
    const type = message.fields.map(([name]) => name).find(name => !['languageCode', 'channel'].includes(name))
    omit('rich', `"${type ?? ''}" of "${intent}": ${shown}`, message.place)
  } else return firstVariation(texts, { intent, omit })
  return []
}

/** The parts of a page that its entry does not have. */
function reportPage(name: string, page: DataValue, omit: Omit): void {
  const what = `the page "${name}"`
  for (const parameter of page.get('form')?.get('parameters')?.items ?? []) {
    omit('form', `${what} asks for "${parameter.get('displayName')?.text ?? ''}"`, parameter.place)
  }
  const routes = page.get('transitionRoutes')?.items.length ?? 0
  omit(
    'flow',
    `${what} with ${count(routes, 'route')}; a route of an intent that leads to it includes its replies on entry`,
    page.place,
  )
  reportEvents(what, page, omit)
  const known = ['name', 'displayName', 'description', 'entryFulfillment', 'form', 'transitionRoutes', 'eventHandlers']
  reportFields(`other parts of ${what}`, page, { known, omit })
}

function reportEvents(what: string, holder: DataValue, omit: Omit): void {
  for (const handler of holder.get('eventHandlers')?.items ?? []) {
    const messages = handler.get('triggerFulfillment')?.get('messages')?.items ?? []
    const texts = messages.flatMap(message =>
      (message.get('text')?.get('text')?.items ?? []).flatMap(({ text }) => text ?? []),
    )
    const event = handler.get('event')?.text ?? ''
    const isFallback = /^sys\.no-(?:match|input)/.test(event)
    omit(
      isFallback ? 'fallback' : 'event',
      `${what} answers the event "${event}": ${quote(texts.join(' | '))}`,
      handler.place,
    )
  }
}

async function readIntent(
  { name, file, value }: NamedValue,
  { files, language, omit, replies }: Reading & { readonly replies: readonly PlacedText[] },
): Promise<Intent> {
  const { place } = value
  const examples = await readExamples({ name, file }, { files, language, omit })
  if (value.get('isFallback')?.isTrue) {
    omit('fallback', `the intent "${name}"`, place)
    reportExamples('fallback', name, examples, omit)
    return { name, place, examples: [], replies, isLeftOut: true }
  }
  for (const parameter of value.get('parameters')?.items ?? []) {
    omit('slot', `the parameter "${parameter.get('id')?.text ?? ''}" of "${name}"`, parameter.place)
  }
  const known = ['name', 'displayName', 'description', 'parameters', 'priority', 'numTrainingPhrases', 'isFallback']
  reportFields(`other parts of the intent "${name}"`, value, { known, omit })
  reportEntities(name, examples, omit)
  const description = value.get('description')?.text?.trim() ?? ''
  return { name, place, ...(description !== '' && { description }), examples, replies }
}

async function readExamples(
  { name, file }: Pick<NamedValue, 'name' | 'file'>,
  { files, language, omit }: Reading,
): Promise<readonly AnnotatedText[]> {
  const folder = file.slice(0, file.lastIndexOf('/'))
  const examples: AnnotatedText[] = []
  for (const phraseFile of files.names.filter(each => each.startsWith(`${folder}/trainingPhrases/`))) {
    if (!isSameLanguage(stemOf(phraseFile), language)) {
      omit('language', `the examples of "${name}" in ${stemOf(phraseFile)}`, { file: phraseFile })
      continue
    }
    const phrases = (await readValue(files, phraseFile)).get('trainingPhrases')?.items ?? []
    for (const phrase of phrases) {
      const joined = joinParts(phrase.get('parts')?.items ?? [], 'parameterId')
      if (joined.text !== '') examples.push({ ...joined, place: phrase.place })
    }
  }
  return examples
}

/** The parts of an export that are neither intents nor flows. */
function reportRest({ files, omit }: Reading): void {
  const intents = new Set(files.names.filter(name => intentFile.test(name)).map(name => name.split('/')[1]))
  for (const file of files.names) {
    const [folder = '', ...rest] = file.split('/')
    if (folder === 'intents' && !intents.has(rest[0]))
      omit('file', `the examples of "${rest[0] ?? ''}", which has no intent file`, { file })
    if (file === 'agent.json' || ['intents', 'flows', 'agentTransitionRouteGroups'].includes(folder)) continue
    if (folder === 'entityTypes') {
      if (rest.length === 2) omit('entity', `the entity type "${stemOf(file)}"`, { file })
    } else if (folder === 'webhooks') omit('action', `the webhook "${stemOf(file)}"`, { file })
    else omit('file', `"${file}" is neither an intent nor a flow`, { file })
  }
}
