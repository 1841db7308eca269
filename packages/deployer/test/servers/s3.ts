import { createHash, createHmac } from 'node:crypto'
import { type Received, type Reply, serve } from './http-server.ts'

export const s3Account = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY' }

/** A bucket service that checks signatures, and holds to conditions unless it is told not to. */
export interface S3Server {
  readonly url: string
  readonly region: string
  ignoresConditions: boolean
  before: (request: Received) => Reply | undefined
  after: (request: Received) => Reply | undefined
  readonly objects: Map<string, string>
  readonly requests: Received[]
}

export async function s3Server(): Promise<S3Server> {
  const server: { -readonly [field in keyof S3Server]: S3Server[field] } = {
    url: '',
    region: 'eu-north-1',
    ignoresConditions: false,
    before: () => undefined,
    after: () => undefined,
    objects: new Map(),
    requests: [],
  }
  server.url = await serve(request => {
    server.requests.push(request)
    const early = server.before(request)
    if (early !== undefined) return early
    const reply = isSigned(request, server.region) ? answer(server, request) : refused(403, 'SignatureDoesNotMatch')
    return server.after(request) ?? reply
  })
  return server
}

function answer({ objects, ignoresConditions }: S3Server, { method, url, headers, body }: Received): Reply {
  const key = decodeURIComponent(url.pathname)
  const present = objects.get(key)
  if (method === 'GET') {
    return present === undefined
      ? refused(404, 'NoSuchKey')
      : { status: 200, body: present, headers: { etag: tag(present) } }
  }
  if (method === 'DELETE') return objects.delete(key) ? { status: 204 } : { status: 204 }
  if (method !== 'PUT') return refused(405, 'MethodNotAllowed')
  if (!ignoresConditions) {
    const match = headers['if-match']
    if (headers['if-none-match'] === '*' && present !== undefined) return refused(412, 'PreconditionFailed')
    if (match !== undefined && present === undefined) return refused(404, 'NoSuchKey')
    if (match !== undefined && present !== undefined && match !== tag(present))
      return refused(412, 'PreconditionFailed')
  }
  objects.set(key, body)
  return { status: 200, headers: { etag: tag(body) } }
}

function refused(status: number, code: string): Reply {
  return { status, body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>` }
}

function tag(text: string): string {
  return `"${createHash('md5').update(text).digest('hex')}"`
}

/** Signature Version 4, computed from what arrived: https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html */
function isSigned({ method, url, headers, body }: Received, region: string): boolean {
  const [, id, day, zone, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (id !== s3Account.AWS_ACCESS_KEY_ID || zone !== region) return false
  if (headers['x-amz-content-sha256'] !== sha256(body)) return false
  const signed = names.split(';')
  const mustBeSigned = Object.keys(headers).filter(
    name => name === 'host' || name.startsWith('x-amz-') || name.startsWith('if-'),
  )
  if (mustBeSigned.some(name => !signed.includes(name))) return false
  const canonical = [
    method,
    url.pathname,
    '',
    ...signed.map(name => `${name}:${headers[name]}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [day ?? '', region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    `AWS4${s3Account.AWS_SECRET_ACCESS_KEY}`,
  )
  return createHmac('sha256', key).update(text).digest('hex') === signature
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
