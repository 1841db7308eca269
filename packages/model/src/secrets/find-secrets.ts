import { hasLongWord } from './has-long-word.ts'
import { looksRandom } from './looks-random.ts'
import { type SecretShape, secretShapes } from './secret-shapes.ts'

/** A secret in a text, from `start` up to `end`, in UTF-16 units. */
export interface FoundSecret {
  /** What it is, as a message says it. */
  readonly what: string
  readonly text: string
  readonly start: number
  readonly end: number
}

/** What an author can still read. */
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
