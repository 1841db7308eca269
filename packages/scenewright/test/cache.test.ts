import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { textHash } from '@scenewright/model/text-hash'
import { expect, onTestFinished, test } from 'vitest'
import { bin, copyOf, folderWith, scenewright, scenewrightProcess } from './run.ts'

const cacheOf = (folder: string) => join(folder, '.scenewright/cache')

function packs(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.pack')) : []
}

test('check and simulate write a cache, and print the same with and without it', async () => {
  const clinic = await copyOf('clinic')
  const calls = [
    ['check', '--format', 'json'],
    ['simulate', 'как вызвать врача на дом', '--format', 'json'],
  ]
  for (const call of calls) {
    const without = await scenewrightProcess([...call, '--no-cache'], { cwd: clinic })
    expect(without.code).toBe(0)
    const first = await scenewrightProcess(call, { cwd: clinic })
    const second = await scenewrightProcess(call, { cwd: clinic })
    expect([first, second]).toEqual([without, without])
  }
  const names = packs(cacheOf(clinic)).map(name => name.replace(/-.*/, ''))
  expect(names).toEqual(['check', 'compile', 'evaluated', 'report', 'triggers'])
})

test('--no-cache leaves nothing behind, and SCENEWRIGHT_CACHE names another folder', async () => {
  const [clinic, elsewhere] = [await copyOf('clinic'), await folderWith({})]
  await scenewrightProcess(['check', '--no-cache'], { cwd: clinic })
  expect(existsSync(join(clinic, '.scenewright'))).toBe(false)
  const env = { SCENEWRIGHT_CACHE: join(elsewhere, 'deep/cache') }
  expect(await scenewrightProcess(['check'], { cwd: clinic, env })).toMatchObject({ code: 0 })
  expect(existsSync(join(clinic, '.scenewright'))).toBe(false)
  expect(packs(env.SCENEWRIGHT_CACHE)).toHaveLength(4)
})

test('a changed source is noticed, also after the cache was truncated', async () => {
  const clinic = await copyOf('clinic')
  await scenewrightProcess(['check'], { cwd: clinic })
  writeFileSync(join(clinic, 'scenarios/new.scenario.yaml'), 'title: [')
  expect(await scenewrightProcess(['check'], { cwd: clinic })).toMatchObject({ code: 1 })
  for (const name of packs(cacheOf(clinic))) truncateSync(join(cacheOf(clinic), name), 100)
  expect(await scenewrightProcess(['check'], { cwd: clinic })).toMatchObject({ code: 1 })
})

test('trigger evaluations are cached, until one of the triggers changes', async () => {
  const clinic = await copyOf('clinic')
  const kept = () =>
    packs(cacheOf(clinic))
      .filter(name => name.startsWith('evaluated-'))
      .map(hashOf)
  const hashOf = (name: string) => textHash(readFileSync(join(cacheOf(clinic), name), 'latin1'))
  const file = join(clinic, 'scenarios/visit/hours-and-address.scenario.yaml')
  const text = readFileSync(file, 'utf8')
  await scenewrightProcess(['check'], { cwd: clinic })
  const first = kept()
  expect(first).toHaveLength(1)
  writeFileSync(file, text.replace('next: ', 'next:  '))
  await scenewrightProcess(['check'], { cwd: clinic })
  expect(kept()).toEqual(first)
  writeFileSync(file, text.replace('examples:\n', 'examples:\n  - а когда вы открыты\n'))
  await scenewrightProcess(['check'], { cwd: clinic })
  expect(kept()).toHaveLength(1)
  expect(kept()).not.toEqual(first)
})

test('processes that share a cache, and one that is killed, do not affect each other', async () => {
  const clinic = await copyOf('clinic')
  const alone = await scenewrightProcess(['check', '--format', 'json', '--no-cache'], { cwd: clinic })
  const killed = spawn(bin, ['check'], { cwd: clinic, stdio: 'ignore', env: { HOME: clinic, PATH: process.env.PATH } })
  const writes = setInterval(() => existsSync(cacheOf(clinic)) && killed.kill('SIGKILL'), 1)
  const together = await Promise.all(
    Array.from({ length: 3 }, () => scenewrightProcess(['check', '--format', 'json'], { cwd: clinic })),
  )
  clearInterval(writes)
  for (const outcome of together) expect(outcome).toEqual(alone)
  expect(await scenewrightProcess(['check', '--format', 'json'], { cwd: clinic })).toEqual(alone)
})

test('many sources are shared among threads, and the report is that of one', async () => {
  const config = (sources: string) => `{ sources: ${sources}, rules: { trigger/*: off } }\n`
  const total = 1000
  const root = await folderWith({ 'all.yaml': config('[a, b]'), 'a.yaml': config('[a]'), 'b.yaml': config('[b]') })
  for (let index = 0; index < total; index += 1) {
    const folder = join(root, index < total / 2 ? 'a' : 'b')
    mkdirSync(folder, { recursive: true })
    const next = index % 7 === 0 ? 'dnoe' : 'done'
    writeFileSync(join(folder, `${index}.scenario.yaml`), source(index, next))
  }
  let threads = 1
  const count = () => {
    threads += 1
  }
  process.on('worker', count)
  onTestFinished(() => void process.off('worker', count))
  const check = async (config: string, ...more: readonly string[]) => {
    threads = 1
    const args = ['check', '--config', config, '--format', 'json', ...more]
    const { stdout } = await scenewright(args, { cwd: root, threadsFrom: total })
    return { stdout, threads, findings: JSON.parse(stdout).findings }
  }
  const whole = await check('all.yaml', '--no-cache')
  const halves = [await check('a.yaml', '--no-cache'), await check('b.yaml', '--no-cache')]
  expect(whole.threads).toBe(availableParallelism())
  expect(halves.map(half => half.threads)).toEqual([1, 1])
  expect(whole.findings).toHaveLength(Math.ceil(total / 7))
  expect(whole.findings).toEqual(halves.flatMap(half => half.findings))
  const written = await check('all.yaml')
  expect(written).toEqual(whole)
  const read = await check('all.yaml')
  expect(read).toEqual({ ...whole, threads: 1 })
})

function source(index: number, next: string): string {
  const node = `hello: { text: Hello, next: ${next} }`
  return `title: Case ${index}\ntrigger_description: Case ${index}.\nflow: { nodes: { ${node}, done: END } }\n`
}
