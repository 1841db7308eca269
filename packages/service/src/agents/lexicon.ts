import type { Language } from '@scenewright/model'
import { messageWords } from './message-words.ts'
import { smallTalk } from './small-talk.ts'

/** What a phrase of small talk is; a request says that something is wanted, a filler nothing. */
export type PhraseKind = 'greeting' | 'closing' | 'person' | 'request' | 'filler'

/** The small talk of a language, ready to be looked up. */
export interface Lexicon {
  /** The kinds of each phrase, by its words with a blank between. */
  readonly phrases: ReadonlyMap<string, ReadonlySet<PhraseKind>>
  /** The words of greetings, closings and persons that are long enough to be known with a slip. */
  readonly longWords: readonly string[]
  /** The words of the longest phrase. */
  readonly longest: number
}

/** The lexicon of a language; made when it is first asked for. */
export function lexiconOf(language: Language): Lexicon {
  const made = lexicons.get(language) ?? makeLexicon(language)
  lexicons.set(language, made)
  return made
}

const lexicons = new Map<Language, Lexicon>()

/** A shorter word with a slip may well be another word. */
const leastLongWord = 6

function makeLexicon(language: Language): Lexicon {
  const { greetings, closings, persons, requests, fillers } = smallTalk[language]
  const phrases = new Map<string, Set<PhraseKind>>()
  const longWords = new Set<string>()
  let longest = 1
  const add = (texts: readonly string[], kind: PhraseKind) => {
    for (const text of texts.flatMap(line => line.split('|'))) {
      const words = messageWords(text)
      const key = words.join(' ')
      phrases.set(key, (phrases.get(key) ?? new Set()).add(kind))
      longest = Math.max(longest, words.length)
      if (kind !== 'request' && kind !== 'filler') {
        for (const word of words) if (word.length >= leastLongWord) longWords.add(word)
      }
    }
  }
  add(greetings, 'greeting')
  add(closings, 'closing')
  add(persons, 'person')
  add(requests, 'request')
  add(fillers, 'filler')
  return { phrases, longWords: [...longWords], longest }
}
