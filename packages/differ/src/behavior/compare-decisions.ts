import { type Bot, createPredictor, type Decision, newDialogue, takeTurn } from '@scenewright/simulator'

/** The decision for a message, and the replies that the customer then reads. */
type Answer = Decision & { readonly replies: readonly string[] }

/** A message with a different decision as the first one of a dialogue. */
export interface BehaviorChange {
  readonly message: string
  /** By the keys of the base. */
  readonly before: Answer
  readonly after: Answer
}

/**
 * Creates the function that asks both bots about a message and detects different decisions. `renames` maps the keys of
 * the base to those at the head: another name is not a different decision, nor is another order of an offer.
 */
export function createComparison(
  base: Bot,
  head: Bot,
  renames: ReadonlyMap<string, string>,
): (message: string) => BehaviorChange | undefined {
  const [predictBefore, predictAfter] = [createPredictor(base), createPredictor(head)]
  const now = (key: string) => renames.get(key) ?? key
  return message => {
    const { decision: before } = predictBefore(message)
    const { decision: after } = predictAfter(message)
    if (nameOf(before, now) === nameOf(after, key => key)) return undefined
    return { message, before: answer(base, message), after: answer(head, message) }
  }
}

/** A turn contains everything that a prediction leaves out, and takes longer for it. */
function answer(bot: Bot, message: string): Answer {
  const { decision, replies } = takeTurn(bot, newDialogue, message).turn
  return { ...decision, replies }
}

function nameOf(decision: Decision, name: (key: string) => string): string {
  switch (decision.kind) {
    case 'start':
      return `start ${name(decision.scenario)}`
    case 'clarify':
      return `clarify ${decision.candidates.map(name).sort().join(' ')}`
    case 'none':
      return 'none'
  }
}
