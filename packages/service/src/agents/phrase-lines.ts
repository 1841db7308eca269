import { messageWords } from './message-words.ts'

/** A phrase; `*` stands for any words, or none. */
type Phrase = readonly string[]

const mostPhrases = 200
const mostWordsOfPhrase = 20

/** The phrases of a filter, one a line: at most 200 of at most 20 words. Others are passed over. */
export function readPhrases(filter: string): readonly Phrase[] {
  return filter
    .split('\n', mostPhrases)
    .map(line => line.split('*').flatMap((part, index) => [...(index > 0 ? ['*'] : []), ...messageWords(part)]))
    .filter(phrase => phrase.some(word => word !== '*') && phrase.length <= mostWordsOfPhrase)
}

/** Whether the words are the phrase. */
export function isPhrase(words: readonly string[], phrase: Phrase): boolean {
  // Where two asterisks fit, the last one alone needs to be tried again: so the time is the product of both lengths.
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

/** Whether the phrase stands somewhere among the words. */
export function holdsPhrase(words: readonly string[], phrase: Phrase): boolean {
  return isPhrase(words, ['*', ...phrase, '*'])
}
