import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { folderWith, type Outcome } from '../run.ts'

const packageFolder = fileURLToPath(new URL('../../', import.meta.url))
const serviceFolder = fileURLToPath(new URL('../../../scenewright-service/', import.meta.url))
const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
const install = `npm install --save-dev scenewright-service@${version}`

test('without the package of the local service its commands say how to get it, and the others work', async () => {
  const project = await installed()
  const outcome = await run(project, init(project))
  expect(outcome).toMatchObject({ code: 2, stdout: '' })
  expect(outcome.stderr).toContain(install)
  expect((await run(project, ['service', 'start'])).stderr).toContain(install)
  expect(await run(project, ['service', 'init', '--help'])).toMatchObject({ code: 0 })
  expect(await run(project, ['init', 'bot'])).toMatchObject({ code: 0 })
  expect(await run(join(project, 'bot'), ['check'], project)).toMatchObject({ code: 0 })
})

test('a local service of another version is named with its version and the command that fixes it', async () => {
  const project = await installed()
  addService(project, { manifest: { name: 'scenewright-service', version: '9.9.9' } })
  const { code, stderr } = await run(project, init(project))
  expect(code).toBe(2)
  for (const hint of ['9.9.9', version, install]) expect(stderr).toContain(hint)
})

test.each([
  ['has lost its files', {}, 'service.cjs'],
  ['has lost a dependency', { dependencies: { '@electric-sql/pglite': '0.0.0' } }, '@electric-sql/pglite'],
])('a local service that %s is reported with the reason', async (_name, fields, reason) => {
  const project = await installed()
  addService(project, { manifest: { name: 'scenewright-service', version, ...fields } })
  const { code, stderr } = await run(project, init(project))
  expect(code).toBe(2)
  for (const hint of ['cannot be loaded', reason, 'npm uninstall scenewright-service', install])
    expect(stderr).toContain(hint)
  expect(stderr).not.toContain('    at ')
  const debug = await run(project, init(project), project, { SCENEWRIGHT_DEBUG: '1' })
  expect(debug.stderr).toContain('    at ')
})

test('a command line that is installed elsewhere uses the local service of the current project', async () => {
  const elsewhere = await installed()
  const project = await folderWith({ 'package.json': '{}' })
  addService(project)
  const { code, stdout } = await run(project, init(project), elsewhere)
  expect({ code, key: JSON.parse(stdout).api_key }).toEqual({ code: 0, key: expect.stringMatching(/^sk_/) })
  // What the command line has beside it does not count if its version is another.
  addService(elsewhere, { manifest: { name: 'scenewright-service', version: '9.9.9' } })
  const { stderr } = await run(project, init(project, 'nobody'), elsewhere)
  expect(stderr).toContain('"nobody" is not a valid e-mail address')
})

test('the compiled code of the local service is kept beside it, and replaced if it is damaged', async () => {
  const project = await installed()
  const folder = join(project, 'node_modules/scenewright-service')
  for (const part of ['package.json', 'dist'])
    cpSync(join(serviceFolder, part), join(folder, part), { recursive: true })
  symlinkSync(join(serviceFolder, 'node_modules'), join(folder, 'node_modules'))
  const dist = join(folder, 'dist')
  const caches = () => readdirSync(dist).filter(name => name.endsWith('.cache'))
  for (const name of caches()) rmSync(join(dist, name))
  const start = async (email: string) => expect(await run(project, init(project, email))).toMatchObject({ code: 0 })
  await start('first@example.com')
  expect(caches()).toEqual([expect.stringMatching(/^service\.cjs\.[0-9a-f]+\.cache$/)])
  const [cache = ''] = caches()
  writeFileSync(join(dist, cache), 'damaged')
  await start('second@example.com')
  expect(readFileSync(join(dist, cache)).length).toBeGreaterThan(100_000)
})

function init(project: string, email = 'me@example.com'): readonly string[] {
  return ['service', 'init', '--data', join(project, 'data'), '--email', email, '--format', 'json']
}

/** A folder with the command line in its node_modules, as npm would install it, and nothing else. */
async function installed(): Promise<string> {
  const project = await folderWith({ 'package.json': '{}' })
  const folder = join(project, 'node_modules/scenewright')
  mkdirSync(folder, { recursive: true })
  for (const part of ['package.json', 'bin']) cpSync(join(packageFolder, part), join(folder, part), { recursive: true })
  symlinkSync(join(packageFolder, 'dist'), join(folder, 'dist'))
  return project
}

/** Adds the local service to the project: the built one, or a package that has a manifest alone. */
function addService(project: string, { manifest }: { readonly manifest?: object } = {}): void {
  const folder = join(project, 'node_modules/scenewright-service')
  mkdirSync(join(project, 'node_modules'), { recursive: true })
  if (manifest === undefined) {
    symlinkSync(serviceFolder, folder)
  } else {
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  }
}

/** Runs the command line that is installed in `home`. */
function run(cwd: string, args: readonly string[], home = cwd, env: Record<string, string> = {}): Promise<Outcome> {
  const bin = join(home, 'node_modules/scenewright/bin/scenewright.cjs')
  return new Promise(resolve => {
    const options = { cwd, env: { PATH: process.env.PATH, HOME: home, ...env } }
    const child = execFile(process.execPath, [bin, ...args], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
}
