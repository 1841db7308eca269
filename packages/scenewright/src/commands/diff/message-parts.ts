import type { BehaviorChange } from '@scenewright/differ'

/** Messages in parts, which threads take in turn, and the results. */
export interface MessageParts {
  /** The next part, and its index; undefined if none is left. */
  take(): { readonly place: number; readonly messages: readonly string[] } | undefined
  give(place: number, changes: readonly BehaviorChange[]): void
  /** The number of messages, and of processed ones. */
  readonly all: number
  readonly done: number
  /** The changes found, in the order of the messages, regardless of which thread finished first. */
  changes(): readonly BehaviorChange[]
}

/** Divides a list into parts with this many messages. */
export function createMessageParts(messages: readonly string[], size: number): MessageParts {
  const found: (readonly BehaviorChange[])[] = []
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
