import type { BotSettings } from '@scenewright/model/config'
import type { Evaluation, NearMiss, ReplaySurvey, TriggerSurvey, Tuning } from '@scenewright/simulator/lab'

/** The report of `scenewright lab`; `schemas/lab-report.schema.json` describes its JSON form. */
export interface LabReport extends TriggerSurvey {
  readonly version: 1
  readonly settings: BotSettings
  /** The source of the confidences, for display. */
  readonly scored_by: string
  /** The numbers of examples that were tested, and that were not, because their scenario has too many. */
  readonly examples: { readonly tried: number; readonly left_out: number }
  readonly replay?: ReplayReport
  /** The evaluation of the labelled messages in that file, if there are any. */
  readonly evaluation?: Evaluation
  /** The customers' messages that start nothing, although a scenario is similar. */
  readonly nearMisses?: readonly NearMiss[]
  /** The proposed thresholds, if the caller asks for them. */
  readonly tuning?: Tuning
  /** The minimums and maximums that the caller requires. */
  readonly gates?: readonly Gate[]
}

/** A required minimum or maximum, and whether the bot reaches it. Percentages. */
export interface Gate {
  readonly name: 'min-accuracy' | 'min-right' | 'max-wrong'
  readonly required: number
  readonly measured: number
  readonly passed: boolean
}

/** The outcomes of replaying the customers' messages in a file. */
export interface ReplayReport extends ReplaySurvey {
  /** The file, as the caller named it. */
  readonly file: string
  /** The number of rows without a message, and of messages that were not tested, because too many are different. */
  readonly left_out: number
}

/** Creates the text of a report. Pure: equal reports give equal bytes. */
export type LabFormat = (report: LabReport, context: { readonly color: boolean }) => string
