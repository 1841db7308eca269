import type { Answer } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import { textHash } from '@scenewright/model/text-hash'
import { type Deadline, systemClock } from '../deadline.ts'
import { sendStateRequest } from '../state-request.ts'

/** The bucket, and the credentials. */
export interface S3Access {
  /** The address of the bucket, without a slash at its end. */
  readonly url: URL
  readonly region: string
  readonly credentials: S3Credentials
  readonly deadline: Deadline
}

export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** The condition for writing an object: it must not exist, or must have this tag. */
type Condition = { readonly 'if-none-match': '*' } | { readonly 'if-match': string } | undefined

/** The objects of a bucket. Each method rejects with an OperationError, which never contains the credentials. */
export interface S3Bucket {
  get(key: string): Promise<{ readonly text: string; readonly tag: string } | undefined>
  /** The new tag; undefined if the condition is false. */
  put(key: string, text: string, condition?: Condition): Promise<string | undefined>
  remove(key: string): Promise<void>
}

/** How often a write is retried after a conflict with a concurrent one. */
const putTries = 5

/** Creates a client of a bucket; each request is signed, including its body. */
export function s3Bucket(access: S3Access): S3Bucket {
  const ask = async (method: string, key: string, { body, condition }: { body?: string; condition?: Condition } = {}) =>
    sendStateRequest(
      await signed(access, { method, key, ...(body !== undefined && { body }), condition }),
      access.deadline,
    )
  const { pause } = access.deadline.clock ?? systemClock
  return {
    async get(key) {
      const answer = await ask('GET', key)
      if (answer.status === 404 && codeOf(answer) !== 'NoSuchBucket') return undefined
      if (answer.status !== 200) throw toOperationError(answer, access, 'read')
      return { text: answer.text, tag: tagOf(answer, access) }
    },
    async put(key, text, condition) {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await ask('PUT', key, { body: text, ...(condition && { condition }) })
        if (answer.status === 200) return tagOf(answer, access)
        if (condition !== undefined && isConditionFalse(answer)) return undefined
        // Two conditional writes at once: the service asks for a retry.
        if (answer.status !== 409 || attempt >= putTries) throw toOperationError(answer, access, 'write')
        await pause(50 * attempt)
      }
    },
    async remove(key) {
      await ask('DELETE', key)
    },
  }
}

interface Wanted {
  readonly method: string
  readonly key: string
  readonly body?: string
  readonly condition: Condition
}

/** The signer is loaded for the first request. */
async function signed({ url, region, credentials }: S3Access, { method, key, body, condition }: Wanted) {
  const { AwsV4Signer } = await import('aws4fetch')
  const address = `${url.href.replace(/\/+$/, '')}/${key.split('/').map(encodePart).join('/')}`
  const request = await new AwsV4Signer({
    method,
    url: address,
    headers: { ...condition, 'x-amz-content-sha256': textHash(body ?? ''), 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
    ...credentials,
    service: 's3',
    region,
  }).sign()
  const headers = Object.fromEntries(request.headers)
  return { method, url: request.url, headers, ...(body !== undefined && { body }) }
}

/** Encoded as in the signature: every character except the unreserved ones. */
function encodePart(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function tagOf({ headers }: Answer, { url }: S3Access): string {
  const { etag } = headers
  if (typeof etag === 'string') return etag
  throw new OperationError('state', `${url.host} does not provide an ETag for its objects`, {
    help: 'a state needs conditional writes: use another backend',
  })
}

/** Also if the object that must have a tag does not exist. */
function isConditionFalse(answer: Answer): boolean {
  return answer.status === 412 || (answer.status === 404 && codeOf(answer) === 'NoSuchKey')
}

function codeOf({ text }: Answer): string | undefined {
  return /<Code>([^<]*)<\/Code>/.exec(text)?.[1]
}

/** The codes of failures that pass, whatever their status. */
const passing: ReadonlySet<string | undefined> = new Set(['OperationAborted', 'RequestTimeout'])

function toOperationError(answer: Answer, { url, region }: S3Access, doing: string): OperationError {
  const code = codeOf(answer)
  const statusText = `${answer.status}${code === undefined ? '' : ` ${code}`}`
  const message = `the bucket at ${url.host}${url.pathname} responded with ${statusText} to "${doing}"`
  if (answer.status >= 500 || answer.status === 408 || answer.status === 429 || passing.has(code)) {
    return new OperationError('network', message, { help: 'try again later' })
  }
  return new OperationError('state', message, { help: remedyOf(answer, region, doing) })
}

function remedyOf(answer: Answer, region: string, doing: string): string {
  const { status, headers, text } = answer
  const code = codeOf(answer)
  const other = headers['x-amz-bucket-region'] ?? /<Region>([^<]+)<\/Region>/.exec(text)?.[1]
  if (typeof other === 'string' && other !== region) return `the bucket is in ${other}: set that as the region`
  if (code === 'AuthorizationHeaderMalformed') return 'check the region, and AWS_ACCESS_KEY_ID'
  // The last one is from MinIO.
  if (['ExpiredToken', 'InvalidToken', 'TokenRefreshRequired', 'InvalidTokenId'].includes(code ?? '')) {
    return 'get new temporary credentials: AWS_SESSION_TOKEN has expired, or does not belong to AWS_ACCESS_KEY_ID'
  }
  if (code === 'RequestTimeTooSkewed') return 'correct the clock of this machine'
  if (code === 'SignatureDoesNotMatch' || code === 'InvalidAccessKeyId' || status === 401) {
    return 'check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
  }
  if (status === 403) return 'the account needs s3:GetObject, s3:PutObject and s3:ListBucket on the bucket'
  if (status === 409) return 'several runs write it at once: try again'
  // A read has no condition.
  if (doing === 'write' && (status === 501 || status === 400))
    return 'a state needs conditional writes: `scenewright state init` tests them'
  return 'check the bucket, its region and its endpoint'
}
