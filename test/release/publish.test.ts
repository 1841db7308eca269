import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { folderWith, root } from './scripts.ts'

interface Registry {
  readonly url: string
  /** The integrity of each version that was published, by `name@version`, in their order. */
  readonly published: Map<string, string>
  /** The tag that each name was last published with. */
  readonly tags: Map<string, string>
  /** Names whose publish the registry refuses. */
  readonly broken: Set<string>
}

/** As much of the registry's protocol as publishing needs; npm itself is the real one. */
async function startRegistry(): Promise<Registry> {
  const registry = { published: new Map(), tags: new Map(), broken: new Set<string>() }
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent((request.url ?? '/').slice(1).split('?')[0] ?? '')
    const reply = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.method === 'PUT') {
      if (registry.broken.has(name)) return reply(500, { error: 'out of order' })
      const document = JSON.parse(await bodyOf(request))
      for (const [version, { dist }] of Object.entries<{ dist: { integrity: string } }>(document.versions))
        registry.published.set(`${name}@${version}`, dist.integrity)
      for (const tag of Object.keys(document['dist-tags'])) registry.tags.set(name, tag)
      return reply(200, { ok: true })
    }
    const versions = [...registry.published].filter(([key]) => key.startsWith(`${name}@`))
    if (versions.length === 0) return reply(404, { error: 'Not found' })
    const entries = versions.map(([key, integrity]) => {
      const version = key.slice(name.length + 1)
      return [version, { name, version, dist: { integrity, tarball: `${url}${name}/-/${name}-${version}.tgz` } }]
    })
    return reply(200, { name, 'dist-tags': {}, versions: Object.fromEntries(entries) })
  })
  afterAll(() => new Promise(resolve => server.close(resolve)))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
  return { url, ...registry }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

/** A folder as `release:check --out` writes it, with a small tarball for each package. */
function releaseOf(version: string, names: readonly string[] = ['tool-service', 'tool']): string {
  const packages = names.map(name => {
    const source = folderWith({ 'package/package.json': JSON.stringify({ name, version }) })
    const tarball = join(source, 'a.tgz')
    execFileSync('tar', ['-czf', tarball, '-C', source, 'package'])
    const content = readFileSync(tarball)
    const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`
    return { name, version, file: `${name}-${version}.tgz`, integrity, content }
  })
  const folder = folderWith({
    'release.json': JSON.stringify(packages.map(({ content: _content, ...item }) => item)),
  })
  for (const { file, content } of packages) writeFileSync(join(folder, file), content)
  return folder
}

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function run(file: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return new Promise(resolve => {
    const setting = { PATH: process.env.PATH, HOME: cwd, ...env }
    execFile(file, args, { cwd, env: setting }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })
}

function publish(folder: string, { url }: Registry, ...args: readonly string[]): Promise<Outcome> {
  const npmrc = `registry=${url}\n//${new URL(url).host}/:_authToken=a\nfetch-retries=0\nupdate-notifier=false\n`
  const home = folderWith({ '.npmrc': npmrc })
  return run(process.execPath, [join(root, 'scripts/release/publish.mjs'), folder, ...args], home)
}

describe('publishing', () => {
  const first = releaseOf('1.2.3')

  test('publishes each tarball unchanged, in order; a second run publishes nothing', async () => {
    const registry = await startRegistry()
    const outcome = await publish(first, registry)
    expect(outcome, outcome.stderr).toMatchObject({ code: 0 })
    const packed = JSON.parse(readFileSync(join(first, 'release.json'), 'utf8'))
    expect([...registry.published]).toEqual(
      packed.map((item: { name: string; integrity: string }) => [`${item.name}@1.2.3`, item.integrity]),
    )
    expect([...registry.tags.values()]).toEqual(['latest', 'latest'])
    const again = await publish(first, registry)
    expect(again).toMatchObject({
      code: 0,
      stdout: 'tool-service@1.2.3 is already published\ntool@1.2.3 is already published\n',
    })
  })

  test('a run after an interrupted one publishes the rest', async () => {
    const registry = await startRegistry()
    registry.broken.add('tool')
    expect(await publish(first, registry)).toMatchObject({ code: 1 })
    expect([...registry.published.keys()]).toEqual(['tool-service@1.2.3'])
    registry.broken.clear()
    const again = await publish(first, registry)
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('tool-service@1.2.3 is already published') })
    expect([...registry.published.keys()]).toEqual(['tool-service@1.2.3', 'tool@1.2.3'])
  })

  test('a version that was published with other contents stops the run before anything is published', async () => {
    const registry = await startRegistry()
    registry.published.set('tool@1.2.3', 'sha512-other')
    const outcome = await publish(first, registry)
    expect(outcome).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^tool@1\.2\.3 .*other contents.*\n.*re-run/),
    })
    expect([...registry.published.keys()]).toEqual(['tool@1.2.3'])
  })

  test('a pre-release does not become the latest', async () => {
    const registry = await startRegistry()
    expect(await publish(releaseOf('2.0.0-rc.1', ['tool']), registry)).toMatchObject({ code: 0 })
    expect([...registry.tags.values()]).toEqual(['next'])
  })

  test('an npm that cannot be a trusted publisher is rejected before anything is published', async () => {
    const registry = await startRegistry()
    const old = folderWith({ npm: '#!/bin/bash\necho 11.5.0\n' })
    chmodSync(join(old, 'npm'), 0o755)
    const script = join(root, 'scripts/release/publish.mjs')
    const env = { PATH: [old, process.env.PATH].join(delimiter) }
    const outcome = await run(process.execPath, [script, first, '--provenance'], old, env)
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('11.5.1 or newer') })
    expect(registry.published.size).toBe(0)
  })
})
