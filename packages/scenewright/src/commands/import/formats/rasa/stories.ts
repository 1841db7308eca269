import { type DataValue, textsIn } from '../../data-value.ts'
import { type FilePlace, type Omit, quote } from '../../imported-bot.ts'

/** A message of the customer, and what the bot does next. */
export interface StoryTurn {
  /** The customer may have any one of these intents. */
  readonly intents: readonly string[]
  readonly actions: readonly string[]
  /** Whether it also depends on entities, slots or an active form. */
  readonly isConditional: boolean
}

/** A rule or a story. */
export interface Story {
  readonly kind: 'rule' | 'story'
  readonly name: string
  readonly place: FilePlace
  readonly turns: readonly StoryTurn[]
}

/** The stories below `stories:`, or the rules below `rules:`. */
export function readStories(list: DataValue, kind: Story['kind'], omit: Omit): readonly Story[] {
  return list.items.map(item => {
    const name = item.get(kind)?.text ?? ''
    const what = `the ${kind} "${name}"`
    const conditions = item.get('condition') !== undefined || item.get('conversation_start')?.isTrue === true
    if (conditions) omit('condition', `${what} has a condition`, item.place)
    for (const [field, { place }] of item.fields) {
      const isKnown = [kind, 'steps', 'condition', 'conversation_start'].includes(field)
      if (!isKnown) omit('setting', `"${field}" of ${what}`, place)
    }
    const turns: StoryTurn[] = []
    let isConditional = conditions
    const steps = item.get('steps')?.items ?? []
    if (steps.length === 0)
      omit('story', `${what} has no list of steps: ${quote(textsIn(item).join(' | '))}`, item.place)
    for (const step of steps) {
      const intents = intentsOf(step)
      const action = step.get('action')?.text
      const reason = reasonOf(step)
      if (reason !== undefined) omit(reason, `${what} has a step "${step.fields[0]?.[0] ?? ''}"`, step.place)
      const message = step.get('user')?.text
      if (intents.length > 0 && message !== undefined) {
        omit('story', `${what} has the message ${quote(message)}`, step.place)
      }
      if (intents.length > 0) {
        const hasEntities = [step, ...(step.get('or')?.items ?? [])].some(each => each.get('entities') !== undefined)
        if (hasEntities) omit('condition', `${what} requires entities in the message`, step.place)
        // An alternative to the message may be a slot.
        turns.push({ intents, actions: [], isConditional: isConditional || hasEntities || reason !== undefined })
      } else if (action !== undefined) {
        if (turns.length === 0) omit('story', `${what} begins with "${action}", before any message`, step.place)
        addAction(turns, action)
      } else if (reason !== undefined) {
        isConditional = true
        const last = turns.at(-1)
        if (last !== undefined) turns[turns.length - 1] = { ...last, isConditional: true }
      }
    }
    return { kind, name, place: item.place, turns }
  })
}

function addAction(turns: StoryTurn[], action: string): void {
  const last = turns.at(-1)
  // The bot waits for the next message anyway.
  if (last === undefined || action === 'action_listen') return
  turns[turns.length - 1] = { ...last, actions: [...last.actions, action] }
}

function intentsOf(step: DataValue): readonly string[] {
  const alternatives = step.get('or')?.items ?? []
  return [step, ...alternatives].flatMap(each => each.get('intent')?.text ?? [])
}

/** The kind of a step that a flow cannot contain; of several alternatives, that of the first one without an intent. */
function reasonOf(step: DataValue): 'slot' | 'form' | 'story' | undefined {
  const alternatives = step.get('or')?.items ?? []
  const other = alternatives.find(each => each.get('intent') === undefined)
  if (alternatives.length > 0) return other && (reasonOf(other) ?? 'story')
  if (step.get('slot_was_set') !== undefined) return 'slot'
  if (step.get('active_loop') !== undefined || step.get('form') !== undefined) return 'form'
  const known = ['intent', 'action'].some(name => step.get(name) !== undefined)
  return known ? undefined : 'story'
}

/** Whether a text contains stories in the Markdown of Rasa 1. */
export function isMarkdownStories(text: string): boolean {
  const parts = [/^[ \t]*#/m, /^[ \t]*\*[ \t]*[\w/]/m, /^[ \t]*-[ \t]*(?:utter_|action_|\w+_form)/m]
  return parts.every(part => part.test(text))
}

/** The stories in the Markdown of Rasa 1: `## name`, `* intent`, `- action`. As in Rasa, no space is needed. */
export function readMarkdownStories(file: string, text: string, omit: Omit): readonly Story[] {
  const stories: { name: string; place: FilePlace; turns: StoryTurn[] }[] = []
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const place = { file, line: index + 1 }
    const line = written.trim()
    const [, mark = '', step = ''] = /^([#*>-])#*\s*(.*)$/.exec(line) ?? []
    const story = stories.at(-1)
    const what = `the story "${story?.name ?? ''}"`
    if (mark === '#') stories.push({ name: step, place, turns: [] })
    else if (mark === '>') omit('story', `${what} has the checkpoint "${step}"`, place)
    else if (mark === '' || story === undefined) {
      if (line !== '') omit('story', `${story === undefined ? 'no story' : what} has the step ${quote(line)}`, place)
    } else if (mark === '*') {
      const { intents, hasEntities, text } = readMarkdownMessage(step)
      if (hasEntities) omit('condition', `${what} requires entities in the message`, place)
      if (text !== undefined) omit('story', `${what} has the message ${quote(text)}`, place)
      story.turns.push({ intents, actions: [], isConditional: hasEntities })
    } else if (/^(?:slot|form)\{/.test(step)) {
      omit(step.startsWith('slot') ? 'slot' : 'form', `${what} has the step ${step}`, place)
    } else {
      if (story.turns.length === 0) omit('story', `${what} begins with "${step}", before any message`, place)
      addAction(story.turns, step)
    }
  }
  return stories.map(story => ({ kind: 'story', ...story }))
}

/** `greet`, `greet OR hello`, `inform{"city": "Rome"}`, or in a test `inform: in [Rome](city)`. */
function readMarkdownMessage(message: string): {
  readonly intents: readonly string[]
  readonly hasEntities: boolean
  readonly text: string | undefined
} {
  const [, intent = message, text] = /^([^{:]+):(.*)$/.exec(message) ?? []
  const alternatives = intent.split(/\s+OR\s+/)
  return {
    intents: alternatives.map(each => each.replace(/\{.*$/, '').trim()),
    hasEntities: alternatives.some(each => each.includes('{')),
    text,
  }
}
