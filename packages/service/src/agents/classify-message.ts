import type { Language } from '@scenewright/model'
import type { Agent } from './agent.ts'

/** What a message is as a whole. `text` is what the agent says to it; absent where somebody else answers. */
export interface MessageKind {
  readonly kind: 'greeting' | 'closing' | 'spam' | 'operator' | 'ordinary'
  readonly text?: string
}

/**
 * Says whether a message is nothing but a greeting, a farewell or thanks, a request for a person, or spam, as far as
 * the agent tells these apart; with what it says to it. A message that asks for anything besides is ordinary, and so is
 * one that the agent has no words for.
 */
export function classifyMessage(_agent: Agent, _language: Language, _text: string): MessageKind {
  return { kind: 'ordinary' }
}
