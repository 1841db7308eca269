import { type Language, languages } from '@scenewright/model/config'
import { fold } from '@scenewright/simulator'
import az from './small-talk/az.json' with { type: 'json' }
import be from './small-talk/be.json' with { type: 'json' }
import de from './small-talk/de.json' with { type: 'json' }
import en from './small-talk/en.json' with { type: 'json' }
import es from './small-talk/es.json' with { type: 'json' }
import fr from './small-talk/fr.json' with { type: 'json' }
import hy from './small-talk/hy.json' with { type: 'json' }
import it from './small-talk/it.json' with { type: 'json' }
import ka from './small-talk/ka.json' with { type: 'json' }
import kk from './small-talk/kk.json' with { type: 'json' }
import ky from './small-talk/ky.json' with { type: 'json' }
import pl from './small-talk/pl.json' with { type: 'json' }
import pt from './small-talk/pt.json' with { type: 'json' }
import ro from './small-talk/ro.json' with { type: 'json' }
import ru from './small-talk/ru.json' with { type: 'json' }
import tg from './small-talk/tg.json' with { type: 'json' }
import tk from './small-talk/tk.json' with { type: 'json' }
import uk from './small-talk/uk.json' with { type: 'json' }
import uz from './small-talk/uz.json' with { type: 'json' }

/** The small talk of a language. Each text lists phrases, separated by vertical bars. */
interface SmallTalk {
  readonly greetings: readonly string[]
  /** Farewells and thanks. */
  readonly closings: readonly string[]
  /** Words for the persons that customers ask for. */
  readonly persons: readonly string[]
  /** Words that may surround these if the message has no other request. */
  readonly requests: readonly string[]
  /** Filler words that may occur anywhere. */
  readonly fillers: readonly string[]
}

/** By language. Accents, case and punctuation are ignored. */
const smallTalk: Readonly<Record<Language, SmallTalk>> = {
  en,
  ru,
  uk,
  be,
  kk,
  uz,
  az,
  hy,
  ka,
  ky,
  tg,
  tk,
  de,
  fr,
  es,
  it,
  pt,
  pl,
  ro,
}

/** The maximum number of words that are read. */
const maxWords = 2000

/**
 * The words of a message, normalized for comparison with small talk: without accents, case and punctuation, `hiiii` as
 * `hi`.
 */
export function messageWords(text: string): readonly string[] {
  const folded = fold(text.slice(0, 32_768).replace(elisions, '$1 ').replace(apostrophes, '').replace(hyphens, ' '))
  const plain = folded
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{L})\1{2,}/gu, '$1')
  return plain.split(' ', maxWords).filter(word => word !== '')
}

/** `l'aiuto` is two words, and `that's` is one. */
const elisions = /(?<!\p{L})(\p{L}|qu|dell|all|un)['\u2019\u02bc\u2018`](?=\p{L})/giu
const apostrophes = /['\u2019\u02bc\u2018`]/g
const hyphens = /[-\u2010-\u2015]/g

/** The kinds of small talk. */
type SmallTalkKind = 'greeting' | 'closing' | 'operator'

/** A longer message is more than small talk. */
const maxSmallTalkLength = 14

/**
 * The kind of a message that is only small talk, in one of the languages of bots: that of the bot first, then English,
 * where typos are tolerated, then all others. Undefined if a single word of it is something else.
 */
export function recognizeSmallTalk(words: readonly string[], language: Language): SmallTalkKind | undefined {
  if (words.length === 0 || words.length > maxSmallTalkLength) return undefined
  const near = [...new Set<Language>([language, 'en'])]
  for (const one of near) {
    const lexicon = lexiconOf(one)
    const kind = kindOf(words, lexicon) ?? kindOf(fixTypos(words, lexicon), lexicon)
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
  // "Thank you, operator" does not request an operator, but "an operator, thank you" does.
  if (has('person') && (asks || !has('closing') || first('person') < first('closing'))) return 'operator'
  if (asks) return undefined
  if (has('closing')) return 'closing'
  return has('greeting') ? 'greeting' : undefined
}

/** Splits the message into the longest known phrases, and returns their kinds; undefined if a word is in none. */
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

/** The message with each typo in a long word corrected according to the lexicon. */
function fixTypos(words: readonly string[], { phrases, longWords }: Lexicon): readonly string[] {
  return words.map(word => {
    if (word.length < minLongWord || phrases.has(word)) return word
    return longWords.find(known => known[0] === word[0] && isOneTypo(word, known)) ?? word
  })
}

/** One letter inserted, deleted or replaced, or two transposed letters. */
function isOneTypo(written: string, meant: string): boolean {
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

/** The kinds of phrases. A request asks for something; a filler has no meaning of its own. */
type PhraseKind = 'greeting' | 'closing' | 'person' | 'request' | 'filler'

/** The small talk of a language, indexed. */
interface Lexicon {
  /** The kinds of each phrase, by its words joined with blanks. */
  readonly phrases: ReadonlyMap<string, ReadonlySet<PhraseKind>>
  /** The words of greetings, closings and persons that are long enough to be recognized with a typo. */
  readonly longWords: readonly string[]
  /** The number of words in the longest phrase. */
  readonly longest: number
}

/** The lexicon of a language; created on first use. */
function lexiconOf(language: Language): Lexicon {
  const made = lexicons.get(language) ?? makeLexicon(language)
  lexicons.set(language, made)
  return made
}

const lexicons = new Map<Language, Lexicon>()

/** A shorter word with a typo may well be another word. */
const minLongWord = 6

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
        for (const word of words) if (word.length >= minLongWord) longWords.add(word)
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
