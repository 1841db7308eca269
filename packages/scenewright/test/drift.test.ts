import { readFileSync, rmSync } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { localService } from './local-service.ts'
import { folderWith, type Outcome, scenewright } from './run.ts'

const source = (title: string, reply: string) => `title: ${title}
trigger_description: The customer asks about ${title}.
layout: { answer: { x: 1 } }
flow:
  nodes:
    answer: { text: "${reply}", next: done }
    done: END
`

let cwd: string
let run: (...args: string[]) => Promise<Outcome>

beforeAll(async () => {
  const service = await localService()
  const bot = await service.post('/bots', { name: 'Shop', gpt_model: 'llm_provider_d', primary_language: 'en' })
  cwd = await folderWith({
    'scenarios/fruit/apples.scenario.yaml': source('Apples', 'Two euros.'),
    'scenarios/fruit/dates.scenario.yaml': source('Dates', 'Three euros.'),
    'scenarios/old.scenario.yaml': source('Old', 'No more.'),
    'scenewright.config.yaml': '',
  })
  await appendFile(
    join(cwd, 'scenewright.config.yaml'),
    `environments:\n  test:\n    url: ${service.url}\n    bot: ${bot.unique_id}\n`,
  )
  run = (...args) => scenewright(args, { cwd, env: service.env })
  expect((await run('apply', '--yes', '--init')).code).toBe(0)
  rmSync(join(cwd, 'scenarios/old.scenario.yaml'))
  expect((await run('apply', '--yes')).code).toBe(0)
  expect((await run('compile')).code).toBe(0)
})

/** Each as `<key> <kind>`. */
function found({ stdout }: Outcome): readonly string[] {
  const { scenarios } = JSON.parse(stdout)
  return scenarios.flatMap(({ key, changes }: { key: string; changes: { kind: string }[] }) =>
    changes.map(({ kind }) => `${key} ${kind}`),
  )
}

describe('compared with the deployed version', () => {
  test('nothing differs, except boxes and removed sources, until a source is changed', async () => {
    const file = join(cwd, 'scenarios/fruit/dates.scenario.yaml')
    const before = await readFile(file, 'utf8')
    await writeFile(file, before.replace('x: 1', 'x: 2'))
    const clean = await run('diff', '--against', 'deployed:test', '--format', 'json', '--exit-code')
    expect([clean.code, found(clean)]).toEqual([0, []])
    await writeFile(file, `is_active: false\n${before.replace('Three', 'Four')}`)
    const changed = await run('diff', '--against', 'deployed', '--format', 'json', '--exit-code')
    expect([changed.code, found(changed)]).toEqual([
      1,
      ['fruit/dates scenario-switched-off', 'fruit/dates reply-changed'],
    ])
    const [{ changes }] = JSON.parse(changed.stdout).scenarios
    expect(changes[1].head).toMatchObject({
      file: 'scenarios/fruit/dates.scenario.yaml',
      range: { start: { line: 7 } },
    })
    await writeFile(file, before)
  })

  test('an unknown environment is a usage error', async () => {
    expect((await run('diff', '--against', 'deployed:prod')).code).toBe(2)
    expect((await run('diff', '--against', 'main')).code).toBe(2)
    expect((await run('diff', '--against', 'deployed:test', 'main')).code).toBe(2)
  })
})

describe('an export', () => {
  test('that equals the deployed version has not been edited', async () => {
    for (const path of ['build/fruit/apples.json', 'build']) {
      expect(await run('drift', '--from-export', path)).toMatchObject({ code: 0, stdout: '' })
    }
  })

  test('that was edited manually shows the difference, and how to keep it', async () => {
    const edited = JSON.parse(readFileSync(join(cwd, 'build/fruit/apples.json'), 'utf8'))
    edited.exported_at = '2026-05-01T12:00:00Z'
    edited.scenario.layout = {}
    edited.scenario.definition.nodes[0].text = 'Three euros.'
    await writeFile(join(cwd, 'edited.json'), JSON.stringify(edited))
    const drifted = await run('drift', '--from-export', 'edited.json', '--format', 'json')
    expect([drifted.code, found(drifted)]).toEqual([1, ['fruit/apples reply-changed']])
    expect(drifted.stderr).toContain(
      'scenewright decompile edited.json --out scenarios/fruit/apples.scenario.yaml --force',
    )
    const text = await run('drift', '--env', 'test', '--from-export', 'edited.json', '--key', 'fruit/apples')
    expect(text.stdout).toContain('"answer" says: [-Two-]{+Three+} euros.')
    const other = await run('drift', '--from-export', 'edited.json', '--key', 'fruit/dates', '--format', 'json')
    expect(found(other)).toContain('fruit/dates title-changed')
  })

  test('that is of no scenario, of no known one, or missing is a usage error', async () => {
    await writeFile(join(cwd, 'strange.json'), JSON.stringify({ format: 'service.bot-scenario' }))
    for (const args of [
      ['--from-export', 'nowhere.json'],
      ['--from-export', 'strange.json'],
      ['--from-export', 'build/fruit/apples.json', '--key', 'nobody'],
      ['--from-export', 'build/fruit/apples.json', 'build/fruit/apples.json'],
      ['--key', 'fruit/apples'],
    ]) {
      expect({ args, code: (await run('drift', ...args)).code }).toEqual({ args, code: 2 })
    }
  })

  test('in a folder, that was never deployed, is reported', async () => {
    const { stdout } = await run('compile', '--stdout', 'scenarios/fruit/dates.scenario.yaml')
    const folder = await folderWith({ 'made-by-hand.json': stdout.replace('"Dates"', '"Plums"') })
    const drifted = await run('drift', '--from-export', folder, '--format', 'json')
    expect([drifted.code, found(drifted)]).toEqual([1, ['made-by-hand scenario-added']])
    expect(drifted.stderr).toContain('scenewright adopt made-by-hand --id')
    expect(drifted.stderr).not.toContain('decompile')
  })
})
