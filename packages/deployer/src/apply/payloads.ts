import { canonicalJson, payloadOf } from '@scenewright/model'
import type { Run } from './run.ts'
import type { Task } from './task.ts'

/** Keeps what a create or update is about to send, under its hash, before the state names it. */
export async function keepPayload({ options }: Run, { plan, step }: Task): Promise<void> {
  if (plan.document === undefined || (step.kind !== 'create' && step.kind !== 'update')) return
  await options.store.putBlob(canonicalJson(payloadOf(plan.document)))
}

/** What the service may hold of a scenario before an update; undefined for a payload that is not kept any more. */
export async function earlierPayloads(
  { options }: Run,
  { step, entry }: Task,
): Promise<readonly (unknown | undefined)[]> {
  if (step.kind !== 'update') return []
  const hashes = [entry?.draft, entry?.published, entry?.intent].flatMap(one => one?.payload_hash ?? [])
  // A damaged one is as good as none: then everything is set anew.
  const texts = await Promise.all(hashes.map(hash => options.store.getBlob(hash).catch(() => undefined)))
  return texts.map(text => (text === undefined ? undefined : JSON.parse(text)))
}
