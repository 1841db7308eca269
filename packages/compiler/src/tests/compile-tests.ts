import { type CompiledSource, noTests } from '@scenewright/model'
import type { Places } from '../parse/places.ts'
import { findingOf } from '../parse/problem.ts'
import type { ParsedSource } from '../parse/source-tree.ts'
import { bindTests } from './bind-tests.ts'
import { patternProblems } from './pattern-problems.ts'

/** What a file of conversation tests is besides its text. */
interface TestFile {
  /** The one that its path gives. */
  readonly key: string
  readonly places: Places
}

/** Takes a parsed file of conversation tests through the stages that are left. It holds no scenario. */
export async function compileTests(parsed: ParsedSource, { key, places }: TestFile): Promise<CompiledSource> {
  const bound = parsed.roots.map(({ node }) => bindTests(node, places))
  const tests = bound[0]?.tests
  const patterns = await Promise.all(parsed.roots.map(({ node }) => patternProblems(node)))
  const problems = [...parsed.problems, ...bound.flatMap(each => each.problems), ...patterns.flat()]
  return {
    file: places.file,
    key,
    scenarios: [],
    tests: tests ?? noTests,
    isBound: tests !== undefined,
    suppressions: parsed.suppressions,
    findings: problems.map(problem => findingOf(problem, places, null)),
    dependencies: parsed.dependencies ?? [],
  }
}
