import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { OperationError } from '@scenewright/model'
import { expect, test } from 'vitest'
import { createManifest, emitDocument, emitManifest, openProject } from '../src/index.ts'
import { compileAll } from './compile-all.ts'
import { compileYaml } from './compile-yaml.ts'
import { projectFolder, soundSource } from './project-folder.ts'

async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof OperationError)) throw new Error(`No OperationError, but ${String(error)}`)
  return `${error.code} ${/^[^ ]+:\d+:\d+/.exec(error.message)?.[0] ?? ''} ${error.help ?? ''}`.trim()
}

test('a project without a config has all defaults, in the working directory', async () => {
  const folder = projectFolder({ 'scenarios/a.scenario.yaml': soundSource })
  const project = await openProject({ cwd: folder })
  expect([project.root, project.configFile, project.config]).toEqual([folder, null, {}])
  expect((await compileAll(project)).sources.map(({ key }) => key)).toEqual(['a'])
})

test('the nearest config above makes the root', async () => {
  const folder = projectFolder({
    'scenewright.config.yaml': 'sources: [bots/]\n',
    'bots/deep/er/a.scenario.yml': soundSource,
  })
  const project = await openProject({ cwd: join(folder, 'bots/deep') })
  expect([project.root, project.configFile]).toEqual([folder, 'scenewright.config.yaml'])
  const { sources } = await compileAll(project)
  expect(sources.map(({ file, key }) => [file, key])).toEqual([['bots/deep/er/a.scenario.yml', 'deep/er/a']])
})

test('a source with capitals in its suffix is a finding, because no system must skip it; files of other tools are none', async () => {
  const folder = projectFolder({
    'scenarios/a.scenario.yaml': soundSource,
    'scenarios/b.Scenario.yaml': soundSource,
    'scenarios/c.TEST.YAML': 'tests: []\n',
    'scenarios/Unit.Test.ts': "import { test } from 'vitest'\n",
  })
  const { sources, findings } = await compileAll(await openProject({ cwd: folder }))
  expect(sources.map(({ file }) => file)).toEqual(['scenarios/a.scenario.yaml'])
  expect(findings.map(({ message }) => message)).toEqual([
    '"scenarios/b.Scenario.yaml" is not read: write its suffix in lower case, as in *.scenario.yaml',
    '"scenarios/c.TEST.YAML" is not read: write its suffix in lower case, as in *.scenario.yaml',
  ])
})

test('a config may be a link within the project, and not one to the outside', async () => {
  const folder = projectFolder({ 'settings/bot.yaml': 'sources: [bots]\n', 'bots/a.scenario.yaml': soundSource })
  const config = join(folder, 'scenewright.config.yaml')
  symlinkSync('settings/bot.yaml', config)
  expect((await openProject({ cwd: folder })).config).toEqual({ sources: ['bots'] })
  const other = projectFolder({ 'private.txt': 'swordfish\n' })
  symlinkSync(join(other, 'private.txt'), join(folder, 'outside.yaml'))
  rmSync(config)
  symlinkSync('outside.yaml', config)
  for (const options of [{ cwd: folder }, { cwd: folder, configPath: 'outside.yaml' }]) {
    const name = options.configPath ?? 'scenewright.config.yaml'
    await expect(openProject(options)).rejects.toMatchObject({
      code: 'config',
      message: `"${name}" is a link to a place outside the project`,
    })
  }
})

test('a project without a sources folder has no files', async () => {
  const project = await openProject({ cwd: projectFolder({}) })
  expect((await compileAll(project)).sources).toEqual([])
})

test.each([
  ['sources: [bots]\n', 'config scenewright.config.yaml:1:11'],
  ['sources: [../bots]\n', 'config scenewright.config.yaml:1:11'],
  ['sources: [/tmp]\n', 'config scenewright.config.yaml:1:11'],
  ['bot:\n  primary_langauge: en\n', 'config scenewright.config.yaml:2:3 Did you mean "primary_language"?'],
  ['bot: { primary_language: eng }\n', 'config scenewright.config.yaml:1:26 Did you mean "en"?'],
  ['scenarios: { min_confidence: 49 }\n', 'config scenewright.config.yaml:1:30'],
  ['scenarios: { min_confidence: eighty }\n', 'config scenewright.config.yaml:1:30'],
  ['scenarios:\n  min_confidenc: 70\n', 'config scenewright.config.yaml:2:3 Did you mean "min_confidence"?'],
  ['rules: { graph/trap: of }\n', 'config scenewright.config.yaml:1:22 Did you mean "off"?'],
  ['rules: { graph/trap: { level: warn } }\n', 'config scenewright.config.yaml:1:31'],
  [
    'environments: { production: { url: https://bots.example.com } }\n',
    "config scenewright.config.yaml:1:17 The bot's unique_id.",
  ],
  [
    'environments:\n  staging: { url: https://bots.example.com, bot: B-1 }\n  production: { url: "https://BOTS.example.com:443/", bot: b-1 }\n',
    'config scenewright.config.yaml:3:55 each environment needs its own bot: with two states, one bot would get every scenario twice',
  ],
  [
    'environments:\n  a: { url: "http://127.0.0.1:4655", bot: b }\n  b: { url: "http://localhost:4655", bot: b }\n',
    'config scenewright.config.yaml:3:38 each environment needs its own bot: with two states, one bot would get every scenario twice',
  ],
  [
    'environments:\n  a: { url: "http://localhost:4655", bot: b }\n  b: { url: "http://[::1]:4655/", bot: b }\n',
    'config scenewright.config.yaml:3:35 each environment needs its own bot: with two states, one bot would get every scenario twice',
  ],
  [
    "environments: { a: { url: 'https://a.example', bot: b, timeout_ms: 600001 } }\n",
    'config scenewright.config.yaml:1:68',
  ],
  [
    "environments: { a: { url: 'https://a.example', bot: b, settle_ms: 8640000000000000 } }\n",
    'config scenewright.config.yaml:1:67',
  ],
  ["environments:\n  '': { url: https://a.example, bot: b }\n", 'config scenewright.config.yaml:2:3'],
  ['- a\n', 'config scenewright.config.yaml:1:1'],
  ['rules: {\n', 'config scenewright.config.yaml:1:8'],
  ['rules: {}\nrules: {}\n', 'config scenewright.config.yaml:2:1'],
  [`rules: ${'['.repeat(200)}`, 'config scenewright.config.yaml:1:107'],
])('the config %j is rejected at its place', async (text, expected) => {
  const folder = projectFolder({ 'scenewright.config.yaml': text })
  expect(await failure(openProject({ cwd: folder }))).toBe(expected)
})

test.each(['', '# nothing yet\n', '\n\n'])('an empty config is valid: %j', async text => {
  const folder = projectFolder({ 'scenewright.config.yaml': text })
  expect((await openProject({ cwd: folder })).config).toEqual({})
})

test('two bots on one service, and one id on two services, are two environments', async () => {
  const text =
    'environments: { a: { url: "https://x.example", bot: "1" }, b: { url: "https://x.example", bot: "2" }, c: { url: "https://y.example", bot: "1" } }\n'
  const { config } = await openProject({ cwd: projectFolder({ 'scenewright.config.yaml': text }) })
  expect(Object.keys(config.environments ?? {})).toEqual(['a', 'b', 'c'])
})

test('a config given by name must exist', async () => {
  expect(await failure(openProject({ cwd: projectFolder({}), configPath: 'other.yaml' }))).toBe('config')
})

test('other code can reject a value of the config, at its place', async () => {
  const folder = projectFolder({ 'scenewright.config.yaml': 'rules:\n  graph/tarp: off\n' })
  const project = await openProject({ cwd: folder })
  expect(project.configFault(['rules', 'graph/tarp'], 'No such rule').message).toBe(
    'scenewright.config.yaml:2:3: No such rule',
  )
})

test('paths limit what is compiled; a path without sources is rejected', async () => {
  const folder = projectFolder({
    'scenarios/a/one.scenario.yaml': soundSource,
    'scenarios/b/two.scenario.yaml': soundSource,
    'README.md': '',
  })
  const project = await openProject({ cwd: folder })
  const keys = async (...paths: string[]) => (await compileAll(project, paths)).sources.map(({ key }) => key)
  expect(await keys('scenarios/a')).toEqual(['a/one'])
  expect(await keys(join(folder, 'scenarios/b/two.scenario.yaml'))).toEqual(['b/two'])
  expect(await keys('.', 'scenarios/a')).toEqual(['a/one', 'b/two'])
  expect(await failure(keys('README.md'))).toMatch(/^usage/)
  expect(await failure(keys('scenarios/c'))).toMatch(/^usage/)
  for (const key of ['b/two', join(folder, 'b/two')]) {
    await expect(keys(key)).rejects.toMatchObject({ help: 'did you mean "scenarios/b/two.scenario.yaml"?' })
  }
})

test('a path may lead through a link to the project, and the project may be opened through one', async () => {
  const folder = projectFolder({ 'scenarios/a/one.scenario.yaml': soundSource, 'one.txt': soundSource })
  symlinkSync('../../one.txt', join(folder, 'scenarios/a/linked.scenario.yaml'))
  const link = join(projectFolder({}), 'link')
  symlinkSync(folder, link)
  for (const [cwd, given] of [
    [folder, link],
    [link, folder],
  ] as const) {
    const project = await openProject({ cwd })
    const keys = async (path: string) => (await compileAll(project, [path])).sources.map(({ key }) => key)
    expect(await keys(given)).toEqual(['a/linked', 'a/one'])
    expect(await keys(join(given, 'scenarios/a'))).toEqual(['a/linked', 'a/one'])
    expect(await keys(join(given, 'scenarios/a/one.scenario.yaml'))).toEqual(['a/one'])
    expect(await keys(join(given, 'scenarios/a/linked.scenario.yaml'))).toEqual(['a/linked'])
    expect(await failure(keys(join(given, 'one.txt')))).toMatch(/^usage/)
  }
})

test('the same sources give the same bytes in any folder', async () => {
  const files = {
    'scenarios/b/ü.scenario.yaml': soundSource,
    'scenarios/Z.scenario.yaml': soundSource,
    'scenarios/a.scenario.yaml': soundSource,
  }
  const outputs = [projectFolder(files), projectFolder(files)].map(async folder => {
    const { scenarios } = await compileAll(await openProject({ cwd: folder }))
    return [...scenarios.map(({ document }) => emitDocument(document)), emitManifest(createManifest(scenarios))].join(
      '',
    )
  })
  const [first, second] = await Promise.all(outputs)
  expect(first).toBe(second)
  expect(first).toMatchSnapshot()
})

test('a folder that may not be opened is a finding', async () => {
  const folder = projectFolder({ 'scenarios/a.scenario.yaml': soundSource })
  mkdirSync(join(folder, 'scenarios/closed'))
  chmodSync(join(folder, 'scenarios/closed'), 0o000)
  const { findings } = await compileAll(await openProject({ cwd: folder }))
  const isRoot = process.getuid?.() === 0
  expect(findings.map(({ file }) => file)).toEqual(isRoot ? [] : ['scenarios/closed'])
})

test('line endings of another system change nothing', async () => {
  const text = `${soundSource}description: |\n  one\n  two\nexit_message: "a\n  b\n\n  c"\nclarification_label: x\n  y\n`
  const compiled = await Promise.all([text, text.replaceAll('\n', '\r\n')].map(compileYaml))
  const both = compiled.map(({ scenario }) => scenario?.document)
  expect(both[0]?.scenario.description).toBe('one\ntwo\n')
  expect(both[1]).toEqual(both[0])
})

test('a sources folder that is a link out of the project is not read', async () => {
  const folder = projectFolder({})
  symlinkSync(projectFolder({ 'a.scenario.yaml': soundSource }), join(folder, 'scenarios'))
  const { sources, findings } = await compileAll(await openProject({ cwd: folder }))
  expect([sources, findings.map(({ file, scenario }) => [file, scenario])]).toEqual([[], [['scenarios', null]]])
})
