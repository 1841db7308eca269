import type { Definition } from '@scenewright/model'
import type { Generated, Selectable } from 'kysely'
import type { Deletable, Json, OptionalJson, Sequenced } from '../../database/columns.ts'

export interface ScenarioTable extends Sequenced, Deletable {
  readonly id: string
  readonly bot_id: string
  readonly title: string
  readonly trigger_description: string
  readonly clarification_label: string | null
  readonly description: string | null
  readonly examples: Json<readonly string[]>
  readonly exclusions: Json<readonly string[]>
  readonly min_confidence: number
  readonly priority: number
  readonly allow_repeat_in_dialogue: boolean
  readonly exit_message: string | null
  readonly layout: OptionalJson<object>
  readonly is_active: Generated<boolean>
  readonly runs: Generated<number>
  readonly updated_at: Date
}

/** At most one DRAFT and one PUBLISHED version per scenario. */
type VersionStatus = 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'

export interface VersionTable {
  readonly id: string
  readonly scenario_id: string
  readonly version: number
  readonly status: VersionStatus
  readonly definition: Json<Definition>
  readonly created_at: Date
}

/** A scenario. */
export type Scenario = Selectable<ScenarioTable>

/** A version of a scenario. */
export type Version = Selectable<VersionTable>
