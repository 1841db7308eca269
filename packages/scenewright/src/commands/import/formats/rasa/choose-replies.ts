import { groupBy, type Omit, type PlacedText } from '../../imported-bot.ts'
import type { Responses } from './responses.ts'
import type { Story, StoryTurn } from './stories.ts'

/** Chooses the replies of each intent. */
export interface ReplyChooser {
  /** The fixed replies of an intent; empty if it has none. */
  repliesTo(intent: string): readonly PlacedText[]
  /** Records the intents that a rule or a story answers, but that are not among these. */
  reportUnknown(intents: ReadonlySet<string>): void
  /** Records the further replies to a retrieval intent such as "faq", whose parts get the responses of their names. */
  reportFurther(retrieval: string): void
}

/** A turn that answers an intent, and its story. */
interface Answer {
  readonly intent: string
  readonly turn: StoryTurn
  readonly story: Story
}

/** The names of Rasa's own actions and intents, which a bot does not define. */
const ownActions =
  /^action_(?:restart|session_start|default_fallback|deactivate_loop|back|two_stage_fallback|unlikely_intent|extract_slots)$/

/**
 * Chooses the replies of intents: those of a rule or a story with this intent alone, rules first; else those that
 * follow the intent in every longer story; else the response `utter_<intent>`. Everything else in the stories is
 * recorded as an omission.
 */
export function createReplyChooser(
  stories: readonly Story[],
  {
    responses,
    forms,
    omit,
  }: { readonly responses: Responses; readonly forms: ReadonlySet<string>; readonly omit: Omit },
): ReplyChooser {
  const rules = stories.filter(({ kind }) => kind === 'rule')
  const answers = [...rules, ...stories.filter(({ kind }) => kind === 'story')].flatMap(answersIn)
  const byIntent = groupBy(answers, ({ intent }) => intent)
  for (const story of stories) reportStory(story, { forms, omit })
  return {
    repliesTo(intent) {
      const ownName = `utter_${intent}`
      const takeOwn = () => (responses.has(ownName) ? responses.take(ownName, { file: '' }) : undefined)
      const found = byIntent.get(intent) ?? []
      const chosen = chooseAnswer(found, omit)
      if (chosen !== undefined) {
        const { turn, story } = chosen
        return turn.actions.filter(isResponse).flatMap(action => responses.take(action, story.place) ?? [])
      }
      const own = found.length > 0 ? undefined : takeOwn()
      if (own === undefined) return []
      // The response selector answers a retrieval intent such as "faq/ask_name" with the response of its name.
      if (!intent.includes('/'))
        omit('assumption', `no rule or story answers "${intent}": it gets "${ownName}"`, own.place)
      return [own]
    },
    reportUnknown(intents) {
      for (const [intent, [answer]] of byIntent) {
        if (answer === undefined || intents.has(intent)) continue
        const { kind, name, place } = answer.story
        const isFallback = /^(?:nlu_fallback|out_of_scope)$/.test(intent)
        omit(
          isFallback ? 'fallback' : 'story',
          `the ${kind} "${name}" answers "${intent}", which has no examples`,
          place,
        )
      }
    },
    reportFurther(retrieval) {
      for (const { turn, story } of byIntent.get(retrieval) ?? []) {
        const further = turn.actions.filter(action => isResponse(action) && action !== `utter_${retrieval}`)
        if (further.length === 0) continue
        const what = `the ${story.kind} "${story.name}" answers "${retrieval}/…" also with ${further.join(', ')}`
        omit('story', what, story.place)
      }
    },
  }
}

function answersIn(story: Story): readonly Answer[] {
  return story.turns.flatMap(turn => turn.intents.map(intent => ({ intent, turn, story })))
}

/** The answer that gives the replies. Those that disagree are recorded, and the reason for none. */
function chooseAnswer(answers: readonly Answer[], omit: Omit): Answer | undefined {
  // A story that ends with the message does not say how it goes on.
  const answered = answers.filter(({ turn }) => turn.actions.length > 0)
  const certain = answered.filter(({ turn }) => !turn.isConditional)
  const [rule, ...otherRules] = certain.filter(({ story }) => story.turns.length === 1)
  const first = rule ?? certain[0]
  if (first === undefined) return undefined
  const others = rule === undefined ? answered : otherRules
  const different = others.filter(({ turn }) => turn.actions.join(' ') !== first.turn.actions.join(' '))
  const isAgreed = rule !== undefined || different.length === 0
  for (const { intent, story, turn } of isAgreed ? different : [first, ...different]) {
    omit('story', `the ${story.kind} "${story.name}" answers "${intent}" with ${turn.actions.join(', ')}`, story.place)
  }
  return isAgreed ? first : undefined
}

function isResponse(action: string): boolean {
  return action.startsWith('utter_')
}

function reportStory(
  { kind, name, place, turns }: Story,
  { forms, omit }: { readonly forms: ReadonlySet<string>; readonly omit: Omit },
): void {
  const what = `the ${kind} "${name}"`
  if (turns.length > 1) omit('story', `${what} has ${turns.length} messages of the customer`, place)
  for (const action of turns.flatMap(({ actions }) => actions)) {
    if (isResponse(action)) continue
    const isForm = forms.has(action) || action.endsWith('_form')
    const isOwn = ownActions.test(action)
    omit(isForm ? 'form' : 'action', `${what} runs ${isOwn ? "Rasa's own action " : ''}"${action}"`, place)
  }
}
