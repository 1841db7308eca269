import { placed, type Rule, type SourceReport } from '@scenewright/checker'
import { OperationError, startOfFile } from '@scenewright/model'
import type { CompiledScenario, CompiledSource } from '@scenewright/model/compilation'
import type { CustomRule, ProjectRule, Scenario, ScenarioRule } from './custom-rule.ts'
import { type LoadedRules, messageOf } from './load-custom-rules.ts'
import { ReportFault, readReport } from './read-report.ts'

/** The running rule, its module, and its subject in words. */
interface RunSubject {
  readonly id: string
  readonly module: string
  readonly on: string
}

type SourceCheck = (source: CompiledSource) => SourceReport

/** Custom rules, ready to run together with the others. They need a check without caching. */
export interface CustomCheck {
  readonly rules: readonly Rule[]
  /** The check of single sources to use with these rules: project rules examine the scenarios of its reports. */
  watching(check: SourceCheck): SourceCheck
}

type ScenariosOf = (reports: readonly SourceReport[]) => readonly CompiledScenario[]

/** How custom rules run. */
export interface CustomCheckOptions {
  /** Whether a rule that fails is a finding of that rule where it fails, so that the check goes on. */
  readonly reportsFailures?: boolean
}

/**
 * Wraps custom rules as ordinary rules. Their input is frozen; a rule that throws or reports something invalid is an
 * OperationError `config`, unless failures are reported.
 */
export function createCustomCheck(
  { module, rules }: LoadedRules,
  { reportsFailures = false }: CustomCheckOptions = {},
): CustomCheck {
  const ofReport = new WeakMap<SourceReport, readonly CompiledScenario[]>()
  // The first reports are stored as JSON, and read again.
  const ofFirst = new Map<string, readonly CompiledScenario[]>()
  const source = { module, reportsFailures }
  const scenariosOf: ScenariosOf = reports =>
    reports.flatMap(report => ofReport.get(report) ?? ofFirst.get(report.file) ?? [])
  const ofModule = (rule: CustomRule): Rule =>
    rule.scope === 'scenario' ? ofScenarios(rule, source) : ofProject(rule, source, scenariosOf)
  const watching =
    (check: SourceCheck): SourceCheck =>
    source => {
      const report = check(source)
      ofReport.set(report, source.scenarios)
      if (!ofFirst.has(report.file)) ofFirst.set(report.file, source.scenarios)
      return report
    }
  return { rules: rules.map(ofModule), watching }
}

/** The module of a rule, and what becomes of its failures. */
interface RuleSource extends Required<CustomCheckOptions> {
  readonly module: string
}

function ofScenarios(rule: ScenarioRule, { module, reportsFailures }: RuleSource): Rule {
  return {
    ...described(rule, module),
    scope: 'scenario',
    check({ scenario, config, options, report }) {
      const shown = frozenCopy(scenario)
      const { definition } = shown.document.scenario
      const given = { scenario: shown, definition, config: deepFreeze({ ...config }), options: deepFreeze(options) }
      const scenarioOf = (key: unknown) => (key === undefined || key === scenario.key ? scenario : undefined)
      runRule(
        { id: rule.id, module, on: `"${scenario.file}"` },
        {
          check: report => rule.check({ ...given, report }),
          take(found) {
            const { scenario: _scenario, related, ...rest } = readReport(found, scenarioOf)
            report({ ...rest, related: related.map(({ at, message }) => ({ at, message })) })
          },
          ...(reportsFailures && { fail: failure => report({ ...failure, at: ['scenario'] }) }),
        },
      )
    },
  }
}

function ofProject(rule: ProjectRule, { module, reportsFailures }: RuleSource, scenariosOf: ScenariosOf): Rule {
  return {
    ...described(rule, module),
    scope: 'project',
    check({ reports, config, options, report }) {
      const seen = scenariosOf(reports)
      const given = { scenarios: seen.map(frozenCopy), config: deepFreeze({ ...config }), options: deepFreeze(options) }
      const scenarioOf = (key: unknown) => seen.find(scenario => scenario.key === key)
      const at = { file: module, range: startOfFile }
      runRule(
        { id: rule.id, module, on: 'the project' },
        {
          check: report => rule.check({ ...given, report }),
          take(found) {
            const { scenario, related, ...rest } = readReport(found, scenarioOf)
            const places = related.map(({ scenario: { map }, at, message }) => ({ at: map.place(at), message }))
            report(placed({ ...rest, related: places }, scenario))
          },
          ...(reportsFailures && { fail: failure => report({ ...failure, at, scenario: null }) }),
        },
      )
    },
  }
}

function described({ id, level, summary, options, hasFix, docs }: CustomRule, module: string) {
  return { id, level, summary, docs: docs ?? module, ...(options && { options }), ...(hasFix && { hasFix }) }
}

/** The frozen copy of a scenario that a rule receives, so that it can change nothing for other rules. */
function frozenCopy({ map: _map, ...scenario }: CompiledScenario): Scenario {
  return deepFreeze(scenario)
}

/** Freezes plain data recursively, and returns it. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) deepFreeze(inner)
  return value
}

interface RuleRun {
  check(report: (found: unknown) => void): unknown
  take(found: unknown): void
  /** Takes the failure of the rule, which is otherwise thrown. */
  fail?(failure: { readonly message: string; readonly help: string }): void
}

/**
 * Runs the check of a custom rule, and forwards its reports. If it throws, reports something invalid, or returns a
 * promise, that is an OperationError `config` that names the rule and its subject.
 */
function runRule(subject: RunSubject, { fail, ...run }: RuleRun): void {
  try {
    runOrThrow(subject, run)
  } catch (error) {
    if (fail === undefined || !(error instanceof OperationError)) throw error
    const message = error.message.replace(/^the/, 'The')
    fail({ message, help: 'This is a bug in the rule. `scenewright check` ends with this error.' })
  }
}

function runOrThrow(subject: RunSubject, { check, take }: RuleRun): void {
  let fault: ReportFault | undefined
  const report = (found: unknown) => {
    try {
      take(found)
    } catch (error) {
      // Thrown again, because the rule may catch it.
      if (error instanceof ReportFault) fault ??= error
      throw error
    }
  }
  const answer = tried(subject, () => check(report))
  if (fault !== undefined) throw failure(subject, fault.message, fault)
  if (answer instanceof Promise) {
    answer.catch(() => {})
    throw failure(subject, 'its "check" returns a promise, but must be synchronous')
  }
}

function tried(subject: RunSubject, check: () => unknown): unknown {
  try {
    return check()
  } catch (error) {
    throw failure(subject, messageOf(error), error)
  }
}

function failure({ id, module, on }: RunSubject, message: string, cause?: unknown): OperationError {
  return new OperationError('config', `the rule "${id}" of "${module}" failed on ${on}: ${message}`, {
    help: 'this is a bug in the rule; SCENEWRIGHT_DEBUG=1 prints the stack',
    ...(cause !== undefined && { cause }),
  })
}
