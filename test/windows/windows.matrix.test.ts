import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { copyFile, cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findingsFormatNames } from '../../packages/scenewright/src/commands/check/formats/index.ts'
import { exampleBots } from '../../packages/scenewright/test/run.ts'
import { byTier } from '../tier.ts'
import { fetchNode } from './fetch-node.ts'
import { type Outcome, runToFiles, startWine, type Wine, wineProgram } from './wine.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const bin = join(root, 'packages/scenewright/bin/scenewright.cjs')

// Where the tests are the last word, as in CI, Wine has to be there.
const isNeeded = process.env.SCENEWRIGHT_TEST_WINE === 'required'
const isFull = byTier({ once: false, full: true })
const isWanted = isFull && (isNeeded || existsSync(wineProgram))
/** Node for Windows, or why there is none: it is downloaded once. */
const node = isWanted ? await fetchNode().catch((error: unknown) => error) : undefined
if (isNeeded && node instanceof Error) throw node
const isRun = typeof node === 'string'
const reason = whyNot()

function whyNot(): string {
  if (!isFull) return ' (skipped: runs in npm run test:full)'
  if (!isWanted) return ' (skipped: no Wine)'
  return isRun ? '' : ' (skipped: Node for Windows could not be downloaded)'
}

const temporary = mkdtempSync(join(tmpdir(), 'scenewright-windows-'))
let wine: Wine

beforeAll(async () => {
  if (isRun) wine = await startWine(node)
})

afterAll(async () => {
  if (isRun) await wine.stop()
  rmSync(temporary, { recursive: true, force: true })
})

/** The same project twice: one for this system, one for Windows. */
interface Twins {
  readonly here: string
  readonly windows: string
}

describe.skipIf(!isRun)(`on Windows, under Wine${reason}`, () => {
  describe.each(exampleBots)('the %s', name => {
    let twins: Twins
    beforeAll(async () => {
      twins = await copyOf(name)
    })

    test.each([
      ['check'],
      ['check', '--format', 'json', '--fail-on', 'info'],
      ['fmt', '--check'],
      ['test', '--coverage'],
      ['lab', '--format', 'json'],
      ['graph', '--format', 'dot'],
      ['doctor'],
      ['score', 'where is my order'],
      ['simulate', 'where is my order', '--format', 'json'],
    ])('%s %s works as it does here', async (...args) => {
      const { here, windows } = await both(twins, args)
      expect(windows).toEqual(here)
      expect(here.code).toBe(0)
      expect(filesOf(twins.windows)).toEqual(filesOf(twins.here))
    })

    test('it compiles to the same bytes', async () => {
      await bothAlike(twins, ['compile'], 0)
      const documents = documentsOf(twins.windows)
      expect(documents).toEqual(documentsOf(twins.here))
      expect(documents['build/manifest.json']).toBeDefined()
      expect(Object.keys(documents).length).toBeGreaterThan(5)
    })

    test('a second check, from the cache, has the same output', async () => {
      const first = await bothAlike(twins, ['check', '--format', 'json'], 0)
      expect(existsSync(join(twins.windows, '.scenewright/cache'))).toBe(true)
      expect(await bothAlike(twins, ['check', '--format', 'json'], 0)).toEqual(first)
    })

    test('it is found from a folder below', async () => {
      const { here, windows } = await both(twins, ['check', '--format', 'json'], 'scenarios')
      expect(windows).toEqual(here)
      expect(here.code).toBe(0)
    })

    test('with CRLF line ends it is formatted, and compiles to the same bytes', async () => {
      const checkout = await copyOf(name)
      writeWithCrlf(checkout.windows)
      await bothAlike(checkout, ['fmt', '--check'], 0)
      await bothAlike(checkout, ['compile'], 0)
      expect(documentsOf(checkout.windows)).toEqual(documentsOf(checkout.here))
    })
  })

  describe('a project with findings', () => {
    test.each(findingsFormatNames)('has them at the same places, as %s', async format => {
      const twins = newTwins(faulty)
      const { stdout } = await bothAlike(twins, ['check', '--format', format], 1)
      expect(stdout).toMatch(/scenarios\/billing\/refund\.scenario\.yaml/)
    })

    test('has them at the same places with CRLF line ends, and is fixed the same way', async () => {
      const twins = newTwins(faulty)
      writeWithCrlf(twins.windows)
      await bothAlike(twins, ['check', '--format', 'json'], 1)
      await bothAlike(twins, ['check', '--fix'], 0)
      const fixed = filesOf(twins.here)
      expect(fixed['scenarios/billing/refund.scenario.yaml']).not.toBe(faulty['scenarios/billing/refund.scenario.yaml'])
      expect(filesOf(twins.windows)).toEqual(mapped(fixed, text => text.replaceAll('\n', '\r\n')))
    })

    test('keeps the ones of a baseline, with any line ends', async () => {
      const twins = newTwins(faulty)
      await bothAlike(twins, ['check', '--write-baseline'], 0)
      expect(filesOf(twins.windows)).toEqual(filesOf(twins.here))
      writeWithCrlf(twins.windows)
      const { stdout } = await bothAlike(twins, ['check', '--format', 'json'], 0)
      expect(JSON.parse(stdout).summary.suppressed).toBeGreaterThan(1)
    })
  })

  test.each([
    ['a folder on another drive', 'C:/Windows/words.ts'],
    ['a folder relative to a drive', './C:words.ts'],
    ['a folder above, by backslashes', '.\\\\..\\\\..\\\\words.ts'],
    ['a folder above', '../../words.ts'],
    ['a share', '\\\\\\\\server\\\\share\\\\words.ts'],
  ])('an import from %s is rejected', async (_where, specifier) => {
    const source = `import { words } from '${specifier}'\nexport default words\n`
    const twins = newTwins({ 'a.scenario.ts': source, 'scenewright.config.yaml': 'sources: ["."]\n' })
    for (const folder of [twins.here, twins.windows]) write(dirname(folder), { 'words.ts': 'export const words = 1\n' })
    const { here, windows } = await both(twins, ['check', '--format', 'json'])
    expect([here.code, windows.code]).toEqual([1, 1])
    expect(JSON.parse(windows.stdout).findings).toMatchObject([
      { rule: 'source/not-static', range: { start: { line: 1 } } },
    ])
  })

  test('an import whose case differs from the file is rejected, as on Linux', async () => {
    const source = "import { words } from './shared/words.ts'\nexport default words\n"
    const files = { 'scenarios/a.scenario.ts': source, 'scenarios/Shared/Words.ts': 'export const words = 1\n' }
    const { here, windows } = await both(newTwins(files), ['check', '--format', 'json'])
    expect([here.code, windows.code]).toEqual([1, 1])
    expect(JSON.parse(windows.stdout).findings).toMatchObject([
      { rule: 'source/not-static', message: expect.stringContaining('"scenarios/Shared/Words.ts"') },
    ])
  })

  test.each(['..\\other', 'C:other', 'C:\\Windows', '\\Windows', '\\\\server\\share'])(
    'a folder of sources "%s" is rejected',
    async folder => {
      const twins = newTwins({ 'scenewright.config.yaml': `sources: ['${folder}']\n` })
      const { code, stderr } = await onWindows(twins, ['check'])
      expect([code, stderr]).toEqual([2, expect.stringContaining('outside the project')])
    },
  )

  test.each(['aux', 'billing/nul', 'what?', 'a:b', 'billing./a'])(
    'a key "%s", which cannot be a file name, is rejected before anything is written',
    async key => {
      const twins = newTwins({ 'scenarios/a.scenario.yaml': `key: "${key}"\n${sound}` })
      const { code, stderr } = await onWindows(twins, ['compile'])
      expect([code, stderr]).toEqual([2, expect.stringContaining('Windows')])
      expect(existsSync(join(twins.windows, 'build'))).toBe(false)
    },
  )

  test('decompile writes to no device', async () => {
    const twins = newTwins({ 'scenarios/a.scenario.yaml': sound })
    await bothAlike(twins, ['compile'], 0)
    const { code, stderr } = await onWindows(twins, ['decompile', 'build/a.json', '--out', 'nul.scenario.yaml'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('device')])
    await bothAlike(twins, ['decompile', 'build/a.json', '--out', 'b.scenario.yaml'], 0)
    expect(filesOf(twins.windows)).toEqual(filesOf(twins.here))
  })

  test('a key that changes only its case keeps its document', async () => {
    const twins = newTwins({ 'scenarios/a.scenario.yaml': `key: Refund\n${sound}` })
    await bothAlike(twins, ['compile'], 0)
    for (const folder of [twins.here, twins.windows])
      write(folder, { 'scenarios/a.scenario.yaml': `key: refund\n${sound}` })
    await bothAlike(twins, ['compile'], 0)
    expect(Object.keys(documentsOf(twins.windows))).toEqual(['build/manifest.json', 'build/refund.json'])
  })

  test('a git.exe in the project is not run', async () => {
    const twins = newTwins({ 'scenarios/a.scenario.yaml': sound })
    await copyFile(String(node), join(twins.windows, 'git.exe'))
    const { code, stderr } = await onWindows(twins, ['check', '--changed'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('git not found')])
  })

  test('a git.exe in a folder of the PATH is run', async () => {
    const twins = newTwins({ 'scenarios/a.scenario.yaml': sound })
    const tools = join(temporary, 'tools')
    mkdirSync(tools)
    // Node in its place: it refuses the first option that git is given.
    await copyFile(String(node), join(tools, 'git.exe'))
    const { code, stderr } = await wine.runNode(twins.windows, [bin, 'check', '--changed'], windowsPath(tools))
    expect([code, stderr]).toEqual([2, expect.stringContaining('bad option: --no-pager')])
  })

  test('custom rules are loaded', async () => {
    const twins = newTwins({
      'scenarios/a.scenario.yaml': sound,
      'scenewright.config.yaml': 'custom_rules: tools\\..\\tools\\rules.mjs\n',
      'tools/rules.mjs': ownRule,
    })
    write(twins.here, { 'scenewright.config.yaml': 'custom_rules: tools/../tools/rules.mjs\n' })
    const { stdout } = await bothAlike(twins, ['check', '--allow-custom-rules', '--format', 'json'], 1)
    expect(stdout).toContain('team/title')
  })

  test('init writes the same project, which is sound', async () => {
    const twins = newTwins({ '.gitignore': 'secret\n' })
    await bothAlike(twins, ['init'], 0)
    expect(filesOf(twins.windows)).toEqual(filesOf(twins.here))
    await bothAlike(twins, ['init', 'below/another'], 0)
    await bothAlike(twins, ['check', '--fail-on', 'info'], 0)
    await bothAlike(twins, ['test'], 0)
    await bothAlike(twins, ['init'], 2)
  })

  test('an unknown command, an unknown file and --version end as they do here', async () => {
    const twins = newTwins({ 'scenarios/a.scenario.yaml': sound })
    await bothAlike(twins, ['chekc'], 2)
    await bothAlike(twins, ['check', 'scenarios/b.scenario.yaml'], 2)
    await bothAlike(twins, ['--version'], 0)
  })

  test('paths can have either slash', async () => {
    const twins = newTwins(faulty)
    const files = async (path: string) => {
      const { code, stdout } = await onWindows(twins, ['check', '--format', 'json', path])
      return [code, ...JSON.parse(stdout).findings.map((each: { file: string }) => each.file)]
    }
    const expected = await files('scenarios/billing/refund.scenario.yaml')
    expect(expected).toContain('scenarios/billing/refund.scenario.yaml')
    expect(await files('scenarios\\billing\\refund.scenario.yaml')).toEqual(expected)
    expect(await files('.\\scenarios/billing\\')).toEqual(expected)
  })
})

const sound = `title: Refund
trigger_description: The customer asks about a refund.
flow:
  nodes:
    answer: { text: It takes a week., next: done }
    done: END
`

/** An unknown target, a title of the wrong type that a fix cannot help, a fixable pair of examples, and a bad import. */
const faulty = {
  'scenewright.config.yaml': 'rules: { "trigger/*": off }\n',
  'scenarios/billing/refund.scenario.yaml': `title: Refund
trigger_description: The customer asks about a refund.
examples: [Where is my refund?]
flow:
  nodes:
    wait:
      text: It takes a week.   # how long
      next: contcat
    contact:
      text: |
        Write to us:
        by mail
      next: done
    done: END
`,
  'scenarios/order.scenario.ts': `import { end, reply, scenario } from 'scenewright'
import { words } from '../shared/words.ts'

export default scenario({
  title: 'Order',
  trigger_description: 'The customer asks about an order.',
  flow: { nodes: { answer: reply(words, { next: 'doen' }), done: end() } },
})
`,
  'shared/words.ts': 'export const words = `It is\non its way.`\n',
}

const ownRule = `export default [{
  scope: 'scenario',
  id: 'team/title',
  level: 'error',
  summary: 'A title has two words.',
  check: ({ report }) => report({ message: 'One word alone', at: ['scenario', 'title'] }),
}]
`

type Files = Readonly<Record<string, string>>

function mapped(files: Files, change: (text: string) => string): Files {
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [file, change(text)]))
}

function documentsOf(folder: string): Files {
  return Object.fromEntries(Object.entries(filesOf(folder)).filter(([file]) => file.startsWith('build/')))
}

/** A copy of an example bot, in a folder whose name is awkward. */
async function copyOf(name: string): Promise<Twins> {
  const twins = newTwins()
  for (const folder of [twins.here, twins.windows]) {
    const filter = (path: string) => !/[\\/](?:\.scenewright|build)(?:[\\/]|$)/.test(path)
    await cp(join(root, 'scenarios', name), folder, { recursive: true, filter })
  }
  return twins
}

let made = 0
function newTwins(files: Files = {}): Twins {
  made += 1
  const folderOf = (system: string) => join(temporary, system, `Bot ${made} für Müller & Söhne`)
  const twins = { here: folderOf('here'), windows: folderOf('windows') }
  for (const folder of [twins.here, twins.windows]) {
    mkdirSync(folder, { recursive: true })
    write(folder, files)
  }
  return twins
}

function write(folder: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

function writeWithCrlf(folder: string): void {
  for (const [file, text] of Object.entries(filesOf(folder))) {
    writeFileSync(join(folder, file), text.replaceAll('\n', '\r\n'))
  }
}

/** Runs the command line here and on Windows, below the two folders. */
async function both(twins: Twins, args: readonly string[], below = ''): Promise<{ here: Outcome; windows: Outcome }> {
  const here = await runToFiles(
    {
      cwd: join(twins.here, below),
      // Neither side has git, or the command on its PATH, so that both advise the same.
      env: { PATH: '', HOME: temporary, LC_ALL: 'C.UTF-8' },
      output: join(temporary, 'here'),
    },
    process.execPath,
    [bin, ...args],
  )
  const windows = await wine.runNode(join(twins.windows, below), [bin, ...args])
  return { here: neutral(here, twins.here), windows: neutral(windows, windowsPath(twins.windows)) }
}

/** The same, and what the run printed: it must be the same on both systems, and end so. */
async function bothAlike(twins: Twins, args: readonly string[], code: number): Promise<Outcome> {
  const { here, windows } = await both(twins, args)
  expect(windows).toEqual(here)
  expect(windows.code).toBe(code)
  return windows
}

function onWindows({ windows }: Twins, args: readonly string[]): Promise<Outcome> {
  return wine.runNode(windows, [bin, ...args])
}

function windowsPath(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`
}

/** Without what differs between the systems: the version of Node, and absolute paths. */
function neutral({ code, stdout, stderr }: Outcome, folder: string): Outcome {
  const named = stderr.replaceAll(folder, '<project>').replace(/<project>[^"]*/g, path => path.replaceAll('\\', '/'))
  return { code, stdout: stdout.replace(/ on Node \d+\.\d+\.\d+/, ' on Node 0.0.0'), stderr: named }
}

/** All files below a folder but the cache, each with its text. */
function filesOf(folder: string): Files {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const files = names.filter(name => !name.startsWith('.scenewright') && statSync(join(folder, name)).isFile())
  return Object.fromEntries(files.map(file => [file, readFileSync(join(folder, file), 'utf8')]))
}
