import { readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sourceLimits } from '@scenewright/model/limits'
import { expect, onTestFinished, test } from 'vitest'
import { HttpError } from '../../src/commands/studio/http/http-error.ts'
import { serveStudio } from '../../src/commands/studio/http/serve.ts'
import { openStudio } from '../../src/commands/studio/open-studio.ts'
import type { Studio } from '../../src/commands/studio/studio.ts'
import { silentInvocation } from '../../src/shell/silent-invocation.ts'
import { processTerminal } from '../../src/shell/terminal.ts'
import { folderWith } from '../run.ts'
import { countAnswers, openRaw, sendRaw, statusOf } from './raw-request.ts'
import { type Page, studioAt } from './studio-at.ts'

const source = `title: Refund status
trigger_description: The customer asks when a refund will arrive.
flow:
  nodes:
    answer: { text: It takes 3 to 5 business days., next: done }
    done: END
`
const file = 'scenarios/refund.scenario.yaml'

/** A project, and a folder beside it with a source that is not part of it. */
async function twoFolders() {
  const outer = await folderWith({
    'own/scenewright.config.yaml': '',
    [`own/${file}`]: source,
    'own/.env': 'SECRET=1\n',
    'other/secret.scenario.yaml': source,
    'other/a/b.scenario.yaml': source,
  })
  const cwd = join(outer, 'own')
  symlinkSync(join(outer, 'other/secret.scenario.yaml'), join(cwd, 'scenarios/link.scenario.yaml'))
  symlinkSync(join(outer, 'other'), join(cwd, 'scenarios/linked'))
  symlinkSync(join(outer, 'other/new.scenario.yaml'), join(cwd, 'scenarios/dangling.scenario.yaml'))
  return { outer, cwd }
}

/** The contents and the times of all files, but for the cache. */
function snapshot(folder: string): unknown {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  return names
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !path.includes('.scenewright'))
    .toSorted()
    .map(path => {
      const stats = statSync(path, { throwIfNoEntry: false })
      return [relative(folder, path), stats?.mtimeMs, stats?.isFile() ? readFileSync(path, 'utf8') : '']
    })
}

interface Attack {
  readonly what: string
  readonly status: number | readonly number[]
  readonly bytes: (page: Attacked) => string | readonly (string | Buffer)[]
}

interface Attacked extends Pick<Page, 'port' | 'token'> {
  readonly hash: string
}

interface Parts {
  readonly method?: string
  readonly path?: string
  readonly host?: string
  /** Undefined leaves a header out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: string
}

/** A request that the page could send, except for what is given. */
function crafted(
  { port, token, hash }: Attacked,
  { method = 'POST', path = '/api/edit', ...parts }: Parts = {},
): string {
  const body = parts.body ?? (method === 'POST' ? JSON.stringify({ file, hash, text: 'title: lost\n' }) : '')
  const host = parts.host ?? `127.0.0.1:${port}`
  const headers: Record<string, string | undefined> = {
    host,
    authorization: `Bearer ${token}`,
    ...(method === 'POST' && {
      origin: `http://${host}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
    connection: 'close',
    ...parts.headers,
  }
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

const get = (page: Attacked, path: string, parts: Parts = {}) => crafted(page, { method: 'GET', path, ...parts })
const edit = (page: Attacked, fields: object) =>
  crafted(page, { body: JSON.stringify({ file, hash: page.hash, text: 'title: lost\n', ...fields }) })
const create = (page: Attacked, name: string) =>
  crafted(page, { path: '/api/create', body: JSON.stringify({ file: name, text: source }) })

const hosts = [
  'evil.example',
  'evil.example:80',
  'localhost.evil.example',
  '127.0.0.1.nip.io',
  '127.0.0.1',
  'localhost',
  '[::1]',
  '0.0.0.0',
  '127.1',
  '2130706433',
  'LOCALHOST',
]

/** Names of files that are not sources of the project, in many spellings. */
const outside = [
  '../other/secret.scenario.yaml',
  'scenarios/../../other/secret.scenario.yaml',
  './scenarios/refund.scenario.yaml',
  'scenarios//refund.scenario.yaml',
  'scenarios\\refund.scenario.yaml',
  'scenarios/refund.scenario.yaml\0',
  'scenarios/refund.scenario.yaml\0.txt',
  '/etc/passwd',
  '//etc/passwd',
  'C:\\Windows\\win.ini',
  'file:///etc/passwd',
  '%2e%2e/other/secret.scenario.yaml',
  '..%2fother%2fsecret.scenario.yaml',
  '....//other/secret.scenario.yaml',
  'scenarios/link.scenario.yaml',
  'scenarios/linked/secret.scenario.yaml',
  'scenarios/linked/a/b.scenario.yaml',
  'scenarios/dangling.scenario.yaml',
  '.env',
  'scenewright.config.yaml',
  '__proto__',
  'constructor',
  '',
]

const attacks: readonly Attack[] = [
  ...hosts.map(host => ({
    what: `Host: ${host}`,
    status: 403,
    bytes: (page: Attacked) => get(page, '/api/project', { host }),
  })),
  ...hosts.map(host => ({
    what: `the page at ${host}`,
    status: 403,
    bytes: (page: Attacked) => get(page, '/', { host }),
  })),
  { what: 'no Host', status: 400, bytes: page => get(page, '/api/project', { headers: { host: undefined } }) },
  {
    what: 'two Hosts',
    status: 400,
    bytes: page => get(page, '/api/project', { headers: { Host: 'evil.example' } }),
  },
  {
    what: 'another port in the Host',
    status: 403,
    bytes: page => get(page, '/api/project', { host: `127.0.0.1:${page.port + 1}` }),
  },
  {
    what: 'an absolute address of another host',
    status: 404,
    bytes: page => get(page, 'http://evil.example/api/project'),
  },
  {
    what: 'no token',
    status: 401,
    bytes: page => get(page, '/api/project', { headers: { authorization: undefined } }),
  },
  {
    what: 'a token that lacks its end',
    status: 401,
    bytes: page => get(page, '/api/project', { headers: { authorization: `Bearer ${page.token.slice(0, -1)}` } }),
  },
  {
    what: 'a longer token',
    status: 401,
    bytes: page => get(page, '/api/project', { headers: { authorization: `Bearer ${page.token}A` } }),
  },
  {
    what: 'an empty token',
    status: 401,
    bytes: page => get(page, '/api/project', { headers: { authorization: 'Bearer ' } }),
  },
  {
    what: 'the token without its scheme',
    status: 401,
    bytes: page => get(page, '/api/project', { headers: { authorization: page.token } }),
  },
  {
    what: 'the token in the address',
    status: 401,
    bytes: page => get(page, `/api/project?token=${page.token}`, { headers: { authorization: undefined } }),
  },
  {
    what: 'the token in a cookie',
    status: 401,
    bytes: page => get(page, '/api/project', { headers: { authorization: undefined, cookie: `token=${page.token}` } }),
  },
  {
    what: 'events without the token',
    status: 401,
    bytes: page => get(page, '/api/events', { headers: { authorization: 'x' } }),
  },
  {
    what: 'a read with the Origin of another site',
    status: 403,
    bytes: page => get(page, '/api/project', { headers: { origin: 'https://evil.example' } }),
  },
  {
    what: 'a read that a browser sends for another site',
    status: 403,
    bytes: page => get(page, '/api/project', { headers: { 'sec-fetch-site': 'cross-site' } }),
  },
  {
    what: 'a read that a browser sends for another port of this machine',
    status: 403,
    bytes: page => get(page, '/api/project', { headers: { 'sec-fetch-site': 'same-site' } }),
  },
  { what: 'a write without an Origin', status: 403, bytes: page => crafted(page, { headers: { origin: undefined } }) },
  ...[
    'null',
    'https://evil.example',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'https://127.0.0.1:80',
    'http://localhost.evil.example',
  ].map(origin => ({
    what: `a write with the Origin ${origin}`,
    status: 403,
    bytes: (page: Attacked) => crafted(page, { headers: { origin } }),
  })),
  {
    what: 'a write from the other name of this machine',
    status: 403,
    bytes: page => crafted(page, { headers: { origin: `http://localhost:${page.port}` } }),
  },
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    'text/plain; application/json',
    'application/jsonp',
    'application/json; charset=utf-16',
    undefined,
  ].map(type => ({
    what: `a write with the type ${type}`,
    status: 415,
    bytes: (page: Attacked) => crafted(page, { headers: { 'content-type': type } }),
  })),
  { what: 'a compressed body', status: 415, bytes: page => crafted(page, { headers: { 'content-encoding': 'gzip' } }) },
  ...['HEAD', 'OPTIONS', 'TRACE', 'PUT', 'PATCH', 'DELETE', 'GET'].map(method => ({
    what: `${method} of a path for POST`,
    status: 405,
    bytes: (page: Attacked) => get(page, '/api/edit', { method }),
  })),
  { what: 'HEAD of the page', status: 405, bytes: page => get(page, '/', { method: 'HEAD' }) },
  { what: 'an unknown method', status: 400, bytes: page => get(page, '/api/project', { method: 'EVIL' }) },
  { what: 'CONNECT', status: [0, 400, 403], bytes: page => get(page, 'evil.example:80', { method: 'CONNECT' }) },
  ...['/api/../api/project', '/api//project', '/API/project', '/api/project/', '/%61pi/project', '/api/%70roject'].map(
    path => ({
      what: `the path ${path}`,
      status: 404,
      bytes: (page: Attacked) => get(page, path),
    }),
  ),
  ...[
    '/assets/../main.cjs',
    '/assets/..%2fmain.cjs',
    '/assets/',
    '/assets/../../package.json',
    '/main.cjs',
    '/assets/.built',
  ].map(path => ({ what: `the asset ${path}`, status: 404, bytes: (page: Attacked) => get(page, path) })),
  ...outside.map(name => ({
    what: `reading ${JSON.stringify(name)}`,
    status: 404,
    bytes: (page: Attacked) => get(page, `/api/source?file=${encodeURIComponent(name)}`),
  })),
  ...outside.map(name => ({
    what: `editing ${JSON.stringify(name)}`,
    status: 404,
    bytes: (page: Attacked) => edit(page, { file: name }),
  })),
  ...[
    ...outside,
    'scenarios/linked/new.scenario.yaml',
    '/tmp/new.scenario.yaml',
    'scenarios/.git/hooks.scenario.yaml',
  ].map(name => ({
    what: `creating ${JSON.stringify(name)}`,
    status: 422,
    bytes: (page: Attacked) => create(page, name),
  })),
  { what: 'creating a source that exists', status: 409, bytes: page => create(page, file) },
  { what: 'an edit of another text', status: 409, bytes: page => edit(page, { hash: '0'.repeat(64) }) },
  { what: 'an edit without a hash', status: 400, bytes: page => edit(page, { hash: undefined }) },
  { what: 'a hash that is no text', status: 400, bytes: page => edit(page, { hash: { toString: 'x' } }) },
  { what: 'a file that is a list', status: 400, bytes: page => edit(page, { file: [file] }) },
  { what: 'bad JSON', status: 400, bytes: page => crafted(page, { body: '{"file":' }) },
  { what: 'an empty body', status: 400, bytes: page => crafted(page, { body: '' }) },
  { what: 'a list', status: 400, bytes: page => crafted(page, { body: '[]' }) },
  {
    what: 'a body that is not UTF-8',
    status: 400,
    bytes: page => [crafted(page, { headers: { 'content-length': '3' }, body: '' }), Buffer.from([0x22, 0xff, 0x22])],
  },
  {
    what: '__proto__',
    status: 400,
    bytes: page =>
      crafted(page, { body: `{"__proto__":{"file":"x"},"file":"${file}","hash":"${page.hash}","text":"x"}` }),
  },
  {
    what: '__proto__ in a value',
    status: 400,
    bytes: page =>
      edit(page, {
        text: undefined,
        changes: [{ kind: 'insert', path: ['scenario', 'x'], value: JSON.parse('{"__proto__":{"a":1}}') }],
      }),
  },
  {
    what: 'deep nesting',
    status: 400,
    bytes: page => crafted(page, { body: `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}` }),
  },
  {
    what: 'deep nesting of objects',
    status: 400,
    bytes: page => crafted(page, { body: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}` }),
  },
  {
    what: 'an announced giant body',
    status: 413,
    bytes: page => crafted(page, { headers: { 'content-length': '9000000000' }, body: '{' }),
  },
  {
    what: 'a giant body in chunks',
    status: [0, 413],
    bytes: page => {
      const head = crafted(page, { headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' }, body: '' })
      const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
      return [head, ...Array.from({ length: 64 }, () => chunk), '0\r\n\r\n']
    },
  },
  {
    what: 'a source that is too large',
    status: 413,
    bytes: page => edit(page, { text: `title: ${'\u00fc'.repeat(sourceLimits.fileSize / 2)}\n` }),
  },
  {
    what: 'headers without an end',
    status: [0, 431],
    bytes: page => `GET /api/project HTTP/1.1\r\nhost: 127.0.0.1:${page.port}\r\n${'x: y\r\n'.repeat(20_000)}\r\n`,
  },
  {
    what: 'a request that hides another one: both lengths',
    status: 400,
    bytes: page => crafted(page, { headers: { 'transfer-encoding': 'chunked' }, body: `0\r\n\r\n${crafted(page)}` }),
  },
  {
    what: 'a request that hides another one: two lengths',
    status: 400,
    bytes: page => crafted(page, { headers: { 'Content-Length': '3' } }),
  },
  {
    what: 'a request that hides another one: an odd encoding',
    status: 400,
    bytes: page =>
      crafted(page, { headers: { 'content-length': undefined, 'transfer-encoding': 'xchunked' }, body: crafted(page) }),
  },
  {
    what: 'a request that hides another one: a line feed alone',
    status: 400,
    bytes: page => `GET / HTTP/1.1\nhost: 127.0.0.1:${page.port}\n\n`,
  },
  {
    what: 'a request that hides another one: a space before the colon',
    status: 400,
    bytes: page => crafted(page).replace('content-length:', 'content-length :'),
  },
  { what: 'another protocol', status: 400, bytes: () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' },
  {
    what: 'an upgrade to a socket',
    status: 401,
    bytes: page =>
      get(page, '/api/events', {
        headers: { authorization: undefined, connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-key': 'x' },
      }),
  },
  { what: 'a revision that is an option', status: 422, bytes: page => get(page, '/api/changes?base=--output=/tmp/x') },
  { what: 'an unknown path', status: 404, bytes: page => get(page, '/api/secrets') },
]

test('refuses each of the hostile requests, and changes no file', async () => {
  const { outer, cwd } = await twoFolders()
  const page = await studioAt({ cwd, args: ['--no-cache'] })
  const { hash } = (await page.get(`/api/source?file=${file}`)).data
  const before = snapshot(outer)
  const unexpected: unknown[] = []
  for (const { what, status, bytes } of attacks) {
    const sent = bytes({ ...page, hash })
    const answer = await sendRaw(page.port, typeof sent === 'string' ? [sent] : sent)
    const got = statusOf(answer)
    const isRefused = [status].flat().includes(got) && countAnswers(answer) <= 1
    // A page whose edit is refused because of another text gets that text.
    const isLeak = got !== 409 && answer.includes('title: Refund')
    if (!isRefused || isLeak || /access-control/i.test(answer)) unexpected.push([what, answer.slice(0, 300)])
    if (!isDeepStrictEqual(snapshot(outer), before)) unexpected.push([what, 'changed a file'])
  }
  expect(unexpected).toEqual([])
  expect(attacks.length).toBeGreaterThan(100)
  // The server is as well as before.
  expect((await page.post('/api/edit', { file, hash, text: source.replace('3', '4') })).status).toBe(200)
})

test('sends the headers that protect the page', async () => {
  const { cwd } = await twoFolders()
  const page = await studioAt({ cwd })
  const answers = await Promise.all(
    ['/', '/api/project'].map(path => sendRaw(page.port, [get({ ...page, hash: '' }, path)])),
  )
  for (const answer of answers) {
    const headers = answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase()
    expect(headers).toContain("content-security-policy: default-src 'none'")
    expect(headers).toContain("frame-ancestors 'none'")
    expect(headers).toContain('x-content-type-options: nosniff')
    expect(headers).toContain('referrer-policy: no-referrer')
    expect(headers).toContain('cache-control: no-store')
    expect(headers).toContain('cross-origin-opener-policy: same-origin')
    expect(headers).toContain('cross-origin-resource-policy: same-origin')
    expect(headers).not.toContain('unsafe-inline')
    expect(headers).not.toContain('access-control')
  }
})

test('does not follow a folder that is swapped for a link between check and write', async () => {
  const { outer, cwd } = await twoFolders()
  const page = await studioAt({ cwd })
  const { hash } = (await page.get(`/api/source?file=${file}`)).data
  const outsideFile = join(outer, 'other/refund.scenario.yaml')
  // The same text, so that the hash fits.
  writeFileSync(outsideFile, source)
  const checked = await page.post('/api/check-edit', { file, hash, text: 'title: lost\n' })
  expect(checked.status).toBe(200)
  renameSync(join(cwd, 'scenarios'), join(cwd, 'moved'))
  symlinkSync(join(outer, 'other'), join(cwd, 'scenarios'))
  expect((await page.post('/api/edit', { file, hash, text: 'title: lost\n' })).status).toBe(404)
  expect((await page.post('/api/create', { file: 'scenarios/n.scenario.yaml', text: source })).status).toBe(422)
  rmSync(join(cwd, 'scenarios'))
  renameSync(join(cwd, 'moved'), join(cwd, 'scenarios'))
  // And while requests are under way.
  const swap = () => {
    rmSync(join(cwd, file))
    symlinkSync(outsideFile, join(cwd, file))
  }
  const sent = page.post('/api/edit', {
    file,
    hash,
    changes: [{ kind: 'set', path: ['scenario', 'title'], value: 'Lost' }],
  })
  setImmediate(swap)
  await sent
  expect(readFileSync(outsideFile, 'utf8')).toBe(source)
  expect(readdirSync(join(outer, 'other')).toSorted()).toEqual(['a', 'refund.scenario.yaml', 'secret.scenario.yaml'])
})

/** Starts the server of a studio in this process. */
async function serverAt(
  cwd: string,
  {
    onError,
    limits,
    signal = new AbortController().signal,
    ...changes
  }: Partial<Studio> &
    Pick<Parameters<typeof serveStudio>[1], 'onError' | 'limits'> & { readonly signal?: AbortSignal },
) {
  const streams = { stdout: { write: () => {} }, stderr: { write: () => {} }, stdin: {} }
  const invocation = silentInvocation({
    terminal: processTerminal(streams, {}),
    cwd,
    env: {},
    signal,
    stdin: () => process.stdin,
    pause: async () => {},
  })
  const { studio, end } = await openStudio({ invocation, options: { cache: false }, isReadOnly: false, onError })
  onTestFinished(end)
  const options = { port: 0, token: 'token', onError, ...(limits && { limits }) }
  const server = await serveStudio({ ...studio, ...changes }, options)
  onTestFinished(() => server.close())
  return { port: server.port, token: 'token', hash: '0'.repeat(64), close: () => server.close() }
}

const onError = (error: unknown) => {
  throw error
}

function promised() {
  let resolve = () => {}
  const promise = new Promise<void>(done => {
    resolve = done
  })
  return { promise, resolve }
}

test('ends slow headers and slow bodies', async () => {
  const { outer, cwd } = await twoFolders()
  const page = await serverAt(cwd, { onError, limits: { headersMs: 50, requestMs: 60, connections: 3 } })
  const before = snapshot(outer)
  const slow = await Promise.all([
    sendRaw(page.port, ['GET / HTTP/1.1\r\nhost: ']),
    sendRaw(page.port, [crafted(page).slice(0, -5)]),
    sendRaw(page.port, [crafted(page, { body: '', headers: { 'content-length': '100' } })]),
  ])
  expect(slow.map(statusOf)).toEqual([408, 408, 408])
  expect(snapshot(outer)).toEqual(before)
})

test('closes more connections than allowed, and answers on the others', async () => {
  const { cwd } = await twoFolders()
  const page = await serverAt(cwd, { onError, limits: { headersMs: 600_000, requestMs: 600_000, connections: 3 } })
  const request = get(page, '/api/project')
  const allowed = [1, 2, 3].map(() => openRaw(page.port, [request.slice(0, 9)]))
  await Promise.all(allowed.map(({ connected }) => connected))
  const more = await Promise.all([1, 2, 3].map(() => sendRaw(page.port, [request])))
  expect(more.map(statusOf)).toEqual([0, 0, 0])
  for (const { write } of allowed) write(request.slice(9))
  const answers = await Promise.all(allowed.map(({ answer }) => answer))
  expect(answers.map(statusOf)).toEqual([200, 200, 200])
})

test('what Ctrl-C ends has no answer, and is no bug', async () => {
  const { cwd } = await twoFolders()
  const { promise: begun, resolve: begin } = promised()
  const controller = new AbortController()
  const { signal } = controller
  const live = () =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      begin()
    })
  const page = await serverAt(cwd, { onError, signal, live })
  const answer = sendRaw(page.port, [get(page, '/api/project')])
  await begun
  controller.abort(130)
  expect(statusOf(await answer)).toBe(0)
})

test('a server is closed when nothing is done for a request any more', async () => {
  const { cwd } = await twoFolders()
  const [{ promise: begun, resolve: begin }, { promise: released, resolve: release }] = [promised(), promised()]
  const live = async (): Promise<never> => {
    begin()
    await released
    throw new HttpError(404, 'path', 'it is over')
  }
  const page = await serverAt(cwd, { onError, live })
  const answer = sendRaw(page.port, [get(page, '/api/project')])
  await begun
  let isClosed = false
  const closed = page.close().then(() => {
    isClosed = true
  })
  expect(statusOf(await answer)).toBe(0)
  await new Promise(setImmediate)
  expect(isClosed).toBe(false)
  release()
  await closed
})

test('reports a bug that a request finds, also after its body was read', async () => {
  const { cwd } = await twoFolders()
  const errors: unknown[] = []
  const bug = new Error('a bug')
  const page = await serverAt(cwd, { onError: error => errors.push(error), live: () => Promise.reject(bug) })
  for (const bytes of [get(page, '/api/project'), create(page, 'scenarios/new.scenario.yaml')]) {
    expect(statusOf(await sendRaw(page.port, [bytes]))).toBe(500)
  }
  expect(errors).toEqual([bug, bug])
})
