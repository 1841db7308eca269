import { OperationError } from '@scenewright/model'
import { canonicalJson, payloadHash, toPayload } from '@scenewright/model/canonical-json'
import { isSameBot } from '@scenewright/model/config'
import type { Backup } from '../backup/backup.ts'
import type { TargetEnvironment } from '../environment.ts'
import { isConfirmed, type Receipt, type VoidReceipt } from '../state/receipt.ts'
import { type ScenarioState, type State, stateFormat } from '../state/state.ts'
import { type Adoption, adoptedEntry, documentThatRuns, type ReadAdoption } from './adopt.ts'

/** A record in the receipts: its keys, and the records that it replaced. */
interface RecordInReceipts extends Adoption {
  readonly formerKeys: readonly string[]
  readonly replaced: readonly string[]
}

/** The contents of a lost state, as recorded in the receipts. */
export interface LostState {
  readonly lineage: string
  /** The highest one in the receipts. */
  readonly serial: number
  /** In the order of their creation. */
  readonly records: readonly RecordInReceipts[]
}

/** Reads from receipts which records an environment has. If there are none, that is an OperationError `usage`. */
export function lostState(receipts: readonly (Receipt | VoidReceipt)[], environment: TargetEnvironment): LostState {
  const { name, lineage: pinned } = environment
  const ours = receipts.filter(isConfirmed).filter(one => isSameBot(one, environment))
  const lineage = pinned ?? ours.toSorted((a, b) => a.serial - b.serial).at(-1)?.lineage
  const known = ours.filter(one => one.lineage === lineage).toSorted((a, b) => a.serial - b.serial)
  if (lineage === undefined || known.length === 0) {
    throw new OperationError('usage', `the receipts contain no record of "${name}"`, {
      help:
        pinned === undefined
          ? 'give the receipts of its deploys'
          : `give the receipts of the lineage ${pinned}, which the config pins`,
    })
  }
  return { lineage, serial: known.at(-1)?.serial ?? 0, records: recordsIn(known) }
}

function recordsIn(receipts: readonly Receipt[]): readonly RecordInReceipts[] {
  const keys = new Map<string, string[]>()
  for (const { remote_id, key } of receipts) {
    const before = keys.get(remote_id) ?? []
    if (before[0] !== key) keys.set(remote_id, [key, ...before.filter(other => other !== key)])
  }
  const records = new Map<string, RecordInReceipts>()
  for (const [id, [key = '', ...formerKeys]] of keys) {
    const before = records.get(key)
    const replaced = before === undefined ? [] : [...before.replaced, before.id]
    records.set(key, { key, id, formerKeys, replaced })
  }
  return [...records.values()]
}

/** The state for the records that were read; the others are gone. */
export function rebuiltState(
  { lineage, serial, records }: LostState,
  adoptions: readonly ReadAdoption[],
  {
    environment: { name, url, bot },
    run,
    tool,
    now,
  }: { readonly environment: TargetEnvironment; readonly run: string; readonly tool: string; readonly now: number },
): Backup {
  const stamp = { run, at: new Date(now).toISOString() }
  const payloads = new Map<string, string>()
  const byId = new Map(records.map(record => [record.id, record]))
  const scenarios = adoptions.map((one): [string, ScenarioState] => {
    const running = documentThatRuns(one)
    payloads.set(payloadHash(running), canonicalJson(toPayload(running)))
    const { formerKeys = [], replaced = [] } = byId.get(one.id) ?? {}
    return [
      one.key,
      {
        ...adoptedEntry(one, running, stamp),
        ...(formerKeys.length > 0 && { former_keys: formerKeys }),
        ...(replaced.length > 0 && { replaced: replaced.map(id => ({ remote_id: id, is_active: true })) }),
      },
    ]
  })
  const entries = adoptions.map(({ key, id }) => ({ ...stamp, key, what: 'adopted' as const, remote_id: id }))
  const state: State = {
    format: stateFormat,
    lineage,
    serial: serial + 1,
    tool,
    environment: { name, url, bot },
    scenarios: Object.fromEntries(scenarios),
    journal: { entries },
  }
  return { state, payloads }
}
