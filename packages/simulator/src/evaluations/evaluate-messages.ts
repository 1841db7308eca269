import { InternalError } from '@scenewright/model'
import type { Bot } from '../dialogue/bot.ts'
import type { Prediction } from '../dialogue/predict.ts'
import type { Steps } from '../steps.ts'
import { findScorerParts, type ScorerParts } from '../trigger/lexical-scorer.ts'
import { type ContenderLimits, createDecide, type Decide, describeFrame } from './decide.ts'
import { findAffected } from './find-affected.ts'
import { createRecordMessages } from './record-messages.ts'
import { packRecords, unpackDecisive } from './records.ts'
import { type Decided, type EvaluatedState, type GroupRecords, listKnownTexts, type MessageGroup } from './state.ts'

/** The options of an evaluation. */
export interface EvaluateOptions extends ContenderLimits {
  /** An earlier state of the same project: what cannot have changed is not evaluated again. */
  readonly before?: EvaluatedState
  /** The number of messages above which nothing is evaluated; unlimited if not given. */
  readonly maxCompared?: number
  /** Whether no later state is evaluated from this one, so that there is none: it takes much memory. */
  readonly isLast?: boolean
}

/** The predictions for the messages of a bot's own sources. */
export interface EvaluatedMessages {
  /** In the order of the messages. */
  readonly predictions: readonly Prediction[]
  /** Absent if it is the last one. */
  readonly state?: EvaluatedState
  /** The number of messages that were compared with the bot's texts. */
  readonly compared: number
}

/**
 * Evaluates messages by a lexical scorer, in short steps. The predictions are those without an earlier state, to the
 * last bit. Undefined if more messages than allowed had to be compared.
 */
export function* evaluateMessages(
  bot: Bot,
  groups: readonly MessageGroup[],
  { before, maxCompared = Number.POSITIVE_INFINITY, isLast = false, ...limits }: EvaluateOptions,
): Steps<EvaluatedMessages | undefined> {
  const parts = findScorerParts(bot.scorer)
  if (parts === undefined) throw new InternalError('only a lexical scorer can evaluate the messages of its bot')
  const affected = before && findAffected(parts, before, groups)
  yield
  const isKnown = ({ name }: MessageGroup) => affected !== undefined && !affected.has(name)
  const compared = countMessages(groups.filter(group => !isKnown(group)))
  if (compared > maxCompared) return undefined
  const recordMessages = createRecordMessages(parts)
  const decide = createDecide(bot, parts, limits)
  const frame = describeFrame(bot, parts, limits)
  const known = before?.decided?.frame === frame ? before.decided.byGroup : undefined
  const records = new Map<string, GroupRecords>()
  const decided = new Map<string, readonly Decided[]>()
  const predictions: Prediction[] = []
  for (const group of groups) {
    const { name } = group
    const earlier = isKnown(group) ? before?.groups.get(name) : undefined
    const found = earlier ?? recordGroup(group, recordMessages, parts)
    const reused = earlier && known?.get(name)
    const own = reused ?? decideGroup(group, found, decide)
    predictions.push(...own.map(({ prediction }) => prediction))
    if (!isLast) {
      records.set(name, found)
      // A message that was scored again may depend on anything.
      if (own.every(({ isOfRecord }) => isOfRecord)) decided.set(name, own)
    }
    yield
  }
  if (isLast) return { predictions, compared }
  const state = {
    language: parts.lexicon.language,
    trainingSize: parts.space.trainingSize,
    scenarios: listKnownTexts(parts),
    groups: records,
    decided: { frame, byGroup: decided },
  }
  return { predictions, state, compared }
}

function recordGroup(
  { messages }: MessageGroup,
  recordMessages: ReturnType<typeof createRecordMessages>,
  { space }: ScorerParts,
): GroupRecords {
  return {
    packed: packRecords(recordMessages(messages)),
    words: messages.flatMap(({ text, without }) => (without === undefined ? space.wordsOf(text).join(' ') : [])),
  }
}

function decideGroup({ messages }: MessageGroup, { packed }: GroupRecords, decide: Decide): readonly Decided[] {
  const records = unpackDecisive(packed)
  return messages.flatMap((message, at) => {
    const record = records[at]
    return record === undefined ? [] : decide(message, record)
  })
}

function countMessages(groups: readonly MessageGroup[]): number {
  return groups.reduce((sum, { messages }) => sum + messages.length, 0)
}
