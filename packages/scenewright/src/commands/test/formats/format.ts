import type { TestResult } from '@scenewright/simulator/conversation'
import type { LocatedCoverage } from '../coverage/locate-coverage.ts'
import type { Deployed } from '../remote/compare-with-state.ts'
import type { LiveSummary } from '../remote/summarize.ts'

/** A test that was run, and its text in the format. */
export interface ReportedTest extends Pick<TestResult, 'file' | 'status'> {
  readonly text: string
}

/** The bot that tests were run against, and the summary. */
export interface AgainstReport extends LiveSummary {
  readonly environment: { readonly name: string; readonly url: string; readonly bot: string }
  readonly deployed: Deployed
}

/** The report of a run of conversation tests, in the order of the files. */
interface TestReport {
  readonly tests: readonly ReportedTest[]
  /** The coverage by the tests, if requested. */
  readonly coverage?: LocatedCoverage
  /** Set if they were run against a deployed bot. */
  readonly against?: AgainstReport
}

/** The data that formats use in addition to the report. */
interface TestFormatContext {
  /** Whether the text may carry color. */
  readonly color: boolean
  /** The path from the root of the repository to that of the project: empty, or `bots/shop/`. */
  readonly folder: string
  /** The source of the confidences, for display. */
  readonly scoredBy: string
}

/**
 * Creates the text for standard output in two steps, so that of ten thousand failing tests only the texts are kept, and
 * not the data that they were created from. Both are pure: equal arguments give equal text.
 */
export interface TestFormat {
  /** The report of one test, as soon as it has run. */
  tell(result: TestResult, context: TestFormatContext): string
  /** The whole report, piece by piece. */
  render(report: TestReport, context: TestFormatContext): Iterable<string>
}
