import { beforeAll, describe, expect, test } from 'vitest'
import { type LocalService, localService } from '../local-service.ts'
import { folderWith, scenewright } from '../run.ts'

let service: LocalService
let cwd: string

beforeAll(async () => {
  service = await localService()
  cwd = await folderWith({})
})

const run = (args: readonly string[], env: Record<string, string> = service.env) =>
  scenewright(['service', 'conformance', '--url', service.url, ...args], { cwd, env })

describe('service conformance', () => {
  test('tests a service with the selected rows, one line per row', async () => {
    const { code, stdout } = await run(['--only', 'C-02x,GET /bot-agents/{uniqueId}'])
    expect({ code, last: stdout.trimEnd().split('\n').at(-1) }).toEqual({
      code: 0,
      last: '41 passed, 0 failed, 1 skipped',
    })
    expect(stdout).toMatch(
      /^pass {5}C-020 {2}GET \/bots {2}Each listed bot has "rag_clarify_enabled", true or false\.$/m,
    )
    expect(stdout).toContain('needs a second account')
  })

  test('delivers webhooks to its own receiver if the service is on this machine', async () => {
    const { code, stdout } = await run(['--only', 'C-375,C-378', '--format', 'json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout).summary).toEqual({ passed: 2, failed: 0, skipped: 0 })
  })

  test('restarts the service by a command, for the row that kills it', async () => {
    const { code, stdout } = await run(['--only', 'C-387', '--restart-command', 'exit 0'])
    expect({ code, isPassed: stdout.startsWith('pass') }).toEqual({ code: 0, isPassed: true })
    const failed = await run(['--only', 'C-387', '--restart-command', 'exit 3'])
    expect(failed.code).toBe(1)
    expect(failed.stdout).toContain('the restart command ended with 3')
  })

  test('fails at skipped rows on demand', async () => {
    const { code, stdout } = await run(['--only', 'C-003,C-007', '--fail-skipped'])
    expect({ code, last: stdout.trimEnd().split('\n').at(-1) }).toEqual({
      code: 1,
      last: '1 passed, 0 failed, 1 skipped',
    })
    expect((await run(['--only', 'C-007', '--fail-skipped'])).code).toBe(0)
  })

  test('writes JUnit for CI', async () => {
    const { code, stdout } = await run(['--only', 'C-007', '--format', 'junit'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^<\?xml .*\n<testsuites name="conformance" tests="1" failures="0"/)
  })

  test('sends requests that must be rejected', async () => {
    const { code, stdout } = await run(['--bad-inputs', '--only', 'POST /knowledge-groups', '--format', 'json'])
    const { rows } = JSON.parse(stdout)
    type Row = { readonly operation: string; readonly verdict: string }
    expect(
      rows.filter(({ operation, verdict }: Row) => operation !== 'POST /knowledge-groups' || verdict !== 'pass'),
    ).toEqual([])
    expect({ code, isMany: rows.length > 20 }).toEqual({ code: 0, isMany: true })
  })

  test('finds a service that does not conform: 1', async () => {
    // There is none of the rows' accounts, so the key is all that can be wrong.
    const { code, stdout } = await run(['--only', 'C-005'], {
      ...service.env,
      SCENEWRIGHT_FORMER_API_KEY: service.env.SCENEWRIGHT_API_KEY ?? '',
    })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^fail {5}C-005[\s\S]*expected {2}401\n\s+came {6}200/m)
    expect(stdout).not.toContain(service.env.SCENEWRIGHT_API_KEY)
  })

  test.each([
    ['no credentials', [], {}, 2, 'SCENEWRIGHT_API_KEY'],
    ['a wrong key', [], { SCENEWRIGHT_EMAIL: 'a@example.com', SCENEWRIGHT_API_KEY: 'x' }, 2, 'credentials'],
    ['an unknown row', ['--only', 'C-999'], undefined, 2, 'C-999'],
    ['plain http to another machine', ['--url', 'http://bots.example.com'], undefined, 2, 'https'],
    ['an unreachable service', ['--url', 'http://127.0.0.1:1'], undefined, 3, 'ECONNREFUSED'],
  ])('%s ends it', async (_name, args, env, expected, named) => {
    const { code, stderr, stdout } = await run(args, env)
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' })
    expect(stderr).toContain(named)
  })
})
