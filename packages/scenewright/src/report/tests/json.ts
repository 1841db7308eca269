import type { TestResult, Turn } from '@scenewright/simulator'
import { coverageJson } from '../coverage/json.ts'
import { json as toJson } from '../json.ts'
import type { TestFormat } from './format.ts'
import { tallyOf } from './tally.ts'

/** For programs: `schemas/test-report.schema.json`. The turns are those of tests that failed. */
export const json: TestFormat = ({ results, coverage }) =>
  toJson({
    summary: tallyOf(results),
    tests: results.map(testJson),
    ...(coverage && { coverage: coverageJson(coverage) }),
  })

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
