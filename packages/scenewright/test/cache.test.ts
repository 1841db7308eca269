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

/** Two scenarios: a process checks them in a quarter of the time that an example bot takes. */
const small = Object.fromEntries(
  [
    ['hours', 'when do you open', 'what are the opening hours', 'how long are you open today'],
    ['refund', 'where is my refund', 'when do I get my money back', 'my refund has not arrived'],
  ].map(([name, ...examples]) => [
    `scenarios/${name}.scenario.yaml`,
    `title: ${name}
trigger_description: All about ${name}.
examples:
${examples.map(example => `  - ${example}\n`).join('')}flow: { nodes: { answer: { text: Hello, next: done }, done: END } }
`,
  ]),
)

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
  const [cwd, elsewhere] = [await folderWith(small), await folderWith({})]
  await scenewrightProcess(['check', '--no-cache'], { cwd })
  expect(existsSync(join(cwd, '.scenewright'))).toBe(false)
  const env = { SCENEWRIGHT_CACHE: join(elsewhere, 'deep/cache') }
  expect(await scenewrightProcess(['check'], { cwd, env })).toMatchObject({ code: 0 })
  expect(existsSync(join(cwd, '.scenewright'))).toBe(false)
  expect(packs(env.SCENEWRIGHT_CACHE)).toHaveLength(4)
})

test('a changed source is noticed, also after the cache was truncated', async () => {
  const cwd = await folderWith(small)
  await scenewrightProcess(['check'], { cwd })
  writeFileSync(join(cwd, 'scenarios/new.scenario.yaml'), 'title: [')
  expect(await scenewrightProcess(['check'], { cwd })).toMatchObject({ code: 1 })
  for (const name of packs(cacheOf(cwd))) truncateSync(join(cacheOf(cwd), name), 100)
  expect(await scenewrightProcess(['check'], { cwd })).toMatchObject({ code: 1 })
})

test('trigger evaluations are cached, until one of the triggers changes', async () => {
  const cwd = await folderWith(small)
  const kept = () =>
    packs(cacheOf(cwd))
      .filter(name => name.startsWith('evaluated-'))
      .map(hashOf)
  const hashOf = (name: string) => textHash(readFileSync(join(cacheOf(cwd), name), 'latin1'))
  const file = join(cwd, 'scenarios/hours.scenario.yaml')
  const text = readFileSync(file, 'utf8')
  await scenewrightProcess(['check'], { cwd })
  const first = kept()
  expect(first).toHaveLength(1)
  writeFileSync(file, text.replace('next: ', 'next:  '))
  await scenewrightProcess(['check'], { cwd })
  expect(kept()).toEqual(first)
  writeFileSync(file, text.replace('examples:\n', 'examples:\n  - are you open on Sunday\n'))
  await scenewrightProcess(['check'], { cwd })
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
