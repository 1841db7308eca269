import { OperationError } from '@scenewright/model'
import type { S3Backend } from '@scenewright/model/config'
import { headerVariable } from '@scenewright/model/header-variable'
import { isTextHash, textHash } from '@scenewright/model/text-hash'
import { backendAddress } from '../backend-address.ts'
import type { Deadline } from '../deadline.ts'
import { DamagedPayload, type StateStore, type Swap } from '../store.ts'
import { type S3Bucket, type S3Credentials, s3Bucket } from './s3-bucket.ts'

/** The options of the S3 backend. */
export interface S3World {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly deadline: Deadline
}

/** Opens the state in a bucket, with the credentials of the environment. */
export function openS3Backend(backend: S3Backend, world: S3World): StateStore {
  return openS3State(openBucket(backend, world), backend.key, `s3://${backend.bucket}/${backend.key}`)
}

/** The bucket of a backend. */
export function openBucket(backend: S3Backend, { env, deadline }: S3World): S3Bucket {
  const region = backend.region ?? headerVariable(env, ['AWS_REGION', 'AWS_DEFAULT_REGION']) ?? 'us-east-1'
  return s3Bucket({ url: bucketAddress(backend, region), region, credentials: credentialsOf(env), deadline })
}

/** The address of a bucket: as a host, or in the path. One with a dot in its name has no certificate as a host. */
export function bucketAddress({ bucket, endpoint, path_style }: S3Backend, region: string): URL {
  const url = backendAddress(endpoint ?? `https://s3.${region}.amazonaws.com`, 'endpoint')
  const isPath = path_style ?? (endpoint !== undefined || bucket.includes('.'))
  if (isPath) url.pathname = `${url.pathname.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`
  else url.hostname = `${bucket}.${url.hostname}`
  return url
}

function credentialsOf(env: S3World['env']): S3Credentials {
  const accessKeyId = headerVariable(env, ['AWS_ACCESS_KEY_ID'])
  const secretAccessKey = headerVariable(env, ['AWS_SECRET_ACCESS_KEY'])
  const sessionToken = headerVariable(env, ['AWS_SESSION_TOKEN'])
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new OperationError('usage', 'no credentials for the bucket of the state', {
      help: 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_SESSION_TOKEN for temporary ones',
    })
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
}

/**
 * A state in an object of a bucket, written with conditional requests; its payloads are separate objects next to it.
 */
function openS3State(bucket: S3Bucket, key: string, name: string): StateStore {
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
      throw new DamagedPayload('state', `${path(hash)} of ${name} is damaged: its content has another hash`, {
        help: 'delete the object; it is written again when the scenario is deployed the next time',
      })
    },
  }
}
