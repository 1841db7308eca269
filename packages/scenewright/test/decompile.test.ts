import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyOf, folderWith, scenewright } from './run.ts'

const document = JSON.stringify({
  format: 'service.bot-scenario',
  schema_version: 1,
  scenario: {
    title: 'Hours',
    trigger_description: 'when',
    min_confidence: 78,
    priority: 100,
    allow_repeat_in_dialogue: false,
    definition: { start_node_id: 'a', nodes: [{ id: 'a', type: 'END', title: 'a' }], edges: [] },
  },
})
const yaml = 'title: Hours\ntrigger_description: when\nflow:\n  nodes:\n    a: END\n'
const typescript = `import { end, scenario } from 'scenewright'

export default scenario({
  title: 'Hours',
  trigger_description: 'when',
  flow: {
    nodes: {
      a: end(),
    },
  },
})
`

test.each([
  [[], yaml],
  [['--to', 'yaml'], yaml],
  [['--to', 'ts'], typescript],
])('prints the source in the requested language: %j', async (options, expected) => {
  const cwd = await folderWith({ 'a.json': document })
  const { code, stdout } = await scenewright(['decompile', 'a.json', ...options], { cwd })
  expect([code, stdout]).toEqual([0, expected])
})

test.each([
  ['scenarios/a.scenario.yaml', yaml],
  ['scenarios/a.scenario.ts', typescript],
])('the file name determines the language: %s', async (out, expected) => {
  const cwd = await folderWith({ 'a.json': document })
  expect((await scenewright(['decompile', 'a.json', '--out', out], { cwd })).code).toBe(0)
  expect(readFileSync(join(cwd, out), 'utf8')).toBe(expected)
  expect((await scenewright(['decompile', 'a.json', '--out', out], { cwd })).code).toBe(2)
})

test.each(['a.scenario.js', 'a.json'])('the file %s would not be a source', async out => {
  const cwd = await folderWith({ 'b.json': document })
  const { code, stderr } = await scenewright(['decompile', 'b.json', '--out', out], { cwd })
  expect([code, stderr]).toEqual([2, expect.stringContaining(`"${out}" would not be a source`)])
  expect(existsSync(join(cwd, out))).toBe(false)
})

test('a source of the same scenario in another language is an error, or named with --force', async () => {
  const cwd = await folderWith({
    'exports/a.json': document,
    'exports/b.json': document,
    'scenarios/b.scenario.yml': yaml,
  })
  const run = (...args: string[]) => scenewright(['decompile', ...args], { cwd })
  const refused = { code: 2, stderr: expect.stringContaining('"scenarios/b.scenario.yml" is a source of the same') }
  expect(await run('exports', '--out', 'scenarios', '--to', 'ts')).toMatchObject(refused)
  expect(existsSync(join(cwd, 'scenarios/a.scenario.ts'))).toBe(false)
  expect(await run('exports/b.json', '--out', 'scenarios/b.scenario.ts')).toMatchObject(refused)
  expect(await run('exports', '--out', 'scenarios', '--to', 'ts', '--force')).toMatchObject({
    code: 0,
    stderr:
      '2 sources written below scenarios\nwarning: delete "scenarios/b.scenario.yml", which is a source of the same scenario\n',
  })
})

test.each([
  ['9007199254740993', 'change the value in the document'],
  ['1, "schema_version": 3', 'an import document has "format"'],
])('a document with "id": %s is an error with the advice for it', async (id, advice) => {
  const text = `{"format":"service.bot-scenario","schema_version":2,"id":${id},"scenario":{}}`
  const cwd = await folderWith({ 'a.json': text })
  const { code, stderr } = await scenewright(['decompile', 'a.json'], { cwd })
  expect([code, stderr]).toEqual([2, expect.stringContaining(advice)])
})

test('a language that contradicts the file name is rejected', async () => {
  const cwd = await folderWith({ 'a.json': document })
  const { code, stderr } = await scenewright(['decompile', 'a.json', '--to', 'yaml', '--out', 'a.scenario.ts'], { cwd })
  expect([code, stderr.includes('a.scenario.ts')]).toEqual([2, true])
})

test('the TypeScript that decompile prints compiles to the same documents', async () => {
  const cwd = await copyOf('clinic')
  const listed = await scenewright(['compile', '--format', 'json'], { cwd })
  const { documents } = JSON.parse(listed.stdout) as { documents: { key: string; hash: string }[] }
  const back = await folderWith({ 'scenewright.config.yaml': '' })
  for (const { key } of documents) {
    const out = `scenarios/${key}.scenario.ts`
    await scenewright(['decompile', join(cwd, 'build', `${key}.json`), '--out', out], { cwd: back })
  }
  const again = await scenewright(['compile', '--format', 'json'], { cwd: back })
  const hashes = (found: { key: string; hash: string }[]) => found.map(({ key, hash }) => [key, hash])
  expect(hashes(JSON.parse(again.stdout).documents)).toEqual(hashes(documents))
})

test('a folder of documents is decompiled to a folder of sources, all or none', async () => {
  const cwd = await folderWith({
    'exports/a.json': document,
    'exports/shop/b.json': document,
    'exports/package.json': '{}',
    'c.json': document,
  })
  const run = (...args: string[]) => scenewright(['decompile', ...args], { cwd })
  expect(await run('exports')).toMatchObject({ code: 2, stderr: expect.stringContaining('--out must be a folder') })
  expect(await run('exports', '--out', 'a.scenario.yaml')).toMatchObject({ code: 2 })
  expect(await run('exports', 'c.json', '--out', 'scenarios')).toMatchObject({
    code: 0,
    stderr: '3 sources written below scenarios\n',
  })
  for (const name of ['a', 'shop/b', 'c']) {
    expect(readFileSync(join(cwd, `scenarios/${name}.scenario.yaml`), 'utf8')).toBe(yaml)
  }
  expect(await run('exports', '--out', 'scenarios')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('2 files of 2'),
  })
  expect((await run('exports', '--out', 'scenarios', '--force', '--to', 'ts')).code).toBe(0)
  expect(readFileSync(join(cwd, 'scenarios/a.scenario.ts'), 'utf8')).toBe(typescript)
  expect(await run('c.json', 'exports', 'exports/a.json', '--out', 'twice')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('two documents would be'),
  })
  expect(await run('nowhere', '--out', 'scenarios')).toMatchObject({ code: 2 })
})
