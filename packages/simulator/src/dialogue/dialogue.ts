/** A topic that the customer is offered. */
export interface OfferedTopic {
  /** The scenario's key. */
  readonly scenario: string
  /** The label that the customer reads, and may answer with. */
  readonly label: string
}

/** The memory of a dialogue between turns: plain JSON, to be stored unchanged. */
export interface Dialogue {
  /** The keys of the scenarios that have started, in the order of their first start. */
  readonly ran: readonly string[]
  /** The topics that the last turn offered, best first; valid for the next message only. */
  readonly offer?: readonly OfferedTopic[]
}

/** A new dialogue. */
export const newDialogue: Dialogue = { ran: [] }

/** The dialogue after a scenario has started, or after a turn in which none started (null). Any offer has ended. */
export function continueDialogue(dialogue: Dialogue, started: string | null): Dialogue {
  const ran = readStartedScenarios(dialogue)
  return { ran: started === null || ran.includes(started) ? ran : [...ran, started] }
}

/** The keys of the scenarios that have started. A stored dialogue may be older than this code, or damaged. */
export function readStartedScenarios(dialogue: Dialogue): readonly string[] {
  const { ran }: { readonly ran: unknown } = dialogue
  return Array.isArray(ran) ? ran.filter(key => typeof key === 'string') : []
}

/** The topics that the last turn offered; empty if the stored value is not a list of topics. */
export function readOffer(dialogue: Dialogue): readonly OfferedTopic[] {
  const { offer }: { readonly offer?: unknown } = dialogue
  return Array.isArray(offer) && offer.every(isTopic) ? offer : []
}

function isTopic(value: unknown): value is OfferedTopic {
  if (typeof value !== 'object' || value === null || !('scenario' in value) || !('label' in value)) return false
  return typeof value.scenario === 'string' && typeof value.label === 'string'
}
