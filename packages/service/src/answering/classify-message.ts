import type { Language } from '@scenewright/model/config'
import type { Agent } from '../resources/agents/agent.ts'
import { messageWords, recognizeSmallTalk } from './small-talk.ts'

/** A phrase; `*` stands for any words, or none. */
type Phrase = readonly string[]

/** The limits of a filter: of its phrases, and of the words of each; `*` counts as one. */
export const maxPhrases = 200
export const maxWordsOfPhrase = 20

/**
 * The kind of a message. `text` is the reply of the behavior model; undefined for requests for operators and for
 * ordinary messages.
 */
interface MessageKind {
  readonly kind: 'greeting' | 'closing' | 'spam' | 'operator' | 'ordinary'
  readonly text?: string
}

const ordinary: MessageKind = { kind: 'ordinary' }

/**
 * Returns whether a message is only a greeting, a farewell or thanks, a request for a person, or spam, according to the
 * agent's settings, with the agent's reply. A message with any further content is ordinary, and so is one for which the
 * agent has no phrases. Takes linear time.
 */
export function classifyMessage(agent: Agent, language: Language, text: string): MessageKind {
  if (!classifiesAny(agent)) return ordinary
  const words = messageWords(text)
  if (isSpam(agent, text, words)) return withText('spam', agent.spam_fallback_message)
  const kind = recognizeSmallTalk(words, language)
  if (kind === 'operator' && agent.classify_operator_is_enabled) return { kind }
  if (isGreeting(agent, words, kind)) return withText('greeting', agent.greeting_message)
  if (isClosing(agent, words, kind)) return withText('closing', agent.closing_message)
  return ordinary
}

/** Most behavior models classify nothing, so their messages need not be analyzed. */
function classifiesAny(agent: Agent): boolean {
  return (
    agent.greeting_message_is_enabled ||
    agent.closing_message_is_enabled ||
    agent.classify_operator_is_enabled ||
    agent.classify_spam_is_enabled ||
    agent.spam_filter_is_enabled
  )
}

function withText(kind: MessageKind['kind'], text: string): MessageKind {
  return text.trim() === '' ? ordinary : { kind, text }
}

function isSpam(agent: Agent, text: string, words: readonly string[]): boolean {
  if (agent.classify_spam_is_enabled && looksLikeSpam(text, words)) return true
  return agent.spam_filter_is_enabled && phrasesOf(agent.spam_filter).some(phrase => holdsPhrase(words, phrase))
}

function isGreeting(agent: Agent, words: readonly string[], kind: string | undefined): boolean {
  if (!agent.greeting_message_is_enabled) return false
  if (agent.classify_greeting_is_enabled && kind === 'greeting') return true
  return agent.greeting_filter_is_enabled && phrasesOf(agent.greeting_filter).some(phrase => isPhrase(words, phrase))
}

function isClosing(agent: Agent, words: readonly string[], kind: string | undefined): boolean {
  if (!agent.closing_message_is_enabled) return false
  if (agent.classify_closing_is_enabled && kind === 'closing') return true
  return agent.closing_filter_is_enabled && phrasesOf(agent.closing_filter).some(phrase => isPhrase(words, phrase))
}

// The most recently parsed filters: an agent has three, and messages of a bot come in bursts.
const read = new Map<string, ReturnType<typeof readPhrases>>()
const maxRead = 100

function phrasesOf(filter: string) {
  const phrases = read.get(filter) ?? readPhrases(filter)
  read.delete(filter)
  read.set(filter, phrases)
  if (read.size > maxRead) read.delete(read.keys().next().value ?? '')
  return phrases
}

/** The number of phrases of a filter that are ignored, because of their length or their number. */
export function countIgnoredPhrases(filter: string): number {
  const lines = readLines(filter)
  return lines.length - withinLimits(lines).length
}

function readPhrases(filter: string): readonly Phrase[] {
  return withinLimits(readLines(filter))
}

/** One phrase per line; lines without a word are none. */
function readLines(filter: string): readonly Phrase[] {
  return filter
    .split('\n')
    .map(line => line.split('*').flatMap((part, index) => [...(index > 0 ? ['*'] : []), ...messageWords(part)]))
    .filter(phrase => phrase.some(word => word !== '*'))
}

function withinLimits(lines: readonly Phrase[]): readonly Phrase[] {
  return lines.filter(phrase => phrase.length <= maxWordsOfPhrase).slice(0, maxPhrases)
}

/** Whether the words match the phrase. */
function isPhrase(words: readonly string[], phrase: Phrase): boolean {
  // If two asterisks are possible, only the last one needs backtracking: so the time is the product of both lengths.
  let word = 0
  let part = 0
  let star: { readonly part: number; readonly word: number } | undefined
  while (word < words.length) {
    if (phrase[part] === '*') {
      star = { part, word }
      part += 1
    } else if (phrase[part] === words[word]) {
      word += 1
      part += 1
    } else if (star !== undefined) {
      star = { part: star.part, word: star.word + 1 }
      word = star.word
      part = star.part + 1
    } else return false
  }
  return phrase.slice(part).every(rest => rest === '*')
}

/** Whether the words contain the phrase. */
function holdsPhrase(words: readonly string[], phrase: Phrase): boolean {
  return isPhrase(words, ['*', ...phrase, '*'])
}

/** The minimum number of web addresses in an advertisement. */
const minLinks = 3
/** Lengths of runs of repeated words and letters that a real question does not have. */
const minWordsInARow = 8
const minLettersInARow = 30

/** Whether the form of a message identifies it as spam: only links, or one word or letter repeated many times. */
function looksLikeSpam(text: string, words: readonly string[]): boolean {
  const links = text.slice(0, 32_768).match(/https?:\/\/|(?<![\p{L}\p{N}])www\./giu)?.length ?? 0
  if (links >= minLinks && words.length <= links * 6) return true
  if (words.length >= minWordsInARow && new Set(words).size === 1) return true
  return new RegExp(`(\\S)\\1{${minLettersInARow - 1}}`, 'u').test(text)
}
