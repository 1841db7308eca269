import { readdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { put } from '../../../workspace/test/git-repository.ts'
import { scenewright } from '../run.ts'
import { bot, config, gitProject, payload, payloadHash, stateFiles, stateProject, stateWith } from './project.ts'

const stateFile = '.scenewright/state/prod.json'

async function deployed(text = config()) {
  const project = await stateProject(text)
  put(project.cwd, stateFiles())
  await project.run('export', '--out', 'backup.json')
  const read = async () => JSON.parse(await readFile(join(project.cwd, stateFile), 'utf8'))
  return { ...project, read }
}

test('a backup is restored over a later state, which is saved', async () => {
  const { cwd, run, read } = await deployed()
  const later = stateWith({ serial: 43, scenarios: {} })
  put(cwd, { [stateFile]: JSON.stringify(later) })
  expect(await run('restore', 'backup.json')).toMatchObject({ code: 5, stderr: expect.stringContaining('43') })
  expect((await read()).serial).toBe(43)
  const { code, stdout } = await run('restore', 'backup.json', '--force', '--format', 'json')
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, restored: true, serial: 44 })
  expect(await read()).toMatchObject({ serial: 44, scenarios: stateWith().scenarios })
  const kept = JSON.parse(await readFile(JSON.parse(stdout).backup, 'utf8'))
  expect(kept.state).toMatchObject({ serial: 43, scenarios: {} })
})

test('restoring the same state does nothing', async () => {
  const { cwd, run, read } = await deployed()
  expect(JSON.parse((await run('restore', 'backup.json', '--format', 'json')).stdout)).toEqual({ restored: false })
  expect((await read()).serial).toBe(42)
  expect(readdirSync(join(cwd, '.scenewright'))).toEqual(['state'])
})

test.each([
  ['damaged', (path: string) => writeFile(path, '{"title":"Refunds"}')],
  ['missing', (path: string) => rm(path)],
])('a payload that is %s is put back, also if the state is the same', async (_name, harm) => {
  for (const serial of [42, 41]) {
    const { cwd, run, read } = await deployed()
    const path = join(cwd, `${stateFile}.d/payloads/${payloadHash}.json`)
    await harm(path)
    expect(await run('export')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 payload is missing or damaged'),
    })
    put(cwd, { [stateFile]: JSON.stringify(stateWith({ serial })) })
    expect((await run('restore', 'backup.json')).code).toBe(0)
    expect(await readFile(path, 'utf8')).toBe(payload)
    expect((await read()).serial).toBe(43)
  }
})

test('a damaged state is replaced and saved byte for byte, only if the lineage can be compared with the config', async () => {
  const { cwd, run, read } = await deployed()
  put(cwd, { [stateFile]: '{"format":1,' })
  expect((await run('restore', 'backup.json')).code).toBe(5)
  put(cwd, { 'scenewright.config.yaml': config('', '    lineage: lineage-1\n') })
  const { code, stdout } = await run('restore', 'backup.json', '--format', 'json')
  expect(code).toBe(0)
  expect(await readFile(JSON.parse(stdout).backup, 'utf8')).toBe('{"format":1,')
  expect((await read()).serial).toBe(43)
})

test('a missing state whose payloads exist is restored', async () => {
  const { cwd, run, read } = await deployed()
  await rm(join(cwd, stateFile))
  expect((await run('show')).code).toBe(5)
  expect((await run('restore', 'backup.json')).code).toBe(0)
  expect(await read()).toMatchObject({ lineage: 'lineage-1', scenarios: stateWith().scenarios })
})

test('a missing state is restored with everything next to it, including payloads', async () => {
  const { cwd, run, read } = await deployed(config('', '    lineage: lineage-1\n'))
  await rm(join(cwd, '.scenewright'), { recursive: true })
  expect((await run('restore', 'backup.json')).code).toBe(0)
  expect((await read()).scenarios).toEqual(stateWith().scenarios)
  const { stdout } = await run('export')
  expect(Object.keys(JSON.parse(stdout).payloads)).toContain(payloadHash)
  expect((await run('log', '--format', 'ndjson')).stdout.trim().split('\n')).toHaveLength(4)
})

test.each([
  ['of another lineage', { lineage: 'another' }, 'another'],
  ['of another bot', { environment: { ...stateWith().environment, bot: 'other' } }, 'other'],
  ['that is older than the present one', { serial: 41 }, '41'],
])('the document of a state %s is rejected with 5, and accepted by force', async (_name, more, said) => {
  const { cwd, run, read } = await deployed()
  await writeFile(join(cwd, 'other.json'), JSON.stringify(stateWith(more)))
  expect(await run('restore', 'other.json')).toMatchObject({ code: 5, stderr: expect.stringContaining(said) })
  expect((await read()).serial).toBe(42)
  expect((await run('restore', 'other.json', '--force')).code).toBe(0)
  expect(await read()).toMatchObject({ ...more, serial: 43 })
})

test('a service that has moved to another address keeps its state: the error says how', async () => {
  const { cwd, run, read } = await deployed()
  put(cwd, {
    'scenewright.config.yaml': config().replace('bots.example.com', 'new.example.com'),
    'scenarios/hi.scenario.yaml':
      'title: Hi\ntrigger_description: A greeting\nexamples: [Hello]\nflow: { nodes: { a: { text: Hi, next: done }, done: END } }\n',
  })
  const plan = () => scenewright(['plan', '--env', 'prod'], { cwd })
  const { code, stderr } = await plan()
  expect({ code, stderr }).toMatchObject({ code: 5, stderr: expect.stringContaining('https://new.example.com') })
  const commands = Array.from(stderr.matchAll(/`scenewright state ([^`]+)`/g), ([, args = '']) => args.split(' '))
  expect(commands.map(([name]) => name)).toEqual(['export', 'restore'])
  for (const args of commands) expect((await run(...args)).code).toBe(0)
  expect(await read()).toMatchObject({ serial: 43, environment: { bot, url: 'https://new.example.com' } })
  expect((await plan()).code).toBe(0)
})

test.each([
  ['text that is not JSON', '{'],
  ['a JSON document of another kind', '{"a":1}'],
  ['a state of a newer format', JSON.stringify(stateWith({ format: 2 }))],
  ['a backup of a newer format', JSON.stringify({ format: 'scenewright-backup', version: 2 })],
  [
    'a payload that is damaged',
    JSON.stringify({ format: 'scenewright-backup', version: 1, state: stateWith(), payloads: { [payloadHash]: 'x' } }),
  ],
])('a file that contains %s: 2, and nothing is changed', async (_name, text) => {
  const { cwd, run, read } = await deployed()
  await writeFile(join(cwd, 'wrong.json'), text)
  expect((await run('restore', 'wrong.json', '--force')).code).toBe(2)
  expect((await read()).serial).toBe(42)
})

test('a state moves from a file into git', async () => {
  const file = await deployed()
  const { cwd, run } = await gitProject()
  put(cwd, { 'backup.json': await readFile(join(file.cwd, 'backup.json'), 'utf8') })
  expect((await run('restore', 'backup.json')).code).toBe(0)
  expect(JSON.parse((await run('show', '--format', 'json')).stdout)).toMatchObject({
    lineage: 'lineage-1',
    environment: { bot },
  })
  expect(Object.keys(JSON.parse((await run('export')).stdout).payloads)).toHaveLength(3)
})
