import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from '@scenewright/schemas/validate/baseline'
import { describe, expect, test } from 'vitest'
import { branchWith, put } from '../../workspace/test/git-repository.ts'
import { folderWith, scenewright } from './run.ts'

const file = 'scenewright.baseline.json'

/** A scenario in which each of these nodes is cut off, and one finding is made for each. */
const flawed = (...nodes: readonly string[]) => `title: Refund
trigger_description: The customer asks about a refund.
flow:
  nodes:
    answer: { text: Here you are., next: done }
${nodes.map(node => `    ${node}: { text: Nobody reads this., next: done }\n`).join('')}    done: END
`

const project = {
  'scenewright.config.yaml': 'rules: { "trigger/*": off }\n',
  'scenarios/a.scenario.yaml': flawed('one', 'two'),
  'scenarios/b.scenario.yaml': flawed('three'),
}

interface Checked {
  readonly code: number | null
  readonly stderr: string
  /** Each as `<scenario> <node>`. */
  readonly found: readonly string[]
  readonly suppressed: number
}

async function check(cwd: string, ...args: readonly string[]): Promise<Checked> {
  const { code, stdout, stderr } = await scenewright(['check', '--format', 'json', ...args], { cwd })
  const report = stdout === '' ? { findings: [], summary: {} } : JSON.parse(stdout)
  const found = report.findings.map((each: Record<string, string>) => `${each.scenario} ${each.node}`)
  return { code, stderr, found, suppressed: report.summary.suppressed }
}

const read = (folder: string, name = file) => readFileSync(join(folder, name), 'utf8')

/** What the file adopts, each as `<scenario or file> <node> <count>`. */
function adopted(folder: string, name = file): string[] {
  return JSON.parse(read(folder, name)).findings.map(
    (each: Record<string, string>) => `${each.scenario ?? each.file} ${each.node} ${each.count}`,
  )
}

describe('--write-baseline', () => {
  test('records the findings, one entry per line, and then reports only new ones', async () => {
    const folder = await folderWith(project)
    expect(await check(folder)).toMatchObject({ code: 1, found: ['a one', 'a two', 'b three'] })
    expect(await check(folder, '--write-baseline')).toMatchObject({
      code: 0,
      found: [],
      suppressed: 3,
      stderr: expect.stringContaining(`"${file}" records 3 findings, 3 more than before`),
    })
    expect(validate(JSON.parse(read(folder))), JSON.stringify(validate.errors)).toBe(true)
    expect(read(folder)).toBe(`{
  "version": 1,
  "findings": [
    { "scenario": "a", "node": "one", "rule": "graph/unreachable", "count": 1 },
    { "scenario": "a", "node": "two", "rule": "graph/unreachable", "count": 1 },
    { "scenario": "b", "node": "three", "rule": "graph/unreachable", "count": 1 }
  ]
}
`)
    expect(await check(folder)).toMatchObject({ code: 0, found: [], suppressed: 3 })
    put(folder, { 'scenarios/b.scenario.yaml': flawed('three', 'four') })
    expect(await check(folder)).toMatchObject({ code: 1, found: ['b four'], suppressed: 3 })
  })

  test('is not bound to lines', async () => {
    const folder = await folderWith(project)
    await check(folder, '--write-baseline')
    put(folder, { 'scenarios/a.scenario.yaml': `# More\n# lines\n\n${flawed('two', 'one')}` })
    expect(await check(folder)).toMatchObject({ code: 0, found: [], suppressed: 3 })
  })

  test('leaves out suppressed findings', async () => {
    const folder = await folderWith({
      ...project,
      'scenarios/a.scenario.yaml': flawed('one').replace(
        '    one',
        '    # scenewright-ignore graph/unreachable: later\n    one',
      ),
    })
    await check(folder, '--write-baseline')
    expect(adopted(folder)).toEqual(['b three 1'])
  })

  test('names the file if a finding has no scenario', async () => {
    const folder = await folderWith({
      'scenewright.config.yaml':
        'suppress: [{ rule: graph/trap, files: "**", reason: later }]\nrules: { "trigger/*": off }\n',
      'scenarios/b.scenario.yaml': flawed(),
    })
    expect(await check(folder, '--fail-on', 'warning', '--write-baseline')).toMatchObject({ code: 0, suppressed: 1 })
    expect(adopted(folder)).toEqual(['scenewright.config.yaml undefined 1'])
  })

  test('writes to the given file, and through a link', async () => {
    const folder = await folderWith({
      ...project,
      'scenewright.config.yaml': `${project['scenewright.config.yaml']}baseline: ci/known.json\n`,
    })
    await check(folder, '--write-baseline')
    expect(adopted(folder, 'ci/known.json')).toHaveLength(3)
    expect((await check(folder)).code).toBe(0)
    await check(folder, '--write-baseline', '--baseline', 'other.json')
    expect(adopted(folder, 'other.json')).toHaveLength(3)
    symlinkSync('other.json', join(folder, 'linked.json'))
    put(folder, { 'scenarios/b.scenario.yaml': flawed('three', 'four') })
    await check(folder, '--write-baseline', '--baseline', 'linked.json')
    expect(adopted(folder, 'other.json')).toHaveLength(4)
    expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([])
  })

  test('keeps the line ends of the file', async () => {
    const folder = await folderWith(project)
    await check(folder, '--write-baseline')
    put(folder, { [file]: read(folder).replaceAll('\n', '\r\n'), 'scenarios/b.scenario.yaml': flawed('four') })
    await check(folder, '--write-baseline')
    expect(adopted(folder)).toContain('b four 1')
    expect(read(folder).replaceAll('\r\n', '')).not.toContain('\n')
    expect((await check(folder)).code).toBe(0)
  })

  test('keeps the entries of unchecked sources', async () => {
    const folder = await folderWith(project)
    await check(folder, '--write-baseline')
    put(folder, { 'scenarios/a.scenario.yaml': flawed('one', 'five'), 'scenarios/b.scenario.yaml': flawed('six') })
    await check(folder, '--write-baseline', 'scenarios/a.scenario.yaml')
    expect(adopted(folder)).toEqual(['a five 1', 'a one 1', 'b three 1'])
    expect((await check(folder)).found).toEqual(['b six'])
  })

  test('records only the findings of changed files of a branch', async () => {
    const folder = await branchWith(project)
    put(folder, { 'scenarios/b.scenario.yaml': flawed('six') })
    const { code, found, stderr } = await check(folder, '--write-baseline', '--changed')
    expect({ code, found }).toEqual({ code: 0, found: [] })
    expect(stderr).toContain('1 file affected by changes since main')
    expect(adopted(folder)).toEqual(['b six 1'])
    expect(await check(folder, '--changed')).toMatchObject({ code: 0, found: [] })
    expect((await check(folder)).found).toEqual(['a one', 'a two'])
  })
})

describe('a baseline', () => {
  test('shows all findings of a place that has more than recorded, and says so', async () => {
    const folder = await folderWith({ ...project, 'scenarios/a.scenario.yaml': `${flawed()}titel: x\n` })
    await check(folder, '--write-baseline')
    put(folder, { 'scenarios/a.scenario.yaml': `${flawed()}titel: x\nexampels: [y]\n` })
    const { code, found, suppressed, stderr } = await check(folder)
    expect({ code, found, suppressed }).toEqual({ code: 1, found: ['a undefined', 'a undefined'], suppressed: 1 })
    expect(stderr).toContain('source/schema in "a": 2 found, 1 recorded')
    const before = read(folder)
    await check(folder, '--prune-baseline')
    expect(read(folder)).toBe(before)
  })

  test('reports stale entries, and prunes them, and never grows by that', async () => {
    const folder = await folderWith(project)
    await check(folder, '--write-baseline')
    put(folder, { 'scenarios/a.scenario.yaml': flawed('one'), 'scenarios/b.scenario.yaml': flawed('three', 'new') })
    const told = '1 entry of "scenewright.baseline.json" contain'
    expect((await check(folder)).stderr).toContain(told)
    const before = read(folder)
    expect((await check(folder, '--prune-baseline', 'scenarios/b.scenario.yaml')).stderr).not.toContain(told)
    expect(read(folder)).toBe(before)
    expect(await check(folder, '--prune-baseline')).toMatchObject({ code: 1, found: ['b new'] })
    expect(adopted(folder)).toEqual(['a one 1', 'b three 1'])
    expect((await check(folder)).stderr).not.toContain(told)
  })

  test('keeps entries that a source that does not bind cannot show, and removes those of deleted ones', async () => {
    const folder = await folderWith(project)
    await check(folder, '--write-baseline')
    put(folder, { 'scenarios/a.scenario.yaml': 'title: "open\n' })
    rmSync(join(folder, 'scenarios/b.scenario.yaml'))
    expect((await check(folder, '--prune-baseline')).stderr).toContain('records 3 findings')
    put(folder, { 'scenarios/a.scenario.yaml': flawed('one', 'two') })
    await check(folder, '--prune-baseline')
    expect(adopted(folder)).toEqual(['a one 1', 'a two 1'])
  })

  test('keeps the entries of rules that did not run', async () => {
    const folder = await folderWith(project)
    const own = { scenario: 'a', rule: 'acme/tone', count: 2 }
    put(folder, { [file]: JSON.stringify({ version: 1, findings: [own] }) })
    await check(folder, '--prune-baseline')
    await check(folder, '--write-baseline')
    expect(JSON.parse(read(folder)).findings[0]).toEqual(own)
  })

  test('uses the higher count where a merge has left two entries', async () => {
    const folder = await folderWith(project)
    const entry = (count: number) => ({ scenario: 'b', node: 'three', rule: 'graph/unreachable', count })
    put(folder, { [file]: JSON.stringify({ version: 1, findings: [entry(1), entry(2), entry(1)] }) })
    expect((await check(folder)).found).toEqual(['a one', 'a two'])
    await check(folder, '--prune-baseline')
    expect(adopted(folder)).toEqual(['b three 1'])
  })

  test('is ignored by compile', async () => {
    const folder = await folderWith(project)
    await check(folder, '--write-baseline')
    expect((await scenewright(['compile'], { cwd: folder })).code).toBe(2)
  })

  test.each([
    ['that is truncated', '{\n  "version": 1,\n  "findings": [\n', ':4:1: ', 'is not JSON'],
    ['with one comma too many', '{\n  "version": 1,\n  "findings": [],\n}\n', ':4:1: ', 'is not JSON'],
    ['with conflict markers', '{\n<<<<<<< a\n"version": 1\n=======\n>>>>>>> b\n}', ':2:1: ', 'merge conflict'],
    ['of a newer version', '{ "version": 2, "adopted": {} }', '', 'newer Scenewright'],
    ['that is another document', '{ "name": "x" }', ':1:1: ', 'is no baseline'],
    ['that is a list', '[]', ':1:1: ', 'is no baseline'],
    [
      'with an invalid entry',
      '{ "version": 1, "findings": [\n { "scenario": "a", "rule": "x/y", "count": 1 },\n { "scenario": "a", "rule": "x/y", "count": 0 }\n] }',
      ':3:45: ',
      'an invalid entry',
    ],
    [
      'with an entry without a place',
      '{ "version": 1, "findings": [{ "rule": "x/y", "count": 1 }] }',
      ':1:30: ',
      'an invalid entry',
    ],
    ['that is binary', '\u0000', ':1:1: ', 'is not JSON'],
  ])('%s is an error at its place, and is not overwritten', async (_what, text, place, message) => {
    const folder = await folderWith({ ...project, [file]: text })
    for (const args of [[], ['--write-baseline'], ['--prune-baseline']]) {
      const { code, found, stderr } = await check(folder, ...args)
      expect({ code, found }).toEqual({ code: 2, found: [] })
      expect(stderr).toContain(`${file}${place}`)
      expect(stderr).toContain(message)
    }
    expect(read(folder)).toBe(text)
  })

  test('is not a folder or an endless file', async () => {
    const folder = await folderWith(project)
    mkdirSync(join(folder, file))
    expect(await check(folder, '--write-baseline')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not a file'),
    })
    expect(statSync(join(folder, file)).isDirectory()).toBe(true)
    writeFileSync(join(folder, 'large.json'), Buffer.alloc(33 * 1024 * 1024, ' '))
    const { code, stderr } = await check(folder, '--baseline', 'large.json')
    expect(code).toBe(2)
    expect(stderr).toContain('the maximum for a baseline')
  })

  test('is never a source, and another file is not to be deleted', async () => {
    const folder = await folderWith({ ...project, 'notes.md': '# Notes\n' })
    const refused = async (name: string) => (await check(folder, '--write-baseline', '--baseline', name)).stderr
    expect(await refused('new.scenario.yaml')).toContain('has the name of a source or a config')
    expect(existsSync(join(folder, 'new.scenario.yaml'))).toBe(false)
    expect(await refused('notes.md')).toMatch(/is not JSON.*use another file/s)
  })

  test.each([
    [['--baseline', 'none.json'], 'there is no baseline "none.json"'],
    [['--prune-baseline'], `there is no baseline "${file}"`],
    [['--prune-baseline', '--write-baseline'], 'cannot be used together'],
  ])('cannot be used with %j, and the error says so', async (args, message) => {
    const folder = await folderWith(project)
    const { code, stderr } = await check(folder, ...args)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
    expect(existsSync(join(folder, file))).toBe(false)
  })

  test('of the config cannot be outside of the project', async () => {
    const folder = await folderWith({ ...project, 'scenewright.config.yaml': 'baseline: ../known.json\n' })
    const { code, stderr } = await check(folder, '--write-baseline')
    expect(code).toBe(2)
    expect(stderr).toContain('scenewright.config.yaml:1:1: The baseline')
  })
})
