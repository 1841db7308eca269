import { addTo } from '@scenewright/model/collections'
import { misspelled, nearest } from '@scenewright/model/text'
import type { ScenarioSubject } from '../context.ts'
import { findInvisible } from '../texts/invisible-characters.ts'
import { readFlow } from './flow.ts'

/** An end of an edge. */
export interface EdgeEnd {
  /** The edge's index in the definition's list. */
  readonly edge: number
  readonly side: 'source' | 'target'
}

/** A name that edges use and no node has as its id. */
export interface UnknownName {
  readonly name: string
  /** In the order of the definition; at least one. */
  readonly uses: readonly EdgeEnd[]
  /** The most similar id, if one is similar enough. */
  readonly guess: string | undefined
  /** Whether it can only be that id, misspelled. */
  readonly isSure: boolean
}

/**
 * The maximum number of names with a suggestion: each is compared with every id, and a source full of typos should not
 * take minutes.
 */
const maxGuesses = 50

/**
 * The names that edges use and no node has, each once: renaming a node is one mistake, however many edges refer to it.
 */
export function findUnknownNames(subject: ScenarioSubject): readonly UnknownName[] {
  const { nodes } = subject.share(readFlow)
  const uses = new Map<string, EdgeEnd[]>()
  for (const [edge, ends] of subject.definition.edges.entries()) {
    for (const side of ['source', 'target'] as const) {
      const name = ends[side]
      if (!nodes.has(name)) addTo(uses, name, { edge, side })
    }
  }
  return Array.from(uses, ([name, places], number) => {
    const guess = number < maxGuesses ? nearest(name, nodes.keys()) : undefined
    const isSure = guess !== undefined && misspelled(name, nodes.keys()) === guess
    // The id is the mistake if it contains an invisible character.
    return { name, uses: places, guess, isSure: isSure && findInvisible(guess) === undefined }
  })
}
