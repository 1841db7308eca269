import { compareText } from '@scenewright/model'
import type { Decision, Turn } from '../../dialogue/turn.ts'

/** A table in the form of a file of tests: messages that all lead to one decision. */
export interface GeneratedTable {
  readonly starts?: string
  readonly clarifies?: readonly string[]
  readonly messages: readonly string[]
}

/** A first message, and what it leads to. */
export type DecidedMessage = Pick<Turn, 'user' | 'decision'>

/** Gathers first messages by what they lead to, each once. */
export function tablesOf(messages: readonly DecidedMessage[]): readonly GeneratedTable[] {
  const tables = new Map<
    string,
    { readonly decision: Omit<GeneratedTable, 'messages'>; readonly messages: Set<string> }
  >()
  for (const { user, decision } of messages) {
    const expected = expectedDecision(decision)
    const name = JSON.stringify(expected)
    const table = tables.get(name) ?? { decision: expected, messages: new Set() }
    table.messages.add(user)
    tables.set(name, table)
  }
  return Array.from(tables.values(), ({ decision, messages }) => ({ ...decision, messages: [...messages] }))
}

function expectedDecision(decision: Decision): Omit<GeneratedTable, 'messages'> {
  switch (decision.kind) {
    case 'start':
      return { starts: decision.scenario }
    case 'clarify':
      return { clarifies: [...decision.candidates].sort(compareText) }
    case 'none':
      return { starts: 'none' }
  }
}
