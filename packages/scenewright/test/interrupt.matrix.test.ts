import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { type FaultKind, type FaultProxy, startFaultProxy } from '../../deployer/test/crash/fault-proxy.ts'
import { type LocalService, localService } from './local-service.ts'
import { folderWith, scenewright } from './run.ts'

const bin = fileURLToPath(new URL('../bin/scenewright.cjs', import.meta.url))

let service: LocalService
let proxy: FaultProxy

beforeAll(async () => {
  service = await localService()
  proxy = await startFaultProxy(service.url)
})
afterAll(() => proxy.close())

const scenario = (name: string) => `title: ${name}
trigger_description: The customer asks.
examples: [What about ${name}?]
flow:
  nodes:
    wait: { text: A week., next: done }
    done: END
`

/**
 * Longer than the command waits for what is on its way, and short enough to be over soon. Of the 16 commands of the full
 * tier, which start at once, some take more than five seconds for a request on a busy machine.
 */
const timeoutMs = byTier({ once: 5000, full: 20_000 })

/** A project whose requests go through the proxy. */
async function place() {
  const made = await service.post('/bots', { name: 'Shop', gpt_model: 'llm_provider_d', primary_language: 'en' })
  const bot = String(made.unique_id)
  const cwd = await folderWith({
    'scenewright.config.yaml': [
      'bot: { primary_language: en }',
      'environments:',
      `  test: { url: "${proxy.url}", bot: ${bot}, timeout_ms: ${timeoutMs}, settle_ms: 0 }`,
    ].join('\n'),
    'scenarios/one.scenario.yaml': scenario('one'),
    'scenarios/two.scenario.yaml': scenario('two'),
  })
  const run = (...args: string[]) => scenewright(args, { cwd, env: service.env })
  expect((await run('state', 'init')).code).toBe(0)
  return { cwd, run, traffic: proxy.of(bot) }
}

type Place = Awaited<ReturnType<typeof place>>

/** Sends a signal while a request is on its way; promises the exit code. */
async function interrupted({ cwd, traffic }: Place, at: number, { signal, kind }: Case) {
  const env = { PATH: process.env.PATH, HOME: cwd, ...service.env }
  const child = spawn(process.execPath, [bin, 'apply', '--yes'], { cwd, env, stdio: 'ignore' })
  traffic.fault = { at, act: () => child.kill(signal), ...(kind !== undefined && { kind }) }
  const [code] = await once(child, 'exit')
  traffic.fault = undefined
  await traffic.idle()
  return code
}

/** What a person does: says what of the open creates the service shows, and waits for the rest to settle. */
async function goOn({ cwd, run, traffic }: Place): Promise<number | null> {
  const { scenarios } = JSON.parse(readFileSync(join(cwd, '.scenewright/state/test.json'), 'utf8'))
  for (const [key, entry] of Object.entries<{ intent?: { kind: string } }>(scenarios)) {
    if (entry.intent?.kind !== 'create') continue
    const made = [...traffic.records.values()].find(({ title }) => title === key)
    const answer = made === undefined ? ['--not-created'] : ['--created', made.unique_id]
    while ((await run('resolve', key, ...answer)).code !== 0) await setTimeout(100)
  }
  while ((await run('apply', '--yes')).code !== 0) await setTimeout(100)
  return (await run('plan', '--detailed-exitcode')).code
}

interface Case {
  readonly signal: 'SIGINT' | 'SIGTERM'
  /** Absent: the request is answered all the same. */
  readonly kind?: FaultKind
}

const cases: readonly (readonly [name: string, Case])[] = [
  ['Ctrl-C, and the answer arrives', { signal: 'SIGINT' }],
  ['a termination signal, and the answer arrives', { signal: 'SIGTERM' }],
  ['Ctrl-C, and no answer arrives', { signal: 'SIGINT', kind: 'a time-out, done' }],
  ['a termination signal, and nothing was done', { signal: 'SIGTERM', kind: 'a time-out, nothing done' }],
]

/** The four requests of a deploy; one for each case where they are not all tried. */
const requests = [1, 2, 3, 4]

// Two of them wait for seconds until the command gives up a request, or has to be ended.
test.concurrent.each(
  cases.map(
    ([name, one], index) => [name, one, byTier({ once: requests.slice(index, index + 1), full: requests })] as const,
  ),
)('%s: the command ends at any request, and the next apply continues', async (_name, one, points) => {
  await Promise.all(
    points.map(async at => {
      const project = await place()
      expect(await interrupted(project, at, one)).toBe(one.signal === 'SIGINT' ? 130 : 143)
      expect(await goOn(project)).toBe(0)
      expect([...project.traffic.records.values()].map(({ is_active }) => is_active)).toEqual([true, true])
      expect([...project.traffic.created].sort()).toEqual(['one', 'two'])
    }),
  )
})
