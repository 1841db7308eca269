import type { CallOptions, Client, ScenarioRecord } from '@scenewright/client'
import { type ImportDocument, InternalError, type ScenarioFields, scenarioDefaults } from '@scenewright/model'
import type { Step } from '../plan/steps.ts'
import { isRejected } from '../records/read-records.ts'
import type { ScenarioState } from '../state/state.ts'
import { findVersion } from './find-version.ts'

/** The contents of a successful answer. */
export interface Answered {
  readonly remoteId: string
  readonly versionId?: string
  readonly isActive?: boolean
  /** The response could not be read completely. */
  readonly isCut?: true
}

/** The input for sending a step. */
export interface Sending {
  readonly client: Client
  readonly bot: string
  readonly entry: ScenarioState | undefined
  /** Absent if the source was removed. */
  readonly document: ImportDocument | undefined
  /** The payloads that the service may have for this scenario; undefined for a payload that is unknown. */
  readonly earlier: readonly (unknown | undefined)[]
  readonly call: CallOptions
}

/** Sends a step, once. Rejects with the client's ServiceError. */
export async function sendStep(
  step: Step,
  { client, bot, entry, document, earlier, call }: Sending,
): Promise<Answered> {
  switch (step.kind) {
    case 'create': {
      const wanted = required(document, 'document')
      return read(await client.importScenario(bot, wanted, call), wanted)
    }
    case 'update': {
      const wanted = required(document, 'document')
      const id = required(entry?.remote_id, 'record')
      return read(await client.updateScenario(bot, id, updateBody(wanted, earlier), call), wanted, id)
    }
    case 'publish': {
      const id = required(entry?.remote_id, 'record')
      const version = required(entry?.draft?.version_id, 'version')
      return read(await client.publishVersion({ bot, scenario: id, version }, step.activate, call), undefined, id)
    }
    case 'activate': {
      const id = required(entry?.remote_id, 'record')
      return read(await client.switchScenario(bot, id, true, call), undefined, id)
    }
    case 'deactivate': {
      const id = step.record ?? required(entry?.remote_id, 'record')
      try {
        return read(await client.switchScenario(bot, id, false, call), undefined, id)
      } catch (error) {
        // A record that is gone is not active.
        if (isRejected(error, 404)) return { remoteId: id, isActive: false }
        throw error
      }
    }
  }
}

/** The requested record keeps its id, whatever id a response contains. */
function read(record: ScenarioRecord, sent: ImportDocument | undefined, id = record.unique_id): Answered {
  const versionId = sent && findVersion(record.versions, sent.scenario.definition)
  return {
    remoteId: id,
    ...(versionId !== undefined && { versionId }),
    ...(record.is_active !== undefined && { isActive: record.is_active }),
  }
}

function required<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new InternalError(`a step was planned without the ${what} that it needs`)
  return value
}

/**
 * The body of an update. The service does not change absent fields, so fields that an earlier payload had and this one
 * lacks are set to the service's values for a new scenario. An unknown payload may have had all fields.
 */
function updateBody({ scenario }: ImportDocument, earlier: readonly (unknown | undefined)[]): ScenarioFields {
  const had = (field: string) => earlier.some(payload => payload === undefined || hasField(payload, field))
  const cleared = Object.entries(empty(scenario)).filter(([field]) => !Object.hasOwn(scenario, field) && had(field))
  return { ...Object.fromEntries(cleared), ...scenario }
}

function empty({ title }: ScenarioFields): Partial<ScenarioFields> {
  return {
    // The contract has no empty label; without a label the title is offered.
    clarification_label: title,
    description: '',
    examples: [],
    exclusions: [],
    exit_message: null,
    ...scenarioDefaults,
  }
}

function hasField(payload: unknown, field: string): boolean {
  if (typeof payload !== 'object' || payload === null || !('scenario' in payload)) return true
  const { scenario } = payload
  return typeof scenario === 'object' && scenario !== null && Object.hasOwn(scenario, field)
}
