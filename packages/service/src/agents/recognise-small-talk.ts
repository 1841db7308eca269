import { type Language, languages } from '@scenewright/model'
import { type Lexicon, lexiconOf, type PhraseKind } from './lexicon.ts'

/** What small talk a message may be. */
export type SmallTalkKind = 'greeting' | 'closing' | 'operator'

/** A longer message says more than that. */
const mostWords = 14

/**
 * What a message is, if it is nothing but small talk in one of the languages of bots: that of the bot first, then
 * English, in which slips are forgiven, then all others. Undefined where a single word of it is something else.
 */
export function recogniseSmallTalk(words: readonly string[], language: Language): SmallTalkKind | undefined {
  if (words.length === 0 || words.length > mostWords) return undefined
  const near = [...new Set<Language>([language, 'en'])]
  for (const one of near) {
    const lexicon = lexiconOf(one)
    const kind = kindOf(words, lexicon) ?? kindOf(mendSlips(words, lexicon), lexicon)
    if (kind !== undefined) return kind
  }
  for (const other of languages) {
    const kind = near.includes(other) ? undefined : kindOf(words, lexiconOf(other))
    if (kind !== undefined) return kind
  }
  return undefined
}

function kindOf(words: readonly string[], lexicon: Lexicon): SmallTalkKind | undefined {
  const kinds = cover(words, lexicon)
  if (kinds === undefined) return undefined
  const has = (kind: PhraseKind) => kinds.some(found => found.has(kind))
  const asks = kinds.some(found => found.has('request') && found.size === 1)
  const first = (kind: PhraseKind) => kinds.findIndex(found => found.has(kind))
  // "Thank you, operator" asks for nobody, and "an operator, thank you" does.
  if (has('person') && (asks || !has('closing') || first('person') < first('closing'))) return 'operator'
  if (asks) return undefined
  if (has('closing')) return 'closing'
  return has('greeting') ? 'greeting' : undefined
}

/** The kinds of the phrases that the message is made of, each as long as may be; undefined where a word is in none. */
function cover(
  words: readonly string[],
  { phrases, longest }: Lexicon,
): readonly ReadonlySet<PhraseKind>[] | undefined {
  const kinds: ReadonlySet<PhraseKind>[] = []
  let start = 0
  while (start < words.length) {
    let length = Math.min(longest, words.length - start)
    while (length > 0 && !phrases.has(words.slice(start, start + length).join(' '))) length -= 1
    const found = phrases.get(words.slice(start, start + length).join(' '))
    if (found === undefined) return undefined
    kinds.push(found)
    start += length
  }
  return kinds
}

/** The message with each long word that has one slip as the lexicon writes it. */
function mendSlips(words: readonly string[], { phrases, longWords }: Lexicon): readonly string[] {
  return words.map(word => {
    if (word.length < 6 || phrases.has(word)) return word
    return longWords.find(known => known[0] === word[0] && isOneSlip(word, known)) ?? word
  })
}

/** One letter more, less or other, or two that have changed places. */
function isOneSlip(written: string, meant: string): boolean {
  if (Math.abs(written.length - meant.length) > 1) return false
  let same = 0
  while (same < written.length && written[same] === meant[same]) same += 1
  const [rest, restMeant] = [written.slice(same), meant.slice(same)]
  return (
    rest.slice(1) === restMeant.slice(1) ||
    rest === restMeant.slice(1) ||
    rest.slice(1) === restMeant ||
    (rest[0] === restMeant[1] && rest[1] === restMeant[0] && rest.slice(2) === restMeant.slice(2))
  )
}
