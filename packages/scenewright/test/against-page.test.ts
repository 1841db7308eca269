import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { validate } from '@scenewright/schemas/validate/test-report'
import { beforeAll, expect, test } from 'vitest'
import { type LocalService, localService } from './local-service.ts'
import { folderWith, type Outcome, scenewright } from './run.ts'

const page = readFileSync(new URL('../../../docs/testing-deployed.md', import.meta.url), 'utf8')
const block = (info: string) => page.split(`\n\`\`\`${info}\n`)[1]?.split('```')[0] ?? ''

let service: LocalService
let bot: string
let run: (...args: string[]) => Promise<Outcome>

beforeAll(async () => {
  service = await localService()
  const fields = { name: 'Hours', gpt_model: 'llm_provider_d', primary_language: 'en' }
  bot = String((await service.post('/bots', fields)).unique_id)
  const cwd = await folderWith({
    'scenarios/hours.scenario.yaml': block('yaml deployed'),
    'scenarios/hours.test.yaml': block('yaml tests'),
    'scenewright.config.yaml': `bot: { primary_language: en }\nenvironments: { test: { url: '${service.url}', bot: ${bot} } }\n`,
  })
  run = (...args) => scenewright(args, { cwd, env: service.env })
  expect((await run('apply', '--yes', '--init')).code).toBe(0)
  await writeFile(join(cwd, 'scenarios/hours.scenario.yaml'), block('yaml scenario'))
})

test('the run on the page equals the output, and the note names the deployed version', async () => {
  const { code, stdout, stderr } = await run('test', '--against', 'test')
  const shown = stdout.replace(bot, '4f0c2d0e-…').replace(service.url, 'https://bots.example.com')
  expect([code, shown]).toEqual([1, block('text')])
  expect(stderr).toBe(
    'note: "test" does not match the sources: 1 scenario would be deployed, hours (update); expect differences\n',
  )
})

test('the report for programs says the same, in the form of its schema', async () => {
  const { stdout } = await run('test', '--against', 'test', '--format', 'json')
  const { summary, tests, against } = JSON.parse(stdout)
  expect(validate(JSON.parse(stdout)), JSON.stringify(validate.errors)).toBe(true)
  expect(summary).toEqual({ passed: 2, failed: 1 })
  expect(against).toEqual({
    environment: 'test',
    url: service.url,
    bot,
    deployed: 'different',
    different: [{ key: 'hours', action: 'update' }],
    turns: 3,
    differing: 1,
    not_observable: [{ field: 'ends', times: 1 }],
  })
  const [first, second, third] = tests
  const decision = { kind: 'start', scenarios: ['hours'], as_deployed: true }
  expect(first).toMatchObject({ differences: [], turns: [{ service: { decision, answer: 'We open at 10.' } }] })
  expect(second.differences).toEqual([
    {
      turn: 0,
      user: 'when do you open',
      simulator: { decision: { kind: 'start', scenario: 'hours' }, replies: ['We open at 9.'] },
      service: { decision: { kind: 'other' }, answer: 'Sorry, no answer was found.' },
    },
  ])
  expect(third).toMatchObject({ status: 'passed', differences: [] })
})

test('the report of CI services has the differences of tests that passed as their output', async () => {
  const { stdout } = await run('test', '--against', 'test', '--format', 'junit')
  expect(stdout.match(/<failure type="replies"/g)).toHaveLength(1)
  expect(stdout.match(/<system-out>DIFF scenarios\/hours\.test\.yaml:9 /g)).toHaveLength(1)
})
