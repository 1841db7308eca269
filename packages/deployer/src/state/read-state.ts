import { isObject, OperationError } from '@scenewright/model'
import type { StateStore } from '../store/store.ts'
import { count, flag, hash, list, moment, name, object, oneOf, orNull, record, type Shape, text } from './shape.ts'
import { journalWords, type State, stateFormat } from './state.ts'

/** Reads a state. A damaged one, or one of a newer Scenewright, is an OperationError with the code `state`. */
export function readState(json: string, where: string): State {
  const value = parse(json, where)
  if (isObject(value) && typeof value.format === 'number' && value.format > stateFormat) {
    throw new OperationError(
      'state',
      `the state ${where} was written by a newer Scenewright (${describe(value.tool)})`,
      {
        help: 'use that version or a newer one; nothing was changed',
      },
    )
  }
  if (!isObject(value) || !Object.hasOwn(value, 'format')) throw noState(where)
  const [problem] = stateShape(value, '')
  if (problem !== undefined) throw damaged(where, problem)
  // Has just been validated with the shape of a state.
  return value as unknown as State
}

const draft = object({ payload_hash: hash, at: moment }, { version_id: name, commit: text })
const published = object({ payload_hash: hash, version_id: name, at: moment, activated: flag }, { commit: text })
const intent = object(
  {
    op_id: name,
    kind: oneOf(['create', 'update', 'publish', 'activate']),
    payload_hash: hash,
    run: name,
    prepared_at: moment,
    send_before: moment,
    settle_until: moment,
    phase: oneOf(['prepared', 'unknown', 'created-id-lost']),
  },
  {
    layout_hash: hash,
    version_id: name,
    activate: flag,
    record: name,
    commit: text,
    evidence: object({}, { status: count, message: text, body_prefix: text }),
  },
)
const scenario = object(
  { is_active: orNull(flag), history: list(published) },
  {
    remote_id: name,
    created: object({ run: name, at: moment }, { commit: text }),
    draft,
    published,
    layout_hash: hash,
    intent,
    tombstone: object({ run: name, at: moment }, { commit: text }),
    switched: object({ count }, { commit: text }),
    replaced: list(object({ remote_id: name, is_active: flag })),
    former_keys: list(text),
    hold: object({ reason: text, run: name, at: moment }, { who: text }),
  },
)
const journalEntry = object(
  { at: moment, run: name, key: text, what: oneOf(journalWords) },
  { op_id: name, remote_id: name, version_id: name, status: count, from: text, reason: text },
)
const stateShape: Shape = object(
  {
    format: oneOf([stateFormat]),
    lineage: name,
    serial: count,
    tool: text,
    environment: object({ name, url: name, bot: name }),
    scenarios: record(scenario),
    journal: object({ entries: list(journalEntry) }, { previous: hash }),
  },
  {
    lease: object({ run: name, acquired: moment, heartbeat: moment, ttl_ms: count }, { who: text, link: text }),
    moved: object({ to: text, run: name, at: moment }),
    deploys: list(object({ run: name, at: moment }, { commit: text, who: text, link: text, is_partial: flag })),
  },
)

function parse(json: string, where: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw damaged(where, 'it is not JSON', cause)
  }
}

function noState(where: string): OperationError {
  return new OperationError('state', `${where} is not a state of Scenewright: its field "format" is missing`, {
    help: 'if it is another file, set another path; else restore the last good copy of the state. It is not overwritten',
  })
}

function damaged(where: string, problem: string, cause?: unknown): OperationError {
  return new OperationError('state', `the state ${where} is damaged: ${problem}`, {
    help: 'restore the last good copy; the damaged file is not overwritten, but without a state every scenario would be created again',
    ...(cause !== undefined && { cause }),
  })
}

function describe(tool: unknown): string {
  return typeof tool === 'string' ? tool : 'of an unknown version'
}

/** The state of a store, null if none was ever written. A damaged or newer one is an OperationError `state`. */
export async function loadState(store: StateStore): Promise<State | null> {
  const stored = await store.read()
  return stored && readState(stored.text, store.name)
}
