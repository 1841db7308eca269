import type { TestResult } from '@scenewright/simulator'
import type { LocatedCoverage } from '../../coverage/locate-coverage.ts'

/** What came of a run of conversation tests, in the order of the files. */
interface TestReport {
  readonly results: readonly TestResult[]
  /** What they cover, where that was asked for. */
  readonly coverage?: LocatedCoverage
}

/** What a format of it needs to know besides. */
interface TestFormatContext {
  /** Whether the text may carry colour. */
  readonly color: boolean
  /** The way from the root of the repository to that of the project: empty, or `bots/shop/`. */
  readonly folder: string
  /** What the confidences come from, for people. */
  readonly scoredBy: string
}

/** Makes the text for standard output. Pure: equal arguments give equal text. */
export type TestFormat = (report: TestReport, context: TestFormatContext) => string
