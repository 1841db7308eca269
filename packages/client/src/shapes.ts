import { isObject } from '@scenewright/model'
import type { FunctionRecord, Page, ScenarioRecord, VersionRecord } from './records.ts'

type Fields = { readonly [field: string]: unknown }

/** A record with an id; undefined for anything else. */
export function record(value: unknown): (Fields & { readonly unique_id: string }) | undefined {
  return isRecord(value) ? value : undefined
}

/** A scenario with those of its versions that have an id. Fields whose type differs from the contract are left out. */
export function scenario(value: unknown): ScenarioRecord | undefined {
  if (!isRecord(value)) return undefined
  const { is_active, versions, ...rest } = value
  return {
    ...rest,
    ...(typeof is_active === 'boolean' && { is_active }),
    versions: Array.isArray(versions) ? versions.filter(isRecord).map(version) : [],
  }
}

/** A part of a list of records. */
export function page(value: unknown): Page<Fields & { readonly unique_id: string }> | undefined {
  if (!isObject(value) || !Array.isArray(value.data) || !value.data.every(isRecord)) return undefined
  const { meta } = value
  if (!isObject(meta) || typeof meta.total !== 'number') return undefined
  return { data: value.data, meta: { ...meta, total: meta.total } }
}

/** A function. Fields whose type differs from the contract are left out. */
export function functionRecord(value: unknown): FunctionRecord | undefined {
  if (!isRecord(value)) return undefined
  const { name, is_enabled, ...rest } = value
  return {
    ...rest,
    ...(typeof name === 'string' && { name }),
    ...(typeof is_enabled === 'boolean' && { is_enabled }),
  }
}

/** A part of a list of functions. */
export function functionPage(value: unknown): Page<FunctionRecord> | undefined {
  const some = page(value)
  return some && { ...some, data: some.data.flatMap(one => functionRecord(one) ?? []) }
}

function version({ version: number, status, ...rest }: Fields & { readonly unique_id: string }): VersionRecord {
  return {
    ...rest,
    ...(typeof number === 'number' && { version: number }),
    ...(typeof status === 'string' && { status }),
  }
}

function isRecord(value: unknown): value is Fields & { readonly unique_id: string } {
  return isObject(value) && typeof value.unique_id === 'string' && value.unique_id !== ''
}
