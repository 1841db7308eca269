import type { Completion } from '../database/tables.ts'

/** Completions to be answered one after the other: those of a dialogue, in their order. */
export type Line = readonly Completion[]

/** Parts completions, the oldest first, into lines that need not wait for each other. */
export function answerLines(completions: readonly Completion[]): readonly Line[] {
  const lines = new Map<string, Completion[]>()
  for (const completion of completions) {
    const key = completion.dialogue_id ?? completion.id
    const line = lines.get(key)
    if (line === undefined) lines.set(key, [completion])
    else line.push(completion)
  }
  return [...lines.values()]
}
