import type { DesiredScenario } from '../../src/goals/sources-goal.ts'
import { desired } from '../workplace.ts'
import type { Operation } from './fault-proxy.ts'

/** Sources for the deploys of one bot, one after the other. */
export interface Rounds {
  /** What is wanted in a round; -1 is what is there before the first. */
  readonly sources: (round: number) => readonly DesiredScenario[]
  /** A key of which a run that ended early has sent the draft of the round. */
  readonly draft?: string
  readonly strategy?: 'replace'
  /** What a deploy in which nothing goes wrong asks of the service. */
  readonly operations: readonly Operation[]
  /** A few points that each deploy has, requests or writes of the state; others for each number of a row. */
  readonly points: (row: number) => readonly number[]
}

/**
 * Each round has everything: a new scenario, a change, a draft that waits to be published, one that is activated and
 * one that is deactivated, a source that is removed, one that is renamed and changed, and one that is renamed or renamed back.
 */
export const everything: Rounds = {
  draft: 'draft',
  operations: ['create', 'read', 'update', 'publish', 'switch'],
  // One of six: rows in a row have different ones, and so have the even rows, which are those of a home.
  points: row => [1 + ((row + Math.floor(row / 6)) % 6)],
  sources: round => [
    desired(`fresh-${round}`, 'New'),
    desired('changed', `Text ${round}`),
    desired('draft', `Text ${round}`),
    desired('on-off', 'Hello', { isActive: round % 2 === 0 }),
    desired('off-on', 'Hello', { isActive: round % 2 !== 0 }),
    desired(`moved-${round}`, `Text ${round}`, { renamedFrom: `moved-${round - 1}` }),
    round % 2 === 0 ? desired('there', `Text ${round}`, { renamedFrom: 'here' }) : desired('here', `Text ${round}`),
    desired('same', 'Hello'),
  ],
}

/** The same in small, for what is slow: a new one, a change, and one that is removed. */
export const few: Rounds = {
  operations: ['create', 'read', 'update', 'publish', 'switch'],
  points: row => [1 + (row % 4)],
  sources: round => [desired(`fresh-${round}`, 'New'), desired('changed', `Text ${round}`)],
}

/** A new one, a change and a removal, six times each. */
export const many: Rounds = {
  operations: ['create', 'read', 'update', 'publish', 'switch'],
  points: row => [1 + (row % 10)],
  sources: round =>
    [1, 2, 3, 4, 5, 6].flatMap(index => [
      desired(`fresh-${round}-${index}`, 'New'),
      desired(`changed-${index}`, `Text ${round}`),
    ]),
}

/** A change by a new record in place of the old one. */
export const replaced: Rounds = {
  strategy: 'replace',
  operations: ['create', 'read', 'publish', 'switch'],
  points: row => [1 + (row % 2)],
  sources: round => [desired('changed', `Text ${round}`)],
}

/** A record that was made by hand is adopted and changed, and the one of the round before loses its source. */
export const adopted: Rounds = {
  operations: ['read', 'update', 'publish', 'switch'],
  // Its read is reset, the reply of its write is lost, its write fails.
  points: () => [1, 2, 3],
  sources: round => [desired('same', 'Hello'), ...(round < 0 ? [] : [desired(byHandKey(round), 'Changed')])],
}

/** The key under which the record of a round is adopted. */
export function byHandKey(round: number): string {
  return `by-hand-${round}`
}

/** A first deploy: there is nothing before it. */
export const first: Rounds = {
  operations: ['create', 'publish'],
  points: row => [1 + (row % 2)],
  sources: round => (round < 0 ? [] : [desired('a', 'New'), desired('b', 'New', { isActive: false })]),
}
