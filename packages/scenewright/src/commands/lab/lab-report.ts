import type { BotSettings } from '@scenewright/model/config'
import type { ReplaySurvey, TriggerSurvey } from '@scenewright/simulator/lab'

/** All that `scenewright lab` has to say; `schemas/lab-report.schema.json` is the form in which programs get it. */
export interface LabReport extends TriggerSurvey {
  readonly version: 1
  readonly settings: BotSettings
  /** The source of the confidences, for display. */
  readonly scored_by: string
  /** How many examples were tried, and how many were not, since their scenario has very many. */
  readonly examples: { readonly tried: number; readonly left_out: number }
  readonly replay?: ReplayReport
}

/** The outcomes of replaying the customers' messages in a file. */
export interface ReplayReport extends ReplaySurvey {
  /** The file, as the caller named it. */
  readonly file: string
  /** How many messages were read and not tried, since there were too many different ones. */
  readonly left_out: number
}

/** Makes the text of a report. Pure: equal reports give equal bytes. */
export type LabFormat = (report: LabReport, context: { readonly color: boolean }) => string
