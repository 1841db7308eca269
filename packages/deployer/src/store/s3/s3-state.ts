import { OperationError } from '@scenewright/model'
import type { StateStore, Swap } from '../store.ts'
import { isTextHash, textHash } from '../text-hash.ts'
import type { S3Bucket } from './s3-bucket.ts'

/** A state in an object of a bucket, written under a condition; its payloads lie in objects beside it. */
export function openS3State(bucket: S3Bucket, key: string, name: string): StateStore {
  const path = (hash: string) => `${key}.d/payloads/${hash}.json`
  const kept = new Set<string>()
  return {
    name,
    async read() {
      const object = await bucket.get(key)
      return object === undefined ? null : { text: object.text, token: object.tag }
    },
    async compareAndSwap(expected, text): Promise<Swap> {
      const condition = expected === null ? ({ 'if-none-match': '*' } as const) : { 'if-match': expected }
      const token = await bucket.put(key, text, condition)
      return token === undefined ? { isSwapped: false } : { isSwapped: true, token }
    },
    async putBlob(text) {
      const hash = textHash(text)
      if (!kept.has(hash)) await bucket.put(path(hash), text)
      kept.add(hash)
      return hash
    },
    async getBlob(hash) {
      if (!isTextHash(hash)) return undefined
      const text = (await bucket.get(path(hash)))?.text
      if (text === undefined || textHash(text) === hash) return text
      throw new OperationError('state', `${path(hash)} of ${name} is damaged: its content has another hash`, {
        help: 'delete the object; it is written again when the scenario is deployed the next time',
      })
    },
  }
}
