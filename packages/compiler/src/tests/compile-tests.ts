import type { CompiledSource } from '@scenewright/model/compilation'
import { noTests } from '@scenewright/model/conversation-tests'
import { testLimits } from '@scenewright/model/limits'
import type { Places } from '../parse/places.ts'
import { type Problem, toFinding } from '../parse/problem.ts'
import { findField, type ParsedSource, type SourceMapping, type SourceNode } from '../parse/source-tree.ts'
import { bindTests } from './bind-tests.ts'
import { findKeyLiterals } from './find-key-literals.ts'
import { mappingsOf } from './read-fields.ts'

/** The properties of a conversation test file besides its text. */
interface TestFile {
  /** The key from its path. */
  readonly key: string
  readonly text: string
  readonly places: Places
}

/** Runs the remaining stages for a parsed file of conversation tests. It contains no scenarios. */
export async function compileTests(parsed: ParsedSource, { key, text, places }: TestFile): Promise<CompiledSource> {
  const bound = parsed.roots.map(({ node }) => bindTests(node, places))
  const tests = parsed.roots.flatMap(({ node: root }, index) => {
    const read = bound[index]?.tests
    if (read === undefined) return []
    const keyLiterals = findKeyLiterals(read, { text, places, parsed, root })
    return [{ ...read, ...(keyLiterals.length > 0 && { keyLiterals }) }]
  })[0]
  const patterns = await Promise.all(parsed.roots.map(({ node }) => patternProblems(node)))
  const problems = [...parsed.problems, ...bound.flatMap(each => each.problems), ...patterns.flat()]
  return {
    file: places.file,
    key,
    scenarios: [],
    tests: tests ?? noTests,
    isBound: tests !== undefined,
    suppressions: parsed.suppressions,
    findings: problems.map(problem => toFinding(problem, places, null)),
    dependencies: parsed.dependencies ?? [],
  }
}

/**
 * Finds the errors in the regular expressions for replies, each with its place. The library is loaded only if there is
 * such an expression.
 */
async function patternProblems(root: SourceNode): Promise<readonly Problem[]> {
  const patterns = root.kind === 'mapping' ? patternsIn(root) : []
  if (patterns.length === 0) return []
  const { RE2JS } = await import('re2js')
  return patterns.flatMap(({ value, ...span }) => {
    try {
      const steps = RE2JS.compile(RE2JS.translateRegExp(String(value))).programSize()
      if (steps <= testLimits.patternSteps) return []
      return [problem(span, `The regular expression needs ${steps} steps; the maximum is ${testLimits.patternSteps}`)]
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return [problem(span, `The regular expression is invalid or not supported: ${reason}`)]
    }
  })
}

function problem(span: Problem['span'], message: string): Problem {
  const help = 'Patterns run in linear time: lookaround and backreferences are not supported.'
  return { rule: 'source/schema', message, span, help }
}

function patternsIn(root: SourceMapping): readonly SourceNode[] {
  const turns = mappingsOf(root, 'conversations').flatMap(conversation => mappingsOf(conversation, 'turns'))
  return turns.flatMap(turn => {
    const expected = findField(turn, 'expect')?.value
    const replies = expected?.kind === 'mapping' ? mappingsOf(expected, 'replies') : []
    return replies.flatMap(reply => {
      const pattern = findField(reply, 'matches')?.value
      return typeof pattern?.value === 'string' ? [pattern] : []
    })
  })
}
