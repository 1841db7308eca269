import type { TestResult } from '@scenewright/simulator/conversation'
import type { LocatedCoverage } from '../coverage/locate-coverage.ts'
import type { Deployed } from '../remote/compare-with-state.ts'
import type { LiveSummary } from '../remote/summarize.ts'

/** A test that was run, and what a format says of it. */
export interface ReportedTest extends Pick<TestResult, 'file' | 'status'> {
  readonly text: string
}

/** Which bot tests were run against, and what that comes to. */
export interface AgainstReport extends LiveSummary {
  readonly environment: { readonly name: string; readonly url: string; readonly bot: string }
  readonly deployed: Deployed
}

/** The report of a run of conversation tests, in the order of the files. */
interface TestReport {
  readonly tests: readonly ReportedTest[]
  /** The coverage by the tests, if requested. */
  readonly coverage?: LocatedCoverage
  /** Where they were run against a deployed bot. */
  readonly against?: AgainstReport
}

/** The data that formats use in addition to the report. */
interface TestFormatContext {
  /** Whether the text may carry color. */
  readonly color: boolean
  /** The way from the root of the repository to that of the project: empty, or `bots/shop/`. */
  readonly folder: string
  /** The source of the confidences, for display. */
  readonly scoredBy: string
}

/**
 * Makes the text for standard output in two steps, so that of ten thousand tests that fail only the words are kept, and
 * not all that the words were made of. Both are pure: equal arguments give equal text.
 */
export interface TestFormat {
  /** The report of one test, as soon as it has run. */
  tell(result: TestResult, context: TestFormatContext): string
  /** The whole report, piece by piece. */
  render(report: TestReport, context: TestFormatContext): Iterable<string>
}
