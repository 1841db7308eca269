import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, scenewright } from './run.ts'

test('init writes a project that checks clean and answers', async () => {
  const cwd = await folderWith({})
  expect((await scenewright(['init', 'my-bot'], { cwd })).code).toBe(0)
  const project = join(cwd, 'my-bot')
  expect(await scenewright(['check', '--fail-on', 'info'], { cwd: project })).toMatchObject({ code: 0, stdout: '' })
  expect(await scenewright(['fmt', '--check'], { cwd: project })).toMatchObject({ code: 0, stdout: '' })
  const { stdout } = await scenewright(['simulate', 'how long does delivery take', '--format', 'json'], {
    cwd: project,
  })
  expect(JSON.parse(stdout).turns[0]).toMatchObject({ decision: { scenario: 'delivery/times' }, outcome: 'ended' })
})

test('the tests of the project that init writes pass, and cover all of it', async () => {
  const cwd = await folderWith({})
  await scenewright(['init'], { cwd })
  const { code, stdout } = await scenewright(['test', '--coverage', '--format', 'json'], { cwd })
  expect(code).toBe(0)
  const { summary, coverage } = JSON.parse(stdout)
  expect(summary).toEqual({ passed: 5, failed: 0 })
  for (const part of ['nodes', 'edges', 'scenarios']) expect(coverage[part].covered).toBe(coverage[part].total)
})

test('init changes no file that is there, and refuses where there is a project', async () => {
  const cwd = await folderWith({ '.gitignore': 'secret' })
  await scenewright(['init'], { cwd })
  expect(readFileSync(join(cwd, '.gitignore'), 'utf8')).toBe('secret\n.scenewright/\nbuild/\n')
  const again = await scenewright(['init'], { cwd })
  expect(again.code).toBe(2)
  expect(again.stderr).toContain('already')
})

test('init names the schema in each YAML file, and settles VS Code', async () => {
  const cwd = await folderWith({})
  await scenewright(['init'], { cwd })
  const read = (path: string) => readFileSync(join(cwd, path), 'utf8')
  const modeline = '# yaml-language-server: $schema='
  expect(read('scenewright.config.yaml')).toContain(`${modeline}./schemas/config.schema.json\n`)
  expect(read('scenarios/delivery/times.scenario.yaml')).toContain(`${modeline}../../schemas/scenario.schema.json\n`)
  expect(read('scenarios/delivery/delivery.test.yaml')).toContain(
    `${modeline}../../schemas/conversation-test.schema.json\n`,
  )
  const named = Object.keys(JSON.parse(read('.vscode/settings.json'))['yaml.schemas'])
  expect(named.map(path => JSON.parse(read(path)).title)).toEqual([
    'ScenarioSource',
    'ConversationTest',
    'ProjectConfig',
  ])
  expect(JSON.parse(read('.vscode/extensions.json'))).toEqual({ recommendations: ['redhat.vscode-yaml'] })
})

test('init --editor brings the schemas up to date, and leaves everything else as it is', async () => {
  const settings = '{ "editor.tabSize": 2 }'
  const cwd = await folderWith({
    'scenewright.config.yaml': '',
    'schemas/config.schema.json': '{}',
    '.vscode/settings.json': settings,
  })
  const { code, stdout, stderr } = await scenewright(['init', '--editor', '--format', 'json'], { cwd })
  expect(code).toBe(0)
  expect(JSON.parse(stdout).files).toEqual([
    'schemas/scenario.schema.json',
    'schemas/config.schema.json',
    'schemas/conversation-test.schema.json',
    '.vscode/extensions.json',
  ])
  expect(readFileSync(join(cwd, 'schemas/config.schema.json'), 'utf8')).toContain('"ProjectConfig"')
  expect(readFileSync(join(cwd, '.vscode/settings.json'), 'utf8')).toBe(settings)
  expect(stderr).toContain('"yaml.schemas"')
  expect(readdirSync(cwd).sort()).toEqual(['.vscode', 'scenewright.config.yaml', 'schemas'])
})

test('settings that name the schemas already are not spoken of', async () => {
  const cwd = await folderWith({})
  await scenewright(['init'], { cwd })
  expect((await scenewright(['init', '--editor'], { cwd })).stderr).toBe('')
})

test('doctor says what is missing, and lists what is assumed', async () => {
  const cwd = await folderWith({})
  await scenewright(['init'], { cwd })
  const { code, stdout } = await scenewright(['doctor', '--format', 'json'], { cwd })
  const { checks, assumptions } = JSON.parse(stdout)
  expect(
    Object.fromEntries(checks.map(({ name, status }: { name: string; status: string }) => [name, status])),
  ).toEqual({
    scenewright: 'ok',
    config: 'ok',
    sources: 'ok',
    git: 'ok',
    environments: 'missing',
  })
  expect(assumptions[0].id).toBe('A-01')
  expect(code).toBe(0)
})

test('doctor says what is wrong with the config, a rule that there is not included', async () => {
  const cwd = await folderWith({ 'scenewright.config.yaml': 'rules:\n  graph/trop: off\n' })
  const { code, stdout } = await scenewright(['doctor', '--format', 'json'], { cwd })
  const config = JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'config')
  expect(config.status).toBe('wrong')
  expect(config.detail).toContain('scenewright.config.yaml:2:')
  expect(code).toBe(1)
})

test('doctor counts the errors of the sources as check does, and says where there is none', async () => {
  const source = 'title: a\ntrigger_description: b\nkey: one\nflow: { nodes: { a: END } }\n'
  const twice = await folderWith({ 'scenarios/a.scenario.yaml': source, 'scenarios/b.scenario.yaml': source })
  const { summary } = JSON.parse((await scenewright(['check', '--format', 'json'], { cwd: twice })).stdout)
  expect(summary.errors).toBe(1)
  expect(await sourcesOf(twice)).toMatchObject({
    status: 'wrong',
    detail: expect.stringMatching(/^1 error in 2 files/),
  })
  expect(await sourcesOf(await folderWith({}))).toMatchObject({ status: 'missing' })
})

async function sourcesOf(cwd: string): Promise<{ status: string; detail: string }> {
  const { stdout } = await scenewright(['doctor', '--format', 'json'], { cwd })
  return JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'sources')
}
