import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bin, copyOf, folderWith, type Outcome, scenewright } from './run.ts'

const cacheOf = (folder: string) => join(folder, '.scenewright/cache')

function packs(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.pack')) : []
}

test('check and simulate leave a cache, and say the same with it and without it', async () => {
  const shop = await copyOf('shop')
  const calls = [
    ['check', '--format', 'json'],
    ['simulate', 'How long is the warranty?', '--format', 'json'],
  ]
  for (const call of calls) {
    const without = await scenewright([...call, '--no-cache'], { cwd: shop })
    expect(without.code).toBe(0)
    const first = await scenewright(call, { cwd: shop })
    const second = await scenewright(call, { cwd: shop })
    expect([first, second]).toEqual([without, without])
  }
  expect(packs(cacheOf(shop)).map(name => name.replace(/-.*/, ''))).toEqual(['check', 'compile'])
})

test('--no-cache leaves nothing behind, and SCENEWRIGHT_CACHE names another folder', async () => {
  const [shop, elsewhere] = [await copyOf('shop'), await folderWith({})]
  await scenewright(['check', '--no-cache'], { cwd: shop })
  expect(existsSync(join(shop, '.scenewright'))).toBe(false)
  const env = { SCENEWRIGHT_CACHE: join(elsewhere, 'deep/cache') }
  expect(await scenewright(['check'], { cwd: shop, env })).toMatchObject({ code: 0 })
  expect(existsSync(join(shop, '.scenewright'))).toBe(false)
  expect(packs(env.SCENEWRIGHT_CACHE)).toHaveLength(1)
})

test('a change of a source shows, also after the cache was cut short', async () => {
  const shop = await copyOf('shop')
  await scenewright(['check'], { cwd: shop })
  writeFileSync(join(shop, 'scenarios/new.scenario.yaml'), 'title: [')
  expect(await scenewright(['check'], { cwd: shop })).toMatchObject({ code: 1 })
  for (const name of packs(cacheOf(shop))) truncateSync(join(cacheOf(shop), name), 100)
  expect(await scenewright(['check'], { cwd: shop })).toMatchObject({ code: 1 })
})

test('processes that share a cache, and one that is killed, do each other no harm', async () => {
  const shop = await copyOf('shop')
  const alone = await scenewright(['check', '--format', 'json', '--no-cache'], { cwd: shop })
  const killed = spawn(bin, ['check'], { cwd: shop, stdio: 'ignore', env: { HOME: shop, PATH: process.env.PATH } })
  setTimeout(() => killed.kill('SIGKILL'), 60)
  const together = await Promise.all(
    Array.from({ length: 6 }, () => scenewright(['check', '--format', 'json'], { cwd: shop })),
  )
  for (const outcome of together) expect(outcome).toEqual(alone)
  expect(await scenewright(['check', '--format', 'json'], { cwd: shop })).toEqual(alone)
})

test('many sources are shared among threads, and the report is that of one', async () => {
  const root = await folderWith({})
  const total = 8200
  for (let index = 0; index < total; index += 1) {
    const folder = join(root, 'scenarios', index < total / 2 ? 'a' : 'b')
    mkdirSync(folder, { recursive: true })
    const next = index % 7 === 0 ? 'dnoe' : 'done'
    writeFileSync(join(folder, `${index}.scenario.yaml`), source(index, next))
  }
  const found = ({ stdout }: Outcome) => JSON.parse(stdout).findings
  const whole = await scenewright(['check', '--format', 'json', '--no-cache'], { cwd: root })
  const halves = await Promise.all(
    ['a', 'b'].map(name =>
      scenewright(['check', `scenarios/${name}`, '--format', 'json', '--no-cache'], { cwd: root }),
    ),
  )
  expect(found(whole)).toHaveLength(Math.ceil(total / 7))
  expect(found(whole)).toEqual(halves.flatMap(found))
  const kept = await scenewright(['check', '--format', 'json'], { cwd: root })
  expect(kept.stdout).toBe(whole.stdout)
  expect((await scenewright(['check', '--format', 'json'], { cwd: root })).stdout).toBe(whole.stdout)
})

function source(index: number, next: string): string {
  const node = `hello: { text: Hello, next: ${next} }`
  return `title: Case ${index}\ntrigger_description: Case ${index}.\nflow: { nodes: { ${node}, done: END } }\n`
}
