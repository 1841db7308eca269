import type { Turn } from '@scenewright/simulator'
import type { ObservedDecision, ObservedTurn, TestResult } from '@scenewright/simulator/conversation'
import { type CoverageSum, isStarted, type Share, shareOf, sumCoverage } from '@scenewright/simulator/coverage'
import { json as toJson } from '../../../render/json.ts'
import type { LocatedCoverage, LocatedPart, LocatedScenario } from '../coverage/locate-coverage.ts'
import type { AgainstReport, TestFormat } from './format.ts'
import { isObserved } from './observed-text.ts'
import { countResults } from './tally.ts'

/** For programs: `schemas/test-report.schema.json`. It contains the turns of failed tests. */
export const json: TestFormat = {
  tell: result => nested(testJson(result), 2),
  *render({ tests, coverage, against }) {
    yield `{\n  "summary": ${nested(countResults(tests), 1)},\n  "tests": [`
    for (const [index, { text }] of tests.entries()) yield `${index === 0 ? '' : ','}\n    ${text}`
    yield tests.length === 0 ? ']' : '\n  ]'
    if (coverage !== undefined) yield `,\n  "coverage": ${nested(coverageJson(coverage), 1)}`
    if (against !== undefined) yield `,\n  "against": ${nested(againstJson(against), 1)}`
    yield '\n}\n'
  },
}

/** The JSON of a value at this depth within another one. */
function nested(value: object, depth: number): string {
  return toJson(value)
    .trimEnd()
    .replaceAll('\n', `\n${'  '.repeat(depth)}`)
}

function testJson(result: TestResult): object {
  const { name, file, line, kind, tags, status, failures } = result
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
    ...(status === 'failed' && { turns: turnsJson(result) }),
    ...(isObserved(result) && { differences: result.observed.flatMap(differenceJson) }),
  }
}

function turnsJson(result: TestResult): readonly object[] {
  if (!isObserved(result)) return result.turns.map(turnJson)
  return result.observed.map(({ simulated, answer, seen }) => ({
    ...turnJson(simulated),
    service: serviceJson(seen, answer.text),
  }))
}

/** A turn on which the service decided differently. */
function differenceJson({ simulated, answer, seen, differs }: ObservedTurn, turn: number): readonly object[] {
  if (!differs) return []
  const { user, decision, replies } = simulated
  return [{ turn, user, simulator: { decision, replies }, service: serviceJson(seen, answer.text) }]
}

function serviceJson(seen: ObservedDecision, answer: string | null): object {
  if (seen.kind !== 'start') return { decision: seen, answer }
  const { kind, scenarios, asDeployed } = seen
  return { decision: { kind, scenarios, ...(asDeployed && { as_deployed: true }) }, answer }
}

function againstJson({ environment, deployed, turns, differing, unobservable }: AgainstReport): object {
  const { name, url, bot } = environment
  return {
    environment: name,
    url,
    bot,
    deployed: deployed.kind,
    different: deployed.kind === 'different' ? deployed.scenarios.map(({ key, action }) => ({ key, action })) : [],
    turns,
    differing,
    not_observable: unobservable,
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

/** The coverage data for programs: the field `coverage` of the test report. */
export interface CoverageJson extends Pick<CoverageSum, 'nodes' | 'edges' | 'scenarios'> {
  readonly not_simulable: CoverageSum['notSimulable']
  /** The keys of inactive scenarios. */
  readonly inactive: readonly string[]
  readonly by_scenario: readonly ScenarioJson[]
}

interface ScenarioJson {
  readonly scenario: string
  readonly file: string
  readonly covered: boolean
  /** Absent unless only failing tests start it. */
  readonly only_failing?: true
  readonly nodes: PartsJson
  readonly edges: PartsJson
  readonly outcomes: LocatedScenario['outcomes']
}

interface PartsJson extends Share {
  /** The ids that passing tests visited. */
  readonly hit: readonly string[]
  readonly missed: readonly { readonly id: string; readonly line: number; readonly only_failing?: true }[]
  readonly not_simulable: readonly string[]
}

/** Creates it from a coverage. */
export function coverageJson(coverage: LocatedCoverage): CoverageJson {
  const { notSimulable, ...sum } = sumCoverage(coverage)
  const { inactive, scenarios } = coverage
  return { ...sum, not_simulable: notSimulable, inactive, by_scenario: scenarios.map(scenarioJson) }
}

function scenarioJson(scenario: LocatedScenario): ScenarioJson {
  const { key, file, starts, failedStarts, outcomes } = scenario
  return {
    scenario: key,
    file,
    covered: isStarted(scenario),
    ...(starts === 0 && failedStarts > 0 && { only_failing: true }),
    nodes: partsJson(scenario.nodes),
    edges: partsJson(scenario.edges),
    outcomes,
  }
}

function partsJson(parts: readonly LocatedPart[]): PartsJson {
  const simulable = parts.filter(({ isSimulable }) => isSimulable)
  const missed = simulable.filter(({ hits }) => hits === 0)
  return {
    ...shareOf(parts),
    hit: simulable.flatMap(({ id, hits }) => (hits > 0 ? [id] : [])),
    missed: missed.map(({ id, line, failedHits }) => ({ id, line, ...(failedHits > 0 && { only_failing: true }) })),
    not_simulable: parts.flatMap(({ id, isSimulable }) => (isSimulable ? [] : [id])),
  }
}
