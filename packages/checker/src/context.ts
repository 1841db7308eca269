import type { Definition, Finding, Fix, Place, RelatedPlace } from '@scenewright/model'
import type { Change, CompiledScenario, CompiledSource, DocumentPath } from '@scenewright/model/compilation'
import type { ProjectConfig } from '@scenewright/model/config'
import type { OptionValue, RuleDescription } from './rule-description.ts'
import type { SourceReport } from './source-report.ts'
import type { Suppression } from './suppressions/suppression.ts'
import type { Evaluations } from './triggers/evaluations.ts'

/** A finding as a rule reports it, without the fields that the framework adds. */
interface ReportOf<At> {
  readonly message: string
  readonly at: At
  readonly node?: string
  readonly walk?: readonly string[]
  readonly related?: readonly { readonly at: At; readonly message: string }[]
  readonly help?: string | undefined
  readonly fixes?: readonly Fix[]
}

/** A finding in one scenario, at a value of its document or at a place of its source. */
export interface ScenarioReport extends Omit<ReportOf<DocumentPath | Place>, 'fixes'> {
  /** The fix, if the source can be changed in this way: all changes are applied, or none. */
  readonly fix?: { readonly title: string; readonly change: Change | readonly Change[] } | undefined
}

/** A finding anywhere in the project. */
export interface ProjectReport extends ReportOf<Place> {
  readonly scenario: string | null
}

type Options = { readonly [name: string]: OptionValue }

/** The subject of the rules for a scenario. */
export interface ScenarioSubject {
  readonly scenario: CompiledScenario
  readonly definition: Definition
  readonly config: ProjectConfig
  /** The compiler's findings in its source. Problems that follow from them are not reported. */
  readonly faults: readonly Finding[]
  /** Returns the result of `build` for the scenario, which is built on first use and shared by all rules. */
  share<Result>(build: (subject: ScenarioSubject) => Result): Result
}

/** The input of a rule for a scenario. */
export interface ScenarioContext<Values = Options> extends ScenarioSubject {
  readonly options: Values
  report(report: ScenarioReport): void
}

/** The input of a rule for a source. */
export interface SourceContext {
  readonly source: CompiledSource
  report(report: ProjectReport): void
}

/**
 * A scenario whose source has disappeared since an earlier state of the project, and the scenario with the same content
 * now.
 */
export interface Rename {
  readonly from: string
  readonly to: string
}

/** The subject of the rules for a project. */
export interface ProjectSubject {
  /** In the order of the sources' names. */
  readonly reports: readonly SourceReport[]
  readonly config: ProjectConfig
  /** Since the state that the project is compared with; empty without such a state. */
  readonly renames: readonly Rename[]
  /** The evaluations of all messages, if they are known; else they are made on first use. */
  readonly evaluations?: Evaluations
  /** As in a scenario subject. */
  share<Result>(build: (subject: ProjectSubject) => Result): Result
}

/** The input of a rule for a project. */
export interface ProjectContext<Values = Options> extends ProjectSubject {
  readonly options: Values
  report(report: ProjectReport): void
}

/** The input of a rule for suppressions. */
export interface SuppressionContext {
  readonly suppressions: readonly Suppression[]
  /** Those that have suppressed a finding. */
  readonly used: ReadonlySet<Suppression>
  readonly rules: readonly RuleDescription[]
  report(report: ProjectReport): void
}

/** Makes the subject of the rules of `scenario`. */
export function scenarioSubject(
  scenario: CompiledScenario,
  config: ProjectConfig,
  faults: readonly Finding[] = [],
): ScenarioSubject {
  const { definition } = scenario.document.scenario
  const subject: ScenarioSubject = { scenario, definition, config, faults, share: sharing(() => subject) }
  return subject
}

/** Makes the subject of the rules of a project. */
export function projectSubject(given: Omit<ProjectSubject, 'share'>): ProjectSubject {
  const subject: ProjectSubject = { ...given, share: sharing(() => subject) }
  return subject
}

function sharing<Subject>(subject: () => Subject): <Result>(build: (subject: Subject) => Result) => Result {
  const built = new Map<unknown, unknown>()
  return <Result>(build: (subject: Subject) => Result): Result => {
    if (!built.has(build)) built.set(build, build(subject()))
    // The stored value of a function is always a value that this function returned.
    return built.get(build) as Result
  }
}

/** The finding for a report, without the fields that the framework adds. */
export function placed(report: ScenarioReport, scenario: CompiledScenario): ProjectReport {
  const { at, related, fix, ...rest } = report
  const result = fix && scenario.map.edit(fix.change)
  const place = (where: DocumentPath | Place): Place => ('file' in where ? where : scenario.map.place(where))
  return {
    ...rest,
    at: place(at),
    scenario: scenario.key,
    ...(fix !== undefined &&
      result !== undefined &&
      'edits' in result && { fixes: [{ title: fix.title, edits: result.edits }] }),
    related: [
      ...(related ?? []).map(({ at: where, message }) => ({ at: place(where), message })),
      ...originOf(at, scenario),
    ],
  }
}

/** Where the value of a report was written, if it comes from a call or an import. */
function originOf(at: DocumentPath | Place, { map }: CompiledScenario): NonNullable<ProjectReport['related']> {
  const origin = 'file' in at ? undefined : map.origin(at)
  return origin === undefined ? [] : [{ at: origin, message: origin.message }]
}

/** The finding for a rule's report. */
export function toFinding(report: ProjectReport, rule: Pick<Finding, 'rule' | 'severity' | 'docs'>): Finding {
  const { message, at, scenario, node, walk, related = [], help, fixes = [] } = report
  return {
    ...rule,
    message,
    file: at.file,
    range: at.range,
    scenario,
    ...(node === undefined ? {} : { node }),
    ...(walk === undefined ? {} : { walk }),
    related: related.map(({ at: { file, range }, message }): RelatedPlace => ({ message, file, range })),
    ...(help === undefined ? {} : { help }),
    fixes,
  }
}
