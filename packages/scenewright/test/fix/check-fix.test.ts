import { readFileSync, statSync } from 'node:fs'
import { chmod, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { copyOf, folderWith, scenewright } from '../run.ts'

const hours = `title: Opening hours
trigger_description: The customer asks when the shop is open.
examples:
  - When are you open?
  - Are you open on Sunday # from the chat
  - Opening hours please
flow: { nodes: { hours: { text: From nine to five., next: done }, done: END } }
`

const repeated = hours.replace('flow:', '  - when are you OPEN # from the mail\nflow:')

function change(root: string, file: string, from: string | RegExp, to: string): Promise<void> {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  expect(text.replace(from, to)).not.toBe(text)
  return writeFile(path, text.replace(from, to))
}

describe('a shop with seeded mistakes', () => {
  const points = 'scenarios/delivery/pickup-point.scenario.yaml'
  const times = 'scenarios/delivery/times.scenario.yaml'
  const status = 'scenarios/orders/status.scenario.ts'
  const files = [points, times, status]

  test.each([[[]], [['--no-cache']]])('is the shop again after the fix: %j', async options => {
    const cwd = await copyOf('shop')
    const texts = () => files.map(file => readFileSync(join(cwd, file), 'utf8'))
    const old = texts()
    await change(cwd, points, 'exclusions:', '  - Send it to a parcel locker!\nexclusions:')
    await change(cwd, points, 'next: code', 'next: coed')
    await change(cwd, points, 'title: Code and', 'title: "Code\\u200B and"')
    await change(cwd, points, 'title: "Code\\u200B and" identity card', 'title: "Code\\u200B and identity card"')
    await change(cwd, times, 'delivery time\n', 'deli\u200bvery time\n')
    await change(cwd, times, 'from Monday to Friday by', 'from Monday\u2060 to Friday by')
    await change(cwd, times, 'next: cut_off', 'next:   cut_of')
    await change(cwd, status, "'Where is my order?',\n", "'Where is my order?',\n    'where is my order',\n")
    await change(cwd, status, "start: 'stages'", "start: 'stags'")
    const { code, stdout, stderr } = await scenewright(['check', '--fix', ...options], { cwd })
    expect([code, stdout]).toEqual([0, ''])
    // The spaces and quotes that were changed by hand are no findings, so they stay, until `fmt` changes them.
    const [fixedPoints, fixedTimes] = texts()
    expect(fixedPoints).toBe(old[0]?.replace('title: Code and identity card', 'title: "Code and identity card"'))
    expect(fixedTimes).toBe(old[1]?.replace('next: cut_off', 'next:   cut_off'))
    expect(stderr).toContain('8 findings fixed in 3 files\n')
    expect((await scenewright(['fmt'], { cwd })).code).toBe(0)
    expect(texts()).toEqual(old)
    expect((await readdir(join(cwd, 'scenarios/delivery'))).filter(name => name.endsWith('.part'))).toEqual([])
  })
})

describe('check --fix', () => {
  test('reports unfixable findings, at their new place', async () => {
    const lost = repeated.replace('next: done', 'next: somewhere')
    const cwd = await folderWith({ 'scenarios/hours.scenario.yaml': lost })
    const { code, stdout } = await scenewright(['check', '--fix', '--format', 'json'], { cwd })
    const { findings } = JSON.parse(stdout)
    expect(code).toBe(1)
    expect(findings.map(({ rule, range }: { rule: string; range: object }) => [rule, range])).toEqual([
      ['graph/unknown-target', { start: { line: 8, column: 59 }, end: { line: 8, column: 68 } }],
    ])
    const mended = readFileSync(join(cwd, 'scenarios/hours.scenario.yaml'), 'utf8')
    expect(mended).toBe(lost.replace('  - when are you OPEN #', '  #'))
  })

  test('does not touch suppressed and unselected findings', async () => {
    const suppressed = repeated.replace(
      '  - when',
      '  # scenewright-ignore trigger/duplicate-example: both are heard\n  - when',
    )
    const cwd = await folderWith({
      'scenarios/a/hours.scenario.yaml': suppressed,
      'scenarios/b/hours.scenario.yaml': repeated.replace('title: ', 'title:  '),
    })
    const { stderr } = await scenewright(['check', '--fix', 'scenarios/a'], { cwd })
    expect(stderr).toContain('nothing to fix\n')
    expect(readFileSync(join(cwd, 'scenarios/a/hours.scenario.yaml'), 'utf8')).toBe(suppressed)
    expect(readFileSync(join(cwd, 'scenarios/b/hours.scenario.yaml'), 'utf8')).toContain('title:  ')
  })

  test('keeps the mode, the byte order mark and the line ends of TypeScript, and writes through a link', async () => {
    const text = `\ufeffimport { end, reply, scenario } from 'scenewright'\r\n\r\nexport default scenario({\r
  title: 'Opening hours',\r\n  trigger_description: 'The customer asks when we are open.',\r
  examples: ['When are you open?', 'Are you open on Sunday', 'Opening hours please', 'when are you open'],\r
  flow: { nodes: { hours: reply('From nine to five.', { next: 'done' }), done: end() } },\r\n})\r\n`
    const cwd = await folderWith({ 'shared/hours.ts': text, 'scenarios/readme.md': '' })
    await symlink('../shared/hours.ts', join(cwd, 'scenarios/hours.scenario.ts'))
    await chmod(join(cwd, 'shared/hours.ts'), 0o640)
    const { code, stderr } = await scenewright(['check', '--fix'], { cwd })
    expect([code, stderr.split('\n')[0]]).toEqual([0, '1 finding fixed in 1 file'])
    expect(readFileSync(join(cwd, 'shared/hours.ts'), 'utf8')).toBe(text.replace(", 'when are you open'", ''))
    expect(statSync(join(cwd, 'shared/hours.ts')).mode & 0o777).toBe(0o640)
  })

  test('restores a file that would have other errors, and says so', async () => {
    const endless = hours.replace('next: done }, done: END }', 'next: hour } }')
    const cwd = await folderWith({ 'scenarios/hours.scenario.yaml': endless })
    const { code, stderr } = await scenewright(['check', '--fix'], { cwd })
    expect([code, readFileSync(join(cwd, 'scenarios/hours.scenario.yaml'), 'utf8')]).toEqual([1, endless])
    expect(stderr).toContain('scenarios/hours.scenario.yaml:7 was not fixed (graph/unknown-target)')
  })

  test('fixes a text in a file whose other errors appear only then', async () => {
    const source = hours.replace('- When are', '- When: are').replace('next: done }, done', 'next: elsewhere }, done')
    const cwd = await folderWith({ 'scenewright.config.yaml': 'bot: {}\n', 'scenarios/a.scenario.yaml': source })
    const { code, stdout, stderr } = await scenewright(['check', '--fix'], { cwd })
    expect(code).toBe(1)
    expect(stderr).toContain('1 finding fixed in 1 file')
    expect(stdout).toContain('graph/')
    expect(stdout).not.toContain('source/needs-quotes')
    const fixed = readFileSync(join(cwd, 'scenarios/a.scenario.yaml'), 'utf8')
    expect(fixed).toBe(source.replace('When: are you open?', '"When: are you open?"'))
  })

  test('fixes a text with a "!", which hides the errors in fields and other texts', async () => {
    const source = hours.replace('- When', '- ! When').replace('- Are', '- Are: you\n  - Is: it\n  - Are')
    const cwd = await folderWith({ 'scenarios/a.scenario.yaml': `titel: x\n${source}` })
    const { stdout, stderr } = await scenewright(['check', '--fix'], { cwd })
    expect(stderr).toContain('3 findings fixed in 1 file')
    expect(stdout).toContain('source/schema')
    const fixed = readFileSync(join(cwd, 'scenarios/a.scenario.yaml'), 'utf8')
    expect(fixed).toContain('- "! When are you open?"\n  - "Are: you"\n  - "Is: it"\n')
  })

  test('writes nothing if there is nothing to fix, and skips files that do not parse', async () => {
    const broken = 'title: "open\n'
    const cwd = await folderWith({ 'scenarios/hours.scenario.yaml': hours, 'scenarios/broken.scenario.yaml': broken })
    const before = statSync(join(cwd, 'scenarios/hours.scenario.yaml')).mtimeMs
    const { code, stderr } = await scenewright(['check', '--fix'], { cwd })
    expect([code, stderr.split('\n')[0]]).toEqual([1, 'nothing to fix'])
    expect(statSync(join(cwd, 'scenarios/hours.scenario.yaml')).mtimeMs).toBe(before)
    expect(readFileSync(join(cwd, 'scenarios/broken.scenario.yaml'), 'utf8')).toBe(broken)
  })
})
