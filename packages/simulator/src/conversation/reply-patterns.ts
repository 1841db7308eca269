import { testLimits } from '@scenewright/model/limits'
import type { TestCase } from './test-case.ts'

/** A regular expression of a test, or the reason why it is invalid. */
type ReplyPattern = { readonly isIn: (text: string) => boolean } | { readonly fault: string }

/** The patterns of tests, by their texts. They take linear time for any input. */
export type ReplyPatterns = ReadonlyMap<string, ReplyPattern>

/** Compiles the patterns of the tests for replies. The library is loaded only if there is a pattern. */
export async function loadPatterns(tests: readonly TestCase[]): Promise<ReplyPatterns> {
  const texts = new Set(tests.flatMap(patternTexts))
  if (texts.size === 0) return new Map()
  const { RE2JS } = await import('re2js')
  const made = (text: string): ReplyPattern => {
    try {
      const pattern = RE2JS.compile(RE2JS.translateRegExp(text))
      if (pattern.programSize() > testLimits.patternSteps) return { fault: 'it comes to too many steps' }
      return { isIn: reply => pattern.test(reply) }
    } catch (error) {
      return { fault: error instanceof Error ? error.message : String(error) }
    }
  }
  return new Map(Array.from(texts, text => [text, made(text)]))
}

function patternTexts({ turns }: TestCase): readonly string[] {
  const replies = turns.flatMap(({ expect }) => expect?.replies ?? [])
  return replies.flatMap(reply => (typeof reply === 'object' && 'matches' in reply ? [reply.matches] : []))
}
