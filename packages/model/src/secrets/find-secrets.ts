import { type Proof, type SecretShape, secretShapes } from './secret-shapes.ts'

const space = 32

/** A secret in a text, from `start` up to `end`, in UTF-16 units. */
export interface FoundSecret {
  /** The kind of secret, as messages name it. */
  readonly what: string
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The most findings that an author can still read. */
const mostFound = 20

/** The first keys, tokens and passwords in a text, no two at one place, in its order. Takes linear time in the text. */
export function findSecrets(text: string, most = mostFound): readonly FoundSecret[] {
  if (!mayHoldSecret(text)) return []
  const found: FoundSecret[] = []
  for (const shape of secretShapes) {
    for (const secret of ofShape(text, shape)) {
      if (found.length === most) break
      if (!found.some(other => secret.start < other.end && other.start < secret.end)) found.push(secret)
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** Whether a text, or one of several behind each other, may hold a secret: nearly none does. */
export function mayHoldSecret(text: string): boolean {
  return (hasLongWord(text) || text.includes('-----BEGIN')) && anyTrace().test(text)
}

function* ofShape(text: string, shape: SecretShape): Generator<FoundSecret> {
  for (const { groups, indices } of text.matchAll(patternOf(shape))) {
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

function patternOf(shape: SecretShape): RegExp {
  const pattern = patterns.get(shape) ?? new RegExp(shape.source, shape.ignoresCase ? 'dgiu' : 'dgu')
  patterns.set(shape, pattern)
  return pattern
}

/** Whether what stands where a secret would is one: no placeholder, and where proof is needed no word, link or date. */
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

/** A link, an address, a range of characters or words in a row: what may follow the word for a password. */
function isPlain(text: string): boolean {
  return /:\/\/|^www\.|\p{L}@\p{L}|[a-z]-z/iu.test(text) || (text === text.toLowerCase() && areWords(text, 3))
}

/** Words and numbers in a row, as names of pages and articles have it: `at-least-8-characters`. */
function areWords(text: string, least = 2): boolean {
  const parts = text.split(/[-_./=+~]/).filter(part => part !== '')
  return parts.length >= least && parts.every(part => /^(?:\d+|\p{Lu}?\p{Ll}+|\p{Lu}+)$/u.test(part))
}

/**
 * Whether a text has what a secret is, or is part of: a word of eight characters, one of them a digit or an @, or a row
 * of fourteen that are ASCII. A loop, since it is asked of every text: a pattern takes six times as long.
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
