import type { TestResult, Turn } from '@scenewright/simulator'
import { coverageJson } from '../coverage/json.ts'
import { json as toJson } from '../json.ts'
import type { TestFormat } from './format.ts'
import { tallyOf } from './tally.ts'

/** For programs: `schemas/test-report.schema.json`. The turns are those of tests that failed. */
export const json: TestFormat = {
  tell: result => nested(testJson(result), 2),
  *render({ tests, coverage }) {
    yield `{\n  "summary": ${nested(tallyOf(tests), 1)},\n  "tests": [`
    for (const [index, { text }] of tests.entries()) yield `${index === 0 ? '' : ','}\n    ${text}`
    yield tests.length === 0 ? ']' : '\n  ]'
    if (coverage !== undefined) yield `,\n  "coverage": ${nested(coverageJson(coverage), 1)}`
    yield '\n}\n'
  },
}

/** A value as it stands so deep within another one. */
function nested(value: object, depth: number): string {
  return toJson(value)
    .trimEnd()
    .replaceAll('\n', `\n${'  '.repeat(depth)}`)
}

function testJson({ name, file, line, kind, tags, status, failures, turns }: TestResult): object {
  return {
    name,
    file,
    line,
    kind,
    tags,
    status,
    failures: failures.map(({ turn, about, expected, actual, line: at }) => ({
      expected,
      actual,
      line: at,
      turn,
      about,
    })),
    ...(status === 'failed' && { turns: turns.map(turnJson) }),
  }
}

function turnJson({ user, decision, replies, walk, outcome, scores }: Turn): object {
  return {
    user,
    decision,
    replies,
    walk,
    outcome,
    scores: scores.map(({ scenario, confidence, min_confidence, out }) => ({
      scenario,
      confidence,
      min_confidence,
      ...(out !== undefined && { out }),
    })),
  }
}
