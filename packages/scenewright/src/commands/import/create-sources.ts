import { decompile, isKey } from '@scenewright/compiler'
import { isSearched } from '@scenewright/compiler/source-reader'
import {
  alwaysCondition,
  type Definition,
  documentFormat,
  documentVersion,
  type ImportDocument,
  nodeTypes,
  scenarioDefaults,
} from '@scenewright/model'
import { sourceLimits } from '@scenewright/model/limits'
import { count } from '@scenewright/model/text'
import { isDeviceName } from '../../shell/files.ts'
import { groupBy, type Intent, type Omit, type PlacedText, quote } from './imported-bot.ts'

/** The source of a scenario that was an intent. */
export interface ImportedSource {
  readonly intent: string
  readonly key: string
  /** Relative to the output folder, with forward slashes. */
  readonly file: string
  readonly text: string
  readonly examples: number
  readonly replies: number
}

/** The limits of a scenario. The contract has none; the local service has these, or is stricter than they are. */
const scenarioLimits = { title: 255, text: 32_768, examples: 10_000, replies: 1_000 } as const

/** A source is a small file; its texts of one kind must leave space for the rest of it. In UTF-16 units. */
const maxTexts = sourceLimits.fileSize / 4

/**
 * Creates one source per intent with a fixed reply. Other intents, texts beyond a limit, and everything that a person
 * must complete are omissions. Deterministic: the keys depend only on the names and their order.
 */
export function createSources(intents: readonly Intent[], omit: Omit): readonly ImportedSource[] {
  const keys = new Set<string>()
  return intents.flatMap((intent): readonly ImportedSource[] => {
    if (intent.isLeftOut) return []
    const { fitted, text } = write(intent, omit)
    if (text === undefined) {
      omit('intent', `"${intent.name}" with ${count(fitted.examples.length, 'example')}`, intent.place)
      return []
    }
    const key = chooseKey(intent, keys, omit)
    const { length: examples } = fitted.examples
    if (examples === 0) omit('example', `"${intent.name}"`, intent.place)
    return [{ intent: intent.name, key, file: `${key}.scenario.yaml`, text, examples, replies: fitted.replies.length }]
  })
}

/**
 * The source of an intent; undefined if the intent has no reply. The bytes of a text depend on its letters and on how
 * YAML writes them, so that fewer texts are tried until the source is no larger than it may be.
 */
function write(intent: Intent, omit: Omit): { readonly fitted: Intent; readonly text: string | undefined } {
  for (let units = maxTexts; ; units /= 2) {
    const omissions: Parameters<Omit>[] = []
    const collect: Omit = (...omission) => omissions.push(omission)
    const fitted = fit(intent, { units, omit: collect })
    const text = fitted.replies.length === 0 ? undefined : decompile(createDocument(fitted, collect))
    if (text !== undefined && Buffer.byteLength(text) > sourceLimits.fileSize) continue
    for (const omission of omissions) omit(...omission)
    return { fitted, text }
  }
}

/** How many texts of one kind fit, how long they may be together in UTF-16 units, and what is done with others. */
interface Fitting {
  readonly max: number
  readonly units: number
  readonly what: string
  readonly omit: Omit
}

/** The intent without the texts that a scenario cannot contain. */
function fit(intent: Intent, { units, omit }: Pick<Fitting, 'units' | 'omit'>): Intent {
  const what = (part: string) => `${part} of "${intent.name}"`
  const examples = withoutRepeats(fitting(intent.examples, what('an example'), omit), what('an example'), omit)
  const exclusions = withoutRepeats(
    fitting(intent.exclusions ?? [], what('an exclusion'), omit),
    what('an exclusion'),
    omit,
  )
  const replies = fitting(intent.replies, what('a reply'), omit)
  return {
    ...intent,
    exclusions: firstTexts(exclusions, { units, max: scenarioLimits.examples, what: what('an exclusion'), omit }),
    examples: firstTexts(examples, { units, max: scenarioLimits.examples, what: what('an example'), omit }),
    replies: firstTexts(replies, { units, max: scenarioLimits.replies, what: what('a reply'), omit }),
  }
}

function fitting(texts: readonly PlacedText[], what: string, omit: Omit): readonly PlacedText[] {
  const normal = texts.map(({ text, place }) => ({ text: text.replace(/\r\n?/g, '\n'), place }))
  return normal.filter(({ text, place }) => {
    if (text.length <= scenarioLimits.text) return true
    omit('limit', `${what} has ${text.length} characters; the maximum is ${scenarioLimits.text}: ${quote(text)}`, place)
    return false
  })
}

function withoutRepeats(texts: readonly PlacedText[], what: string, omit: Omit): readonly PlacedText[] {
  return [...groupBy(texts, ({ text }) => text).values()].flatMap(([first, ...others]) => {
    for (const { text, place } of others) omit('duplicate', `${what}: ${quote(text)}`, place)
    return first ?? []
  })
}

function firstTexts(texts: readonly PlacedText[], { units, max, what, omit }: Fitting): readonly PlacedText[] {
  let used = 0
  return texts.filter(({ text, place }, index) => {
    used += text.length
    if (index < max && used <= units) return true
    omit('limit', `${what} beyond the limits of a scenario: ${quote(text)}`, place)
    return false
  })
}

/** Adds a key to the others. If it is not simply the name in the letters of a key, that is recorded with the reason. */
function chooseKey({ name, place }: Intent, keys: Set<string>, omit: Omit): string {
  const { key: wanted, reasons } = keyFrom(name)
  let key = wanted
  for (let number = 2; keys.has(key) || !isKey(key); number += 1) key = `${wanted}-${number}`
  keys.add(key)
  if (key !== wanted) reasons.push(`"${wanted}" ${isKey(wanted) ? 'is used' : 'means no scenario'}`)
  if (reasons.length > 0) omit('key', `"${name}" gets the key "${key}", because ${reasons.join(', and ')}`, place)
  return key
}

/**
 * The length of a segment in characters, and in bytes: a file system allows a name of 255, of which the longest suffixes
 * take `-99999`, `.scenario.yaml` and the `..4294967295.part` of the file that is written first.
 */
const maxSegment = { characters: 80, bytes: 255 - 6 - 14 - 17 }
const maxSegments = 8

/** Why a part of a key cannot have a name. */
function reservedName(name: string): string | undefined {
  if (name === 'manifest') return '"compile" writes the list of documents as "manifest"'
  if (!isSearched(name)) return `commands do not look for sources in a folder named "${name}"`
  return isDeviceName(name) ? `"${name}" is the name of a device on Windows` : undefined
}

/**
 * A key from the name of an intent: valid on every file system, and the same without case; or the reserved `none`. The
 * reasons say what else was changed.
 */
function keyFrom(name: string): { readonly key: string; readonly reasons: string[] } {
  const reasons = new Set<string>()
  const segments = name
    .normalize('NFC')
    .toLowerCase()
    .split('/')
    .map(segment => {
      const words = segment.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-').replace(/\.{2,}/g, '.')
      const short = shortened(words)
      if (short !== words) reasons.add('the name is too long')
      const trimmed = short.replace(/^[-_.]+|[-_.]+$/g, '')
      const reason = reservedName(trimmed)
      if (reason === undefined) return trimmed
      reasons.add(reason)
      return `${trimmed}-intent`.replace(/^([^.]*)\.(.*)$/, '$1-$2')
    })
    .filter(segment => segment !== '')
  if (segments.length === 0) reasons.add('the name has no letter or digit')
  if (segments.length > maxSegments) reasons.add(`the name has more than ${maxSegments} parts`)
  return { key: segments.slice(0, maxSegments).join('/') || 'intent', reasons: [...reasons] }
}

/** The first characters of a segment that a file name can contain. */
function shortened(segment: string): string {
  const letters = [...segment].slice(0, maxSegment.characters)
  while (Buffer.byteLength(letters.join('')) > maxSegment.bytes) letters.pop()
  return letters.join('')
}

function createDocument(intent: Intent, omit: Omit): ImportDocument {
  const within = (part: 'title' | 'description', text: string, max: number) => {
    // The service counts an emoji as one character, and refuses half of one.
    const letters = [...text]
    if (letters.length <= max) return text
    omit('limit', `the ${part} of "${intent.name}" is shortened: ${quote(text)}`, intent.place)
    return letters.slice(0, max).join('')
  }
  const title = within('title', intent.title ?? titleFrom(intent.name), scenarioLimits.title)
  const description = intent.description && within('description', intent.description, scenarioLimits.text)
  if (description === undefined) omit('description', `when "${intent.name}" starts`, intent.place)
  const exclusions = intent.exclusions ?? []
  return {
    format: documentFormat,
    schema_version: documentVersion,
    scenario: {
      title,
      trigger_description: description ?? `The message has the intent "${title}".`,
      examples: intent.examples.map(({ text }) => text),
      ...(exclusions.length > 0 && { exclusions: exclusions.map(({ text }) => text) }),
      ...scenarioDefaults,
      definition: createFlow(intent.replies),
    },
  }
}

/** The name in words: `faq/ask_name` is "Faq ask name", and `___` is "Intent". */
function titleFrom(name: string): string {
  const words = name.replace(/[\s_./\\-]+/g, ' ').trim()
  const [first = '', ...rest] = words || 'intent'
  return first.toUpperCase() + rest.join('')
}

/** The replies one after another, then the end. */
function createFlow(replies: readonly PlacedText[]): Definition {
  const ids = replies.map((_, index) => (index === 0 ? 'answer' : `answer_${index + 1}`))
  const targets = [...ids.slice(1), 'done']
  return {
    start_node_id: ids[0] ?? 'done',
    nodes: [
      ...replies.map(({ text }, index) => {
        const id = ids[index] ?? ''
        return { id, type: nodeTypes.reply, title: id, text }
      }),
      { id: 'done', type: nodeTypes.end, title: 'done' },
    ],
    edges: ids.map((source, index) => {
      const target = targets[index] ?? 'done'
      return { id: `${source}--${target}`, source, target, priority: 1, condition: { type: alwaysCondition } }
    }),
  }
}
