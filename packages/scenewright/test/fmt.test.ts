import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, readdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, scenewright } from './run.ts'

const loose = 'title:   "Hours"\ntrigger_description: when\nflow: {nodes: {a: {type: END}}}\n'
const tight = 'title: Hours\ntrigger_description: when\nflow: { nodes: { a: END } }\n'
const typescript = "import { end, scenario } from 'scenewright'\nexport default scenario({})\n"

test('formats the sources, names those that change, and touches no other', async () => {
  const cwd = await folderWith({ 'scenarios/loose.scenario.yaml': loose, 'scenarios/tight.scenario.yaml': tight })
  const past = new Date('2020-01-01T00:00:00Z')
  await utimes(join(cwd, 'scenarios/tight.scenario.yaml'), past, past)
  await chmod(join(cwd, 'scenarios/loose.scenario.yaml'), 0o640)
  const { code, stdout, stderr } = await scenewright(['fmt'], { cwd })
  expect([code, stdout, stderr]).toEqual([0, 'scenarios/loose.scenario.yaml\n', '1 file changed\n'])
  expect(readFileSync(join(cwd, 'scenarios/loose.scenario.yaml'), 'utf8')).toBe(tight)
  expect(statSync(join(cwd, 'scenarios/loose.scenario.yaml')).mode & 0o777).toBe(0o640)
  expect(statSync(join(cwd, 'scenarios/tight.scenario.yaml')).mtime).toEqual(past)
  expect(await readdir(join(cwd, 'scenarios'))).toEqual(['loose.scenario.yaml', 'tight.scenario.yaml'])
})

test('--check writes nothing and exits with 1 if a file would change', async () => {
  const cwd = await folderWith({ 'scenarios/a.scenario.yaml': loose })
  const before = await scenewright(['fmt', '--check'], { cwd })
  expect([before.code, before.stdout]).toEqual([1, 'scenarios/a.scenario.yaml\n'])
  expect(readFileSync(join(cwd, 'scenarios/a.scenario.yaml'), 'utf8')).toBe(loose)
  await scenewright(['fmt'], { cwd })
  const after = await scenewright(['fmt', '--check'], { cwd })
  expect([after.code, after.stdout]).toEqual([0, ''])
})

test('reports every file to programs', async () => {
  const cwd = await folderWith({
    'scenarios/a.scenario.yaml': loose,
    'scenarios/b.scenario.yaml': tight,
    'scenarios/c.scenario.ts': typescript,
  })
  const { stdout, stderr } = await scenewright(['fmt', '--check', '--format', 'json'], { cwd })
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    files: [
      { file: 'scenarios/a.scenario.yaml', changed: true },
      { file: 'scenarios/b.scenario.yaml', changed: false },
    ],
  })
  expect(stderr).toContain('1 TypeScript source skipped')
})

test.each([[], ['--check']])(
  'a file that does not parse is not changed, with its finding and exit code 2: %j',
  async (...options) => {
    const broken = 'title: "Hours\n'
    const cwd = await folderWith({ 'scenarios/a.scenario.yaml': broken, 'scenarios/b.scenario.yaml': loose })
    const { code, stdout, stderr } = await scenewright(['fmt', ...options], { cwd })
    expect([code, stdout]).toEqual([2, 'scenarios/b.scenario.yaml\n'])
    expect(stderr).toContain('scenarios/a.scenario.yaml:1:8  error  source/syntax')
    expect(readFileSync(join(cwd, 'scenarios/a.scenario.yaml'), 'utf8')).toBe(broken)
    const isWritten = readFileSync(join(cwd, 'scenarios/b.scenario.yaml'), 'utf8') === tight
    expect(isWritten).toBe(options.length === 0)
  },
)

test('paths limit what is formatted, and other YAML is formatted if named', async () => {
  const cwd = await folderWith({
    'scenarios/a.scenario.yaml': loose,
    'scenarios/b/b.scenario.yaml': loose,
    'scenewright.config.yaml': 'bot:   {primary_language: en}\n',
  })
  const { code, stdout } = await scenewright(['fmt', 'scenewright.config.yaml', 'scenarios/b'], { cwd })
  expect([code, stdout.split('\n').sort()]).toEqual([0, ['', 'scenarios/b/b.scenario.yaml', 'scenewright.config.yaml']])
  expect(readFileSync(join(cwd, 'scenewright.config.yaml'), 'utf8')).toBe('bot: { primary_language: en }\n')
  expect(readFileSync(join(cwd, 'scenarios/a.scenario.yaml'), 'utf8')).toBe(loose)
})

test.each(['gone.yaml', 'notes.txt'])('a path that leads to no source is a usage error: %s', async path => {
  const cwd = await folderWith({ 'scenarios/a.scenario.yaml': loose, 'notes.txt': '' })
  const { code, stderr } = await scenewright(['fmt', path], { cwd })
  expect([code, stderr.includes(path)]).toEqual([2, true])
})

test('the target of a link is written', async () => {
  const cwd = await folderWith({ 'shared/a.yaml': loose, 'scenarios/readme.md': '' })
  await symlink('../shared/a.yaml', join(cwd, 'scenarios/a.scenario.yaml'))
  expect((await scenewright(['fmt'], { cwd })).stdout).toBe('scenarios/a.scenario.yaml\n')
  expect(readFileSync(join(cwd, 'shared/a.yaml'), 'utf8')).toBe(tight)
})

test('a byte order mark is a change', async () => {
  const cwd = await folderWith({ 'scenarios/a.scenario.yaml': `\ufeff${tight}` })
  expect((await scenewright(['fmt', '--check'], { cwd })).code).toBe(1)
})

test('a file with CRLF line ends passes, and keeps them when it is formatted', async () => {
  const [crlfLoose, crlfTight] = [loose, tight].map(text => text.replaceAll('\n', '\r\n'))
  const cwd = await folderWith({ 'scenarios/a.scenario.yaml': crlfTight ?? '' })
  expect((await scenewright(['fmt', '--check'], { cwd })).code).toBe(0)
  await writeFile(join(cwd, 'scenarios/a.scenario.yaml'), crlfLoose ?? '')
  expect((await scenewright(['fmt', '--check'], { cwd })).code).toBe(1)
  expect((await scenewright(['fmt'], { cwd })).code).toBe(0)
  expect(readFileSync(join(cwd, 'scenarios/a.scenario.yaml'), 'utf8')).toBe(crlfTight)
  expect(existsSync(join(cwd, 'build'))).toBe(false)
})
