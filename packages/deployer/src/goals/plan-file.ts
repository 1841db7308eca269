import { type ImportDocument, isObject, OperationError } from '@scenewright/model'
import { payloadHash } from '@scenewright/model/canonical-json'
import { isSameBot } from '@scenewright/model/config'
import type { TargetEnvironment } from '../environment.ts'
import { hashBase } from '../plan/base.ts'
import { isChange } from '../plan/plan.ts'
import type { Plan, PlanAction, PlanEntry, PlanReason } from '../plan/plan-types.ts'
import type { Step } from '../plan/steps.ts'
import { count, flag, hash, list, name, object, oneOf, orNull, type Shape, text } from '../state/shape.ts'
import type { Goal, Strategy, Want, Wanted } from './goal.ts'
import { createWant } from './sources-goal.ts'

/** A saved plan that can be applied later exactly as it is: `schemas/plan-file.schema.json`. It contains no secrets. */
export interface PlanFile {
  readonly version: typeof fileVersion
  /** The version of Scenewright that wrote it. */
  readonly tool: string
  /** The commit of the sources. */
  readonly commit?: string
  readonly environment: { readonly name: string; readonly url: string; readonly bot: string }
  /** Of the state that it is based on; null if there was none. */
  readonly lineage: string | null
  readonly serial: number
  /** The scenarios with planned steps or an open request. Unchanged scenarios are left out. */
  readonly scenarios: readonly PlannedScenario[]
  /** The keys of those that were left out. */
  readonly unchanged?: readonly string[]
}

interface PlannedScenario {
  readonly key: string
  readonly action: PlanAction
  readonly reason: PlanReason
  readonly steps: readonly Step['kind'][]
  /** The hash of the base of this entry. Changes elsewhere in the state do not make it stale. */
  readonly base: string
  /** Null: its source was removed. Absent: no steps are planned. */
  readonly want?: PlannedWant | null
  readonly former_keys?: readonly string[]
  /** Whether to overwrite the scenario on the service, including manual changes. */
  readonly overwrite?: boolean
  readonly commit?: string
  /** The document to send. */
  readonly document?: ImportDocument
}

interface PlannedWant {
  readonly payload_hash?: string
  readonly is_active?: boolean
  readonly strategy?: Strategy
}

const fileVersion = 1

/** The file of a plan. `commit`: the commit of the sources. */
export function planFile(plan: Plan, { tool, commit }: { readonly tool: string; readonly commit?: string }): PlanFile {
  const { environment, lineage = null, serial, entries } = plan
  const shown = entries.filter(entry => isChange(entry) || entry.action === 'unknown')
  const unchanged = entries.filter(entry => !shown.includes(entry)).map(({ key }) => key)
  const scenarios = shown.map(planned)
  const head = { version: fileVersion, tool, ...(commit !== undefined && { commit }) } as const
  return { ...head, environment, lineage, serial, scenarios, unchanged }
}

/** Reads a plan file. A damaged one, or one whose documents are not the planned ones, is an OperationError `usage`. */
export function readPlanFile(json: string, where: string): PlanFile {
  const value = parse(json, where)
  if (isObject(value) && typeof value.version === 'number' && value.version > fileVersion) {
    throw new OperationError('usage', `the plan "${where}" was written by a newer Scenewright`, {
      help: 'use that version, or create a new plan',
    })
  }
  const [problem] = fileShape(value, '')
  if (problem !== undefined) throw damaged(where, problem)
  // Has just been validated with the shape of a plan file; documents are verified with their hashes below.
  const file = value as PlanFile
  for (const { key, want, document } of file.scenarios) {
    if (want?.payload_hash !== undefined && hashOf(document) !== want.payload_hash) {
      throw damaged(where, `the document of "${key}" was changed after planning`)
    }
  }
  return file
}

/** Makes a goal from a plan file. A plan file of another environment is an OperationError `state`. */
export function createPlanFileGoal(
  { commit, environment, scenarios, unchanged = [] }: PlanFile,
  target: TargetEnvironment,
): Goal {
  if (!isSameBot(environment, target)) {
    const { bot, url } = environment
    throw new OperationError(
      'state',
      `the plan is for the bot "${bot}" on "${url}", which is not the bot of the environment`,
      {
        help: `create a new plan for "${target.name}"`,
      },
    )
  }
  return {
    scenarios: scenarios.map(wanted),
    isWhole: false,
    otherKeys: unchanged,
    overwrite: scenarios.flatMap(({ key, overwrite }) => (overwrite === true ? [key] : [])),
    ...(commit !== undefined && { commit }),
  }
}

function planned(entry: PlanEntry): PlannedScenario {
  const { key, action, reason, steps, want, before, document, renamedFrom, formerKeys, commit, isOverwritten } = entry
  const former = [...new Set([...(renamedFrom === undefined ? [] : [renamedFrom]), ...(formerKeys ?? [])])]
  return {
    key,
    action,
    reason,
    steps: steps.map(({ kind }) => kind),
    base: hashBase(before, want),
    ...(action !== 'unknown' && { want: want && plannedWant(want) }),
    ...(former.length > 0 && { former_keys: former }),
    ...(isOverwritten && { overwrite: true }),
    ...(commit !== undefined && { commit }),
    ...(document !== undefined && action !== 'unknown' && { document }),
  }
}

function plannedWant({ payloadHash: payload, isActive, strategy }: Want): PlannedWant {
  return {
    ...(payload !== undefined && { payload_hash: payload }),
    ...(isActive !== undefined && { is_active: isActive }),
    ...(strategy !== undefined && { strategy }),
  }
}

function wanted({ key, want, base, document, former_keys, commit }: PlannedScenario): Wanted {
  return {
    key,
    // A request that was open when the plan was made has no planned steps; it is only displayed.
    want: want === undefined ? {} : want && readWant(want, document),
    base,
    ...(document !== undefined && { document }),
    ...(former_keys !== undefined && { formerKeys: former_keys }),
    ...(commit !== undefined && { commit }),
  }
}

function readWant({ payload_hash, is_active, strategy }: PlannedWant, document: ImportDocument | undefined): Want {
  return {
    ...(document !== undefined && payload_hash !== undefined && createWant(document, {})),
    ...(is_active !== undefined && { isActive: is_active }),
    ...(strategy !== undefined && { strategy }),
  }
}

const step = oneOf(['create', 'update', 'publish', 'activate', 'deactivate'])
const document: Shape = (value, place) =>
  isObject(value) && isObject(value.scenario) ? [] : [`${place} is not an import document`]
const scenario = object(
  { key: text, action: name, reason: name, steps: list(step), base: hash },
  {
    want: orNull(object({}, { payload_hash: hash, is_active: flag, strategy: oneOf(['update', 'replace']) })),
    former_keys: list(text),
    overwrite: flag,
    commit: text,
    document,
  },
)
const fileShape = object(
  {
    version: oneOf([fileVersion]),
    tool: text,
    environment: object({ name, url: name, bot: name }),
    lineage: orNull(name),
    serial: count,
    scenarios: list(scenario),
  },
  { commit: text, unchanged: list(text) },
)

function hashOf(one: ImportDocument | undefined): string | undefined {
  try {
    return one && payloadHash(one)
  } catch {
    return undefined
  }
}

function parse(json: string, where: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw damaged(where, 'it is not JSON')
  }
}

function damaged(where: string, problem: string): OperationError {
  return new OperationError('usage', `the plan "${where}" cannot be applied: ${problem}`, {
    help: 'create it again with `scenewright plan --out FILE`',
  })
}
