/** A place in a file of the other tool; `file` is relative to the imported folder, with forward slashes. */
export interface FilePlace {
  readonly file: string
  readonly line?: number
}

/** A text and its place. */
export interface PlacedText {
  readonly text: string
  readonly place: FilePlace
}

/** An intent of another tool: the parts of it that a scenario can contain. */
export interface Intent {
  /** As the other tool names it. */
  readonly name: string
  readonly place: FilePlace
  readonly title?: string
  /** When it starts. */
  readonly description?: string
  readonly examples: readonly PlacedText[]
  readonly exclusions?: readonly PlacedText[]
  /** The texts of the bot, in their order. */
  readonly replies: readonly PlacedText[]
  /** Whether it cannot be a scenario for a reason that is recorded as an omission. */
  readonly isLeftOut?: true
}

/** The kinds of omissions, in the order of the report, and their names in the plural. */
export const omissionKinds = {
  intent: 'intents without a fixed reply',
  response: 'responses that no intent uses',
  assumption: 'replies found by their name',
  story: 'stories, rules and routes',
  flow: 'flows and pages',
  form: 'forms',
  condition: 'conditions',
  context: 'contexts',
  slot: 'slots and parameters',
  variable: 'variables in texts',
  action: 'actions and webhooks',
  event: 'events',
  fallback: 'fallbacks',
  variation: 'variations of replies',
  rich: 'buttons, images and other content',
  channel: 'replies for one channel',
  language: 'texts in other languages',
  entity: 'entities',
  duplicate: 'duplicates',
  limit: 'texts beyond a limit',
  setting: 'settings',
  file: 'files',
  key: 'changed names',
  description: 'descriptions to be written',
  example: 'scenarios without examples',
} as const

export type OmissionKind = keyof typeof omissionKinds

/** Something that a scenario cannot contain, or that a person must look at. */
export interface Omission {
  readonly kind: OmissionKind
  readonly what: string
  readonly place: FilePlace
}

/** Records an omission. */
export type Omit = (kind: OmissionKind, what: string, place: FilePlace) => void

/** Groups values by a name; names such as `__proto__` are names like any other. */
export function groupBy<Value>(values: Iterable<Value>, nameOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    const group = groups.get(nameOf(value))
    if (group === undefined) groups.set(nameOf(value), [value])
    else group.push(value)
  }
  return groups
}

/** A text on one line, shortened, in quotes: for the list of omissions. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return 'no text'
  const letters = [...line.slice(0, 400)]
  const shown = letters.length <= maxQuoted ? line : `${letters.slice(0, maxQuoted).join('')}…`
  return `"${shown.replaceAll('"', '\\"')}"`
}

const maxQuoted = 120

/** Several texts, quoted as one. */
export function quoteAll(texts: readonly PlacedText[]): string {
  return quote(texts.map(({ text }) => text).join(' | '))
}
