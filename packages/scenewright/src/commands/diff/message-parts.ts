import type { BehaviourChange } from '@scenewright/differ'

/** Messages in parts, which threads take one after the other, and what was found of each. */
export interface MessageParts {
  /** The next part, and its place among all; undefined where none is left. */
  take(): { readonly place: number; readonly messages: readonly string[] } | undefined
  give(place: number, changes: readonly BehaviourChange[]): void
  /** How many messages there are, and how many have been answered for. */
  readonly all: number
  readonly done: number
  /** The changes found, in the order of the messages, regardless of which thread finished first. */
  changes(): readonly BehaviourChange[]
}

/** Makes them of a list, so many messages a part. */
export function createMessageParts(messages: readonly string[], size: number): MessageParts {
  const found: (readonly BehaviourChange[])[] = []
  let taken = 0
  let done = 0
  const partAt = (place: number) => messages.slice(place * size, (place + 1) * size)
  return {
    take: () => (taken * size >= messages.length ? undefined : { place: taken, messages: partAt(taken++) }),
    give(place, changes) {
      found[place] = changes
      done += partAt(place).length
    },
    all: messages.length,
    get done() {
      return done
    },
    changes: () => found.flat(),
  }
}
