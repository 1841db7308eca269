import type { Expectation, ReplyExpectation } from '@scenewright/model/conversation-tests'
import type { ReplyPatterns } from './reply-patterns.ts'

/** The expected and the actual result, in words. */
export interface Mismatch {
  readonly expected: string
  readonly actual: string
}

/**
 * Compares replies with the expected ones: in their order, with any others between them unless `exactly`. Taking the
 * first matching reply is always correct: any continuation after a later one is also possible after the first.
 * Undefined if everything is as expected.
 */
export function checkReplies(
  { replies: expected = [], exactly = false }: Expectation,
  replies: readonly string[],
  patterns: ReplyPatterns,
): Mismatch | undefined {
  const fits = (wanted: ReplyExpectation, reply: string) => isMet(wanted, reply, patterns)
  const fault = faultIn(expected, patterns)
  if (fault !== undefined) return fault
  if (!exactly) return missingReply(expected, replies, fits)
  if (expected.length !== replies.length) return { expected: exactlyText(expected), actual: repliesText(replies) }
  const differing = expected.findIndex((wanted, index) => !fits(wanted, replies[index] ?? ''))
  return differing === -1
    ? undefined
    : { expected: wantedText(expected[differing] ?? ''), actual: repliesText(replies.slice(differing, differing + 1)) }
}

function missingReply(
  expected: readonly ReplyExpectation[],
  replies: readonly string[],
  fits: (wanted: ReplyExpectation, reply: string) => boolean,
): Mismatch | undefined {
  let from = 0
  for (const wanted of expected) {
    const found = replies.findIndex((reply, index) => index >= from && fits(wanted, reply))
    if (found === -1) {
      const left = replies.slice(from)
      return {
        expected: wantedText(wanted),
        actual: from > 0 && left.length === 0 ? 'no reply after those' : repliesText(left),
      }
    }
    from = found + 1
  }
  return undefined
}

function isMet(wanted: ReplyExpectation, reply: string, patterns: ReplyPatterns): boolean {
  if (typeof wanted === 'string') return reply === wanted
  if ('contains' in wanted) return reply.includes(wanted.contains)
  const pattern = patterns.get(wanted.matches)
  return pattern !== undefined && 'isIn' in pattern && pattern.isIn(reply)
}

/** The mismatch for an invalid regular expression, which no reply can match. */
function faultIn(expected: readonly ReplyExpectation[], patterns: ReplyPatterns): Mismatch | undefined {
  for (const wanted of expected) {
    const pattern = typeof wanted === 'object' && 'matches' in wanted ? patterns.get(wanted.matches) : undefined
    if (pattern !== undefined && 'fault' in pattern) {
      return { expected: wantedText(wanted), actual: `no regular expression that can be used: ${pattern.fault}` }
    }
  }
  return undefined
}

function wantedText(wanted: ReplyExpectation): string {
  if (typeof wanted === 'string') return `the reply "${wanted}"`
  return 'contains' in wanted
    ? `a reply that contains "${wanted.contains}"`
    : `a reply that matches /${wanted.matches}/`
}

function exactlyText(expected: readonly ReplyExpectation[]): string {
  return expected.length === 0 ? 'no reply' : `exactly ${expected.map(wantedText).join(', ')}`
}

function repliesText(replies: readonly string[]): string {
  return replies.length === 0 ? 'no reply' : replies.map(reply => `the reply "${reply}"`).join(', ')
}
