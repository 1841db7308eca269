import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { copyOf, exampleBot, exampleBots, folderWith, scenewright } from './run.ts'

describe('compile', () => {
  test.each(exampleBots)('has the same bytes in two folders, another time zone and locale (%s)', async name => {
    const [first, second] = [await copyOf(name), await copyOf(name)]
    const one = await scenewright(['compile'], { cwd: first, env: { TZ: 'UTC', LC_ALL: 'C' } })
    const other = await scenewright(['compile'], {
      cwd: second,
      env: { TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' },
    })
    expect([one.code, other.code]).toEqual([0, 0])
    expect(bytesBelow(join(second, 'build'))).toEqual(bytesBelow(join(first, 'build')))
  })

  test.each(exampleBots)('of decompiled sources has the same document (%s)', async name => {
    const cwd = await copyOf(name)
    await scenewright(['compile'], { cwd })
    const back = await folderWith({ 'scenewright.config.yaml': '' })
    for (const document of documentsBelow(join(cwd, 'build'))) {
      const out = `scenarios/${document.replace('.json', '.scenario.yaml')}`
      const { code } = await scenewright(['decompile', join(cwd, 'build', document), '--out', out], { cwd: back })
      expect(code, document).toBe(0)
    }
    await scenewright(['compile'], { cwd: back })
    for (const document of documentsBelow(join(cwd, 'build'))) {
      expect(readFileSync(join(back, 'build', document), 'utf8')).toBe(
        readFileSync(join(cwd, 'build', document), 'utf8'),
      )
    }
  })

  test('lists the written files, as JSON and in the manifest', async () => {
    const cwd = await copyOf('clinic')
    const { stdout } = await scenewright(['compile', '--format', 'json', '--out', 'out'], { cwd })
    const { documents } = JSON.parse(stdout)
    expect(documents).toHaveLength(8)
    const manifest = JSON.parse(readFileSync(join(cwd, 'out/manifest.json'), 'utf8'))
    expect(manifest.documents).toEqual(
      documents.map(({ key, source, hash }: Record<string, string>) => ({ key, source, hash })),
    )
    for (const { file } of documents) expect(() => JSON.parse(readFileSync(join(cwd, file), 'utf8'))).not.toThrow()
  })

  test('removes only the document of a removed source', async () => {
    const cwd = await copyOf('clinic')
    await scenewright(['compile'], { cwd })
    await writeFile(join(cwd, 'build/mine.txt'), 'kept')
    const [gone = ''] = documentsBelow(join(cwd, 'build'))
    await rm(join(cwd, 'scenarios', gone.replace('.json', '.scenario.yaml')))
    await scenewright(['compile'], { cwd })
    const left = readdirSync(join(cwd, 'build'), { recursive: true })
    expect(left).not.toContain(gone)
    expect(left).toContain('mine.txt')
  })

  test('writes nothing, and exits with 2 and the findings, if a flow is broken', async () => {
    const cwd = await folderWith({
      'scenarios/a.scenario.yaml':
        'title: A\ntrigger_description: B\nflow:\n  nodes:\n    a: { text: hi, next: b }\n    done: END\n',
    })
    const { code, stderr } = await scenewright(['compile'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('graph/unknown-target')
    expect(() => readdirSync(join(cwd, 'build'))).toThrow()
  })

  test('writes nothing if a source cannot be read, whatever the config and its comments accept', async () => {
    const cwd = await folderWith({
      'scenewright.config.yaml':
        'rules: { "*": off }\nsuppress: [{ rule: source/syntax, files: "**", reason: later }]\n',
      'scenarios/a.scenario.yaml': 'title: A\ntrigger_description: A\nflow: { nodes: { done: END } }\n',
      'scenarios/b.scenario.yaml': '# scenewright-ignore source/syntax: later\ntitle: [B\n',
    })
    const { code, stderr } = await scenewright(['compile'], { cwd })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('source/syntax') })
    expect(readdirSync(cwd)).not.toContain('build')
  })

  test('writes nothing if a document would have the name of the manifest', async () => {
    const cwd = await folderWith({
      'scenarios/manifest.scenario.yaml': 'title: A\ntrigger_description: A\nflow: { nodes: { done: END } }\n',
    })
    const { code, stderr } = await scenewright(['compile'], { cwd })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('the document of "manifest"') })
    expect(readdirSync(cwd)).not.toContain('build')
    const { stdout } = await scenewright(['compile', '--stdout', 'scenarios/manifest.scenario.yaml'], { cwd })
    expect(JSON.parse(stdout).scenario.title).toBe('A')
  })

  test.each([
    ['2028-02-29T23:30:00+05:00', 0],
    ['2026-02-29T00:00:00Z', 2],
    ['2026-04-31T12:00Z', 2],
    ['2026-13-01T00:00:00Z', 2],
    ['2026-05-01T25:00:00Z', 2],
  ])('--exported-at %s exits with %i', async (time, code) => {
    const cwd = await folderWith({
      'scenarios/a.scenario.yaml': 'title: A\ntrigger_description: A\nflow: { nodes: { done: END } }\n',
    })
    expect(await scenewright(['compile', '--exported-at', time], { cwd })).toMatchObject({ code })
    expect(readdirSync(cwd).includes('build')).toBe(code === 0)
  })

  test.each([
    ['x.json/y', '"x.json" would be a file and the folder of "x.json/y.json"'],
    ['e'.repeat(250), 'is too long for the name of a file'],
  ])('writes nothing if a document cannot have its name: %s', async (key, fault) => {
    const text = 'title: A\ntrigger_description: A\nflow: { nodes: { done: END } }\n'
    const cwd = await folderWith({
      'scenarios/x.scenario.yaml': text,
      'scenarios/z.scenario.yaml': `key: ${key}\n${text.replace('A', 'B')}`,
    })
    const { code, stderr } = await scenewright(['compile'], { cwd })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(fault) })
    expect(stderr).toContain('rename the source, or change its key')
    expect(readdirSync(cwd)).not.toContain('build')
  })

  test.each(['a.json', 'manifest.json'])('a file %s of another kind is not replaced', async name => {
    const source = 'title: A\ntrigger_description: B\nflow:\n  nodes:\n    a: { text: hi, next: done }\n    done: END\n'
    const cwd = await folderWith({ 'scenarios/a.scenario.yaml': source, [name]: '{ "name": "my-bot" }\n' })
    const { code, stderr } = await scenewright(['compile', '--out', '.'], { cwd })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('is not a compiled document') })
    expect(readFileSync(join(cwd, name), 'utf8')).toBe('{ "name": "my-bot" }\n')
    rmSync(join(cwd, name))
    for (const _time of [1, 2]) expect(await scenewright(['compile', '--out', '.'], { cwd })).toMatchObject({ code: 0 })
    // Without the list of documents, such as one in a folder of exports.
    rmSync(join(cwd, 'manifest.json'))
    expect(await scenewright(['compile', '--out', '.'], { cwd })).toMatchObject({ code: 0 })
  })

  test('a link in the output, as a checkout may contain one, is replaced, and what it leads to stays as it is', async () => {
    const cwd = await copyOf('clinic')
    await scenewright(['compile'], { cwd })
    const [document = ''] = documentsBelow(join(cwd, 'build'))
    const other = join(cwd, 'notes.txt')
    await writeFile(other, 'kept')
    await rm(join(cwd, 'build', document))
    await symlink(other, join(cwd, 'build', document))
    expect((await scenewright(['compile'], { cwd })).code).toBe(0)
    expect(readFileSync(other, 'utf8')).toBe('kept')
    expect(lstatSync(join(cwd, 'build', document)).isFile()).toBe(true)
  })

  test('leaves no part of a document that cannot be written', async () => {
    const cwd = await folderWith({
      'scenarios/a.scenario.yaml':
        'title: A\ntrigger_description: B\nflow:\n  nodes:\n    a: { text: hi, next: done }\n    done: END\n',
      'build/a.json/b': '',
    })
    const { code, stderr } = await scenewright(['compile', '--out', 'build'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringMatching(/cannot write to ".*a\.json": it is a folder\n/)])
    expect(readdirSync(join(cwd, 'build'))).toEqual(['a.json'])
    const below = await scenewright(['compile', '--out', 'scenarios/a.scenario.yaml'], { cwd })
    expect([below.code, below.stderr]).toEqual([2, expect.stringContaining(': a part of its path is not a folder\n')])
  })

  test('--stdout prints the one document of a source', async () => {
    const cwd = exampleBot('clinic')
    const [source = ''] = readdirSync(join(cwd, 'scenarios'), { recursive: true, encoding: 'utf8' }).filter(file =>
      file.endsWith('.scenario.yaml'),
    )
    const { code, stdout } = await scenewright(['compile', '--stdout', join('scenarios', source)], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ format: 'service.bot-scenario', schema_version: 2 })
  })
})

function documentsBelow(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return files.filter(file => file.endsWith('.json') && file !== 'manifest.json')
}

function bytesBelow(folder: string): Record<string, string> {
  const files = [...documentsBelow(folder), 'manifest.json']
  return Object.fromEntries(
    files.map(file => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]),
  )
}
