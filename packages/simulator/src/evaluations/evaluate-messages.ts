import { InternalError } from '@scenewright/model'
import type { Bot } from '../dialogue/bot.ts'
import type { Steps } from '../steps.ts'
import { findScorerParts, type ScorerParts } from '../trigger/lexical-scorer.ts'
import { listKnownTexts, listStoredTexts } from '../trigger/stored-texts.ts'
import { type ContenderLimits, createDecide, type Decide, describeFrame } from './decide.ts'
import { findAffected } from './find-affected.ts'
import { createRecordMessages } from './record-messages.ts'
import { packRecords, replaceRecords, unpackDecisive } from './records.ts'
import {
  type DecidedGroup,
  decidedGroup,
  type EvaluatedState,
  type GroupRecords,
  type MessageGroup,
  messagesOf,
} from './state.ts'

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
  /** In the order of the groups. */
  readonly groups: readonly DecidedGroup[]
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
  const changedIn = ({ name, texts }: MessageGroup) => {
    return affected === undefined ? new Set(texts.keys()) : affected.get(name)
  }
  const compared = groups.reduce((sum, group) => sum + (changedIn(group)?.size ?? 0), 0)
  if (compared > maxCompared) return undefined
  const recorder = { space: parts.space, recordMessages: createRecordMessages(parts, compared) }
  const decide = createDecide(bot, parts, limits)
  const frame = describeFrame(bot, parts, limits)
  const known = before?.decided.frame === frame ? before.decided.byGroup : undefined
  const records = new Map<string, GroupRecords>()
  const decided = new Map<string, DecidedGroup>()
  const all: DecidedGroup[] = []
  for (const group of groups) {
    const { name } = group
    const changed = changedIn(group)
    const found = recordGroup(group, { changed, before: before?.groups.get(name) }, recorder)
    const own = decideGroup(group, found, { changed, before: known?.get(name), decide })
    all.push(own)
    if (!isLast) {
      records.set(name, found)
      decided.set(name, own)
    }
    yield
  }
  if (isLast) return { groups: all, compared }
  const state = {
    language: parts.lexicon.language,
    trainingSize: parts.space.trainingSize,
    scenarios: listKnownTexts(parts.space),
    groups: records,
    decided: { frame, byGroup: decided },
  }
  return { groups: all, state, compared }
}

/** The state with what its bot has computed from its texts, so that another process can continue from it. */
export function withTexts(state: EvaluatedState, bot: Bot): EvaluatedState {
  const parts = findScorerParts(bot.scorer)
  const texts = parts && listStoredTexts(parts, state.scenarios)
  return texts === undefined ? state : { ...state, texts }
}

/** The indexes of the changed messages of a group, undefined if it is as before; and the earlier results of the group. */
interface Changed<Before> {
  readonly changed: ReadonlySet<number> | undefined
  readonly before: Before | undefined
}

interface Recorder extends Pick<ScorerParts, 'space'> {
  readonly recordMessages: ReturnType<typeof createRecordMessages>
}

function recordGroup(
  group: MessageGroup,
  { changed, before }: Changed<GroupRecords>,
  { space, recordMessages }: Recorder,
): GroupRecords {
  if (before !== undefined && changed === undefined) return before
  const messages = messagesOf(group)
  if (before !== undefined && changed !== undefined && changed.size < messages.length) {
    const places = [...changed]
    const again = recordMessages(places.flatMap(place => messages[place] ?? []))
    const replaced = new Map(again.map((record, at) => [places[at] ?? -1, record]))
    return { packed: replaceRecords(before.packed, replaced), words: listWords(group, space) }
  }
  return { packed: packRecords(recordMessages(messages)), words: listWords(group, space) }
}

function listWords({ texts, areExamples }: MessageGroup, { wordsOf }: ScorerParts['space']): readonly string[] {
  return areExamples ? [] : texts.map(text => wordsOf(text).join(' '))
}

function decideGroup(
  group: MessageGroup,
  { packed }: GroupRecords,
  { changed, before, decide }: Changed<DecidedGroup> & { readonly decide: Decide },
): DecidedGroup {
  // A message that was scored again may depend on anything.
  if (changed === undefined && before?.outline.areOfRecord) return before
  const records = unpackDecisive(packed)
  const predictions = messagesOf(group).flatMap((message, place) => {
    const known = changed?.has(place) ? undefined : before?.predictions[place]
    const record = records[place]
    if (known?.isOfRecord) return known
    return record === undefined ? [] : decide(message, record)
  })
  return decidedGroup(group.scenario, predictions)
}
