import { canonicalJson } from '@scenewright/model/canonical-json'
import { compareText } from '@scenewright/model/text'
import type { Change } from '../change.ts'
import type { FoundChange } from '../change-details.ts'
import { classifyChanges, type LevelSettings } from '../classify-changes.ts'
import type { ComparedScenario } from '../compared-scenario.ts'
import type { BehaviorChange } from './compare-decisions.ts'

/** The context of the compared messages. */
export interface MovedMessagesOptions {
  /** The key at the head of a scenario of the base. */
  now(key: string): string
  /** Whether a message is one of the project's own: an example, an exclusion, or one of a conversation test. */
  isOwn(message: string): boolean
  /** Whether the head itself assigns the message to a scenario: with an example, or with a test. */
  isMeant(message: string, key: string): boolean
  readonly levels?: LevelSettings
}

/** Messages with the same old and new decision, and the scenario that they belong to. */
export interface MovedMessages {
  readonly key: string
  readonly changes: readonly [Change]
  readonly messages: readonly string[]
}

/** This many messages show what a group is about. */
const maxSamples = 3

/**
 * The project's own messages that start another scenario than before, or none, grouped by their new decision, the
 * largest group first. Recorded messages are not included: another file of them would be another change.
 */
export function groupMovedMessages(
  behavior: readonly BehaviorChange[],
  { now, isOwn, isMeant, levels }: MovedMessagesOptions,
): readonly MovedMessages[] {
  const groups = new Map<string, Move & { readonly messages: string[] }>()
  for (const change of behavior.filter(({ message }) => isOwn(message))) {
    const move = toMove(change, now)
    if (move === undefined) continue
    const { from, to } = move
    const group = { ...move, isMeant: from === null && to !== null && isMeant(change.message, to) }
    const name = JSON.stringify(group)
    const known = groups.get(name)
    if (known === undefined) groups.set(name, { ...group, messages: [change.message] })
    else known.messages.push(change.message)
  }
  return [...groups.values()]
    .sort((a, b) => b.messages.length - a.messages.length || compareText(keyOf(a), keyOf(b)))
    .flatMap(group => {
      const [change] = classifyChanges([found(group)], { key: keyOf(group) }, levels)
      return change === undefined ? [] : [{ key: keyOf(group), changes: [change] as const, messages: group.messages }]
    })
}

interface Move {
  /** By the keys of the head; null where nothing started. */
  readonly from: string | null
  readonly to: string | null
  /** The choices offered to the customer instead. */
  readonly asks?: readonly string[]
  /** The choices that were offered before. */
  readonly asked?: readonly string[]
  readonly isMeant?: boolean
}

/** Undefined if nothing started before, and nothing starts now. */
function toMove({ before, after }: BehaviorChange, now: MovedMessagesOptions['now']): Move | undefined {
  const from = before.kind === 'start' ? now(before.scenario) : null
  if (after.kind === 'start') {
    const asked = before.kind === 'clarify' ? before.candidates.map(now).toSorted(compareText) : undefined
    return { from, to: after.scenario, ...(asked && { asked }) }
  }
  if (from === null) return undefined
  return after.kind === 'clarify'
    ? { from, to: null, asks: after.candidates.toSorted(compareText) }
    : { from, to: null }
}

function keyOf({ from, to }: Move): string {
  return from ?? to ?? ''
}

function found({ from, to, asks, asked, isMeant, messages }: Move & { readonly messages: readonly string[] }) {
  const one: FoundChange<'messages-moved'> = {
    kind: 'messages-moved',
    level: isMeant ? 'info' : 'risky',
    from,
    to,
    ...(asks && { asks }),
    ...(asked && { asked }),
    count: messages.length,
    samples: messages.slice(0, maxSamples),
    identity: { from, to, asks, messages: messages.toSorted(compareText) },
  }
  return one
}

/**
 * Whether decisions may change, that is, whether anything that a decision depends on differs. Later steps do not count.
 */
export function hasOtherTriggers(base: readonly ComparedScenario[], head: readonly ComparedScenario[]): boolean {
  const before = new Map(base.map(scenario => [scenario.key, triggerOf(scenario)]))
  return base.length !== head.length || head.some(scenario => before.get(scenario.key) !== triggerOf(scenario))
}

function triggerOf({ isActive = true, document }: ComparedScenario): string {
  const { definition: _flow, layout: _layout, exit_message: _exit, ...trigger } = document.scenario
  return canonicalJson({ isActive, trigger })
}
