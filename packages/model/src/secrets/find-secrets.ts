import { type Proof, type SecretShape, secretShapes } from './secret-shapes.ts'

const space = 32

/** A secret in a text, from `start` up to `end`, in UTF-16 units. */
export interface FoundSecret {
  /** The kind of secret, as named in messages. */
  readonly what: string
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The maximum number of findings, so that an author can still read them. */
const maxFound = 20

/**
 * At most `max` keys, tokens and passwords in a text, sorted by place and without overlaps; of more, those of the first
 * shapes. Takes linear time.
 */
export function findSecrets(text: string, max = maxFound): readonly FoundSecret[] {
  if (!mayHoldSecret(text)) return []
  const found: FoundSecret[] = []
  for (const shape of secretShapes) {
    for (const secret of ofShape(text, shape)) {
      if (found.length === max) break
      if (!found.some(other => secret.start < other.end && other.start < secret.end)) found.push(secret)
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** Whether a text, or several concatenated texts, may contain a secret: nearly all do not. */
export function mayHoldSecret(text: string): boolean {
  return (hasLongWord(text) || text.includes('-----BEGIN')) && anyTrace().test(text)
}

function* ofShape(text: string, shape: SecretShape): Generator<FoundSecret> {
  for (const { groups, indices } of text.matchAll(compilePattern(shape))) {
    const [start, end] = indices?.groups?.secret ?? [0, 0]
    const secret = groups?.secret ?? ''
    if (looksRandom(secret, shape.needsProof)) yield { what: shape.what, text: secret, start, end }
  }
}

// Compiled when first needed: most runs need none.
let trace: RegExp | undefined
const patterns = new Map<SecretShape, RegExp>()

function anyTrace(): RegExp {
  trace ??= new RegExp(secretShapes.map(shape => shape.trace).join('|'), 'i')
  return trace
}

function compilePattern(shape: SecretShape): RegExp {
  const pattern = patterns.get(shape) ?? new RegExp(shape.source, shape.ignoresCase ? 'dgiu' : 'dgu')
  patterns.set(shape, pattern)
  return pattern
}

/** Whether a candidate is a secret: not a placeholder, and if proof is needed, not a word, link or date. */
function looksRandom(text: string, proof?: Proof): boolean {
  if (isPlaceholder(text)) return false
  if (proof === undefined) return true
  const bare = text.replace(/[.,:;!?)\]]{1,8}$/, '')
  if (!/\d/.test(bare) || !/\p{L}/u.test(bare)) return false
  return proof === 'token' ? !areWords(bare) : bare.length >= 8 && !isPlain(bare)
}

/** `****`, `xxxx`, `your_key`, `{{token}}`, `$TOKEN`. */
function isPlaceholder(text: string): boolean {
  return new Set(text).size <= 3 || /\*{3}|\.{3}|\u2026|\u2022|x{4}|your|\{\{|\$\{|%\w+%|^\$[A-Z_]+$/i.test(text)
}

/** A link, an address, a range of characters or several words: possible texts after the word for a password. */
function isPlain(text: string): boolean {
  return /:\/\/|^www\.|\p{L}@\p{L}|[a-z]-z/iu.test(text) || (text === text.toLowerCase() && areWords(text, 3))
}

/** Words and numbers joined by hyphens, as in names of pages and articles: `at-least-8-characters`. */
function areWords(text: string, min = 2): boolean {
  const parts = text.split(/[-_./=+~]/).filter(part => part !== '')
  return parts.length >= min && parts.every(part => /^(?:\d+|\p{Lu}?\p{Ll}+|\p{Lu}+)$/u.test(part))
}

/**
 * Whether a text has the minimum of a secret: a word of eight characters with a digit or an @, or a run of fourteen
 * ASCII characters. A loop, because every text is tested: a pattern takes six times as long.
 */
function hasLongWord(text: string): boolean {
  let length = 0
  let plainLength = 0
  let hasMark = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code <= space) {
      length = 0
      plainLength = 0
      hasMark = false
      continue
    }
    length += 1
    plainLength = code < 128 ? plainLength + 1 : 0
    hasMark ||= isMark(code)
    if ((hasMark && length >= 8) || plainLength >= 14) return true
  }
  return false
}

/** A digit or an @. */
function isMark(code: number): boolean {
  return code === 64 || (code >= 48 && code <= 57)
}
