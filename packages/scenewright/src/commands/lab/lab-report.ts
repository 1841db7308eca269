import type { BotSettings } from '@scenewright/model/config'
import type { ReplaySurvey, TriggerSurvey } from '@scenewright/simulator/lab'

/** The report of `scenewright lab`; `schemas/lab-report.schema.json` describes its JSON form. */
export interface LabReport extends TriggerSurvey {
  readonly version: 1
  readonly settings: BotSettings
  /** The source of the confidences, for display. */
  readonly scored_by: string
  /** The numbers of examples that were tested, and that were not, because their scenario has too many. */
  readonly examples: { readonly tried: number; readonly left_out: number }
  readonly replay?: ReplayReport
}

/** The outcomes of replaying the customers' messages in a file. */
export interface ReplayReport extends ReplaySurvey {
  /** The file, as the caller named it. */
  readonly file: string
  /** The number of messages that were read but not tested, because there were too many different ones. */
  readonly left_out: number
}

/** Creates the text of a report. Pure: equal reports give equal bytes. */
export type LabFormat = (report: LabReport, context: { readonly color: boolean }) => string
