import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addEnvironment } from './deployed-bot.ts'
import { localService } from './local-service.ts'
import { bin, folderWith, scenewright } from './run.ts'

const isWindows = process.platform === 'win32'
const withoutFullDevice = !existsSync('/dev/full')

/** Runs a script in which `$0` is the built command line. */
function inShell(script: string, cwd: string, env = {}): Promise<{ readonly code: number; readonly stderr: string }> {
  return new Promise(resolve => {
    const child = execFile(
      'sh',
      ['-c', script, bin],
      { cwd, env: { ...process.env, ...env } },
      (_error, _out, stderr) => resolve({ code: child.exitCode ?? -1, stderr }),
    )
  })
}

// The limit has the effect of a full disk: a part of a write is accepted, and the next one fails.
test.skipIf(isWindows)('a result that does not fit into a file is an error', async () => {
  const cwd = await folderWith({})
  const { code, stderr } = await inShell('ulimit -f 1; "$0" explain --format json > rules.json', cwd)
  const size = statSync(join(cwd, 'rules.json')).size
  expect([512, 1024]).toContain(size)
  expect([code, stderr]).toEqual([3, expect.stringMatching(/^error: cannot write to standard output: it is too large/)])
})

test.skipIf(isWindows)('a result in a file is complete', async () => {
  const cwd = await folderWith({})
  expect(
    await inShell('"$0" explain --format json > a.json && "$0" explain --format json | cat > b.json', cwd),
  ).toEqual({
    code: 0,
    stderr: '',
  })
  expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(readFileSync(join(cwd, 'b.json'), 'utf8'))
})

test.skipIf(withoutFullDevice).each(['explain', '--help', 'explain --format json --quiet'])(
  '%s on a full device is an error',
  async call => {
    const { code, stderr } = await inShell(`"$0" ${call} > /dev/full`, await folderWith({}))
    expect([code, stderr.split('\n')[0]]).toEqual([3, 'error: cannot write to standard output: the disk is full'])
  },
)

test.skipIf(isWindows)('a reader that ends early is not an error', async () => {
  const script = '{ "$0" explain --format json; echo $? >&2; } | true'
  expect((await inShell(script, await folderWith({}))).stderr).toBe('0\n')
})

test.skipIf(isWindows).each([
  ['check --fail-on info', 1],
  ['check --fail-on off', 0],
  ['test', 1],
  ['test --format json', 1],
  ['fmt --check', 1],
  ['lab --replay messages.csv --min-right 100', 1],
  ['diff base scenarios --exit-code', 1],
])('the exit code of "%s" is its result also without a reader', async (call, code) => {
  const cwd = await folderWith({
    'scenarios/hours.scenario.yaml': scenario('opening hours').replace('title: ', 'title:   '),
    'scenarios/hours.test.yaml': 'triggers: [{ starts: none, messages: [tell me about opening hours] }]\n',
    'scenarios/long.test.yaml': `triggers:\n  - { starts: none, messages: [${'tell me about opening hours, '.repeat(5000)}x] }\n`,
    'messages.csv': 'text,expected\ngood day,hours\n',
    'base/hours.scenario.yaml': scenario('opening times'),
  })
  const { stderr } = await inShell(`{ "$0" ${call} --quiet; echo $? >&2; } | true`, cwd)
  expect(stderr).toMatch(new RegExp(`(?:^|\\n)${code}\\n$`))
})

const scenario = (topic: string) => `title: ${topic}
trigger_description: The customer asks about ${topic}.
examples: [tell me about ${topic}]
flow: { nodes: { answer: { text: 'This is ${topic}.', next: done }, done: END } }
`

/** A project of two scenarios, and a bot on the service that it deploys to. */
async function deployable() {
  const { url, env, post } = await localService()
  const bot = await post('/bots', { name: 'Shop', gpt_model: 'llm_provider_d', primary_language: 'en' })
  const cwd = await folderWith({
    'scenewright.config.yaml': 'bot: { primary_language: en }\n',
    'scenarios/hours.scenario.yaml': scenario('opening hours'),
    'scenarios/refunds.scenario.yaml': scenario('refunds'),
  })
  await addEnvironment(cwd, url, String(bot.unique_id))
  return { cwd, env, run: (...args: string[]) => scenewright(args, { cwd, env }) }
}

test.skipIf(isWindows).each(['text', 'json', 'ndjson'])(
  'a deploy continues without the reader of its output as %s, and keeps its exit code',
  async format => {
    const { cwd, run, env } = await deployable()
    expect((await run('state', 'init')).code).toBe(0)
    const apply = (...args: string[]) =>
      inShell(`{ "$0" apply --yes --quiet --format ${format} ${args.join(' ')}; echo $? >&2; } | true`, cwd, env)
    expect((await apply()).stderr).toBe('0\n')
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0)
    rmSync(join(cwd, 'scenarios/hours.scenario.yaml'))
    expect((await apply('--max-deactivations', '0')).stderr).toMatch(/\n2\n$/)
  },
)

test.skipIf(withoutFullDevice)('a deploy whose output cannot be written leaves no open request', async () => {
  const { cwd, run, env } = await deployable()
  expect((await run('state', 'init')).code).toBe(0)
  const { code, stderr } = await inShell('"$0" apply --yes --format ndjson > /dev/full', cwd, env)
  expect([code, stderr]).toEqual([3, expect.stringContaining('cannot write to standard output: the disk is full')])
  expect((await run('apply', '--yes')).code).toBe(0)
})
