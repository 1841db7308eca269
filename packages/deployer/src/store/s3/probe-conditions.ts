import { randomUUID } from 'node:crypto'
import { OperationError } from '@scenewright/model'
import type { S3Backend } from '@scenewright/model/config'
import { openBucket, type S3World } from './s3-backend.ts'

/**
 * Writes a test object with conditions that are false: a bucket that accepts this is an OperationError `state`. The
 * object is removed afterwards.
 */
export async function probeConditions(backend: S3Backend, world: S3World): Promise<void> {
  const bucket = openBucket(backend, world)
  const key = `${backend.key}.d/probe-${randomUUID()}`
  const first = await bucket.put(key, '"first"', { 'if-none-match': '*' })
  try {
    if (first === undefined) throw unsafe(backend, 'rejects a new object')
    const again = await bucket.put(key, '"again"', { 'if-none-match': '*' })
    if (again !== undefined) throw unsafe(backend, 'overwrites an object that must not exist')
    const next = await bucket.put(key, '"next"', { 'if-match': first })
    if (next === undefined) throw unsafe(backend, 'rejects an unchanged object')
    const stale = await bucket.put(key, '"stale"', { 'if-match': first })
    if (stale !== undefined) throw unsafe(backend, 'overwrites an object that has changed')
  } finally {
    await bucket.remove(key).catch(() => {})
  }
}

function unsafe({ bucket, endpoint = 's3' }: S3Backend, why: string): OperationError {
  return new OperationError('state', `the bucket "${bucket}" at ${endpoint} is not safe for a state: it ${why}`, {
    help: 'it ignores If-Match or If-None-Match, so two runs could overwrite each other: use another backend',
  })
}
