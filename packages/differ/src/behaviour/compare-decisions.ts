import { type Bot, createForesight, type Decision } from '@scenewright/simulator'

/** A message that leads to something else than before, as the first one of a dialogue. */
export interface BehaviourChange {
  readonly message: string
  /** By the keys of the base. */
  readonly before: Decision
  readonly after: Decision
}

/**
 * Makes what asks both bots about a message, and tells where they decide differently. `renames` leads from the keys of
 * the base to those that they have at the head: another name is no other decision, nor is another order of an offer.
 */
export function createComparison(
  base: Bot,
  head: Bot,
  renames: ReadonlyMap<string, string>,
): (message: string) => BehaviourChange | undefined {
  const [foreseeBefore, foreseeAfter] = [createForesight(base), createForesight(head)]
  const now = (key: string) => renames.get(key) ?? key
  return message => {
    const { decision: before } = foreseeBefore(message)
    const { decision: after } = foreseeAfter(message)
    return nameOf(before, now) === nameOf(after, key => key) ? undefined : { message, before, after }
  }
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
