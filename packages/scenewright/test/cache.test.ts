import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bin, copyOf, folderWith, type Outcome, scenewrightProcess as scenewright } from './run.ts'

const cacheOf = (folder: string) => join(folder, '.scenewright/cache')

function packs(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.pack')) : []
}

test('check and simulate leave a cache, and say the same with it and without it', async () => {
  const clinic = await copyOf('clinic')
  const calls = [
    ['check', '--format', 'json'],
    ['simulate', 'как вызвать врача на дом', '--format', 'json'],
  ]
  for (const call of calls) {
    const without = await scenewright([...call, '--no-cache'], { cwd: clinic })
    expect(without.code).toBe(0)
    const first = await scenewright(call, { cwd: clinic })
    const second = await scenewright(call, { cwd: clinic })
    expect([first, second]).toEqual([without, without])
  }
  expect(packs(cacheOf(clinic)).map(name => name.replace(/-.*/, ''))).toEqual(['check', 'compile', 'report', 'trials'])
})

test('--no-cache leaves nothing behind, and SCENEWRIGHT_CACHE names another folder', async () => {
  const [clinic, elsewhere] = [await copyOf('clinic'), await folderWith({})]
  await scenewright(['check', '--no-cache'], { cwd: clinic })
  expect(existsSync(join(clinic, '.scenewright'))).toBe(false)
  const env = { SCENEWRIGHT_CACHE: join(elsewhere, 'deep/cache') }
  expect(await scenewright(['check'], { cwd: clinic, env })).toMatchObject({ code: 0 })
  expect(existsSync(join(clinic, '.scenewright'))).toBe(false)
  expect(packs(env.SCENEWRIGHT_CACHE)).toHaveLength(3)
})

test('a change of a source shows, also after the cache was cut short', async () => {
  const clinic = await copyOf('clinic')
  await scenewright(['check'], { cwd: clinic })
  writeFileSync(join(clinic, 'scenarios/new.scenario.yaml'), 'title: [')
  expect(await scenewright(['check'], { cwd: clinic })).toMatchObject({ code: 1 })
  for (const name of packs(cacheOf(clinic))) truncateSync(join(cacheOf(clinic), name), 100)
  expect(await scenewright(['check'], { cwd: clinic })).toMatchObject({ code: 1 })
})

test('what the triggers lead to is tried once, until one of them says something else', async () => {
  const clinic = await copyOf('clinic')
  const kept = () => packs(cacheOf(clinic)).filter(name => name.startsWith('trials-'))
  const file = join(clinic, 'scenarios/visit/hours-and-address.scenario.yaml')
  const text = readFileSync(file, 'utf8')
  await scenewright(['check'], { cwd: clinic })
  const [first] = kept()
  writeFileSync(file, text.replace('next: ', 'next:  '))
  await scenewright(['check'], { cwd: clinic })
  expect(kept()).toEqual([first])
  writeFileSync(file, text.replace('examples:\n', 'examples:\n  - а когда вы открыты\n'))
  await scenewright(['check'], { cwd: clinic })
  expect(kept()).toHaveLength(2)
})

test('processes that share a cache, and one that is killed, do each other no harm', async () => {
  const clinic = await copyOf('clinic')
  const alone = await scenewright(['check', '--format', 'json', '--no-cache'], { cwd: clinic })
  const killed = spawn(bin, ['check'], { cwd: clinic, stdio: 'ignore', env: { HOME: clinic, PATH: process.env.PATH } })
  const writes = setInterval(() => existsSync(cacheOf(clinic)) && killed.kill('SIGKILL'), 1)
  const together = await Promise.all(
    Array.from({ length: 6 }, () => scenewright(['check', '--format', 'json'], { cwd: clinic })),
  )
  clearInterval(writes)
  for (const outcome of together) expect(outcome).toEqual(alone)
  expect(await scenewright(['check', '--format', 'json'], { cwd: clinic })).toEqual(alone)
})

test('many sources are shared among threads, and the report is that of one', async () => {
  const [all, ...halfConfigs] = ['[a, b]', '[a]', '[b]'].map(
    sources => `{ sources: ${sources}, rules: { trigger/*: off } }\n`,
  )
  const root = await folderWith({
    'all.yaml': all ?? '',
    'a.yaml': halfConfigs[0] ?? '',
    'b.yaml': halfConfigs[1] ?? '',
  })
  const total = 8200
  for (let index = 0; index < total; index += 1) {
    const folder = join(root, index < total / 2 ? 'a' : 'b')
    mkdirSync(folder, { recursive: true })
    const next = index % 7 === 0 ? 'dnoe' : 'done'
    writeFileSync(join(folder, `${index}.scenario.yaml`), source(index, next))
  }
  const found = ({ stdout }: Outcome) => JSON.parse(stdout).findings
  const check = (config: string, ...more: readonly string[]) =>
    scenewright(['check', '--config', config, '--format', 'json', ...more], { cwd: root })
  const whole = await check('all.yaml', '--no-cache')
  const halves = await Promise.all([check('a.yaml', '--no-cache'), check('b.yaml', '--no-cache')])
  expect(found(whole)).toHaveLength(Math.ceil(total / 7))
  expect(found(whole)).toEqual(halves.flatMap(found))
  expect((await check('all.yaml')).stdout).toBe(whole.stdout)
  expect((await check('all.yaml')).stdout).toBe(whole.stdout)
})

function source(index: number, next: string): string {
  const node = `hello: { text: Hello, next: ${next} }`
  return `title: Case ${index}\ntrigger_description: Case ${index}.\nflow: { nodes: { ${node}, done: END } }\n`
}
