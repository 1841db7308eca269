import { testLimits } from '@scenewright/model'
import type { Problem } from '../parse/problem.ts'
import { fieldOf, type SourceMapping, type SourceNode } from '../parse/source-tree.ts'
import { mappingsOf } from './read-fields.ts'

/**
 * What is wrong with the regular expressions that replies are to match, each at its place. The library is loaded where
 * there is one.
 */
export async function patternProblems(root: SourceNode): Promise<readonly Problem[]> {
  const patterns = root.kind === 'mapping' ? patternsIn(root) : []
  if (patterns.length === 0) return []
  const { RE2JS } = await import('re2js')
  return patterns.flatMap(({ value, ...span }) => {
    try {
      const steps = RE2JS.compile(RE2JS.translateRegExp(String(value))).programSize()
      if (steps <= testLimits.patternSteps) return []
      return [problem(span, `The regular expression comes to ${steps} steps; the most is ${testLimits.patternSteps}`)]
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return [problem(span, `The text is no regular expression that can be used: ${reason}`)]
    }
  })
}

function problem(span: Problem['span'], message: string): Problem {
  const help = 'Patterns run in linear time: they have no look-around and no references back.'
  return { rule: 'source/schema', message, span, help }
}

function patternsIn(root: SourceMapping): readonly SourceNode[] {
  const turns = mappingsOf(root, 'conversations').flatMap(conversation => mappingsOf(conversation, 'turns'))
  return turns.flatMap(turn => {
    const expected = fieldOf(turn, 'expect')?.value
    const replies = expected?.kind === 'mapping' ? mappingsOf(expected, 'replies') : []
    return replies.flatMap(reply => {
      const pattern = fieldOf(reply, 'matches')?.value
      return typeof pattern?.value === 'string' ? [pattern] : []
    })
  })
}
