import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-protocol'
import { byTier } from '../../../../test/tier.ts'
import { folderWith, scenewright } from '../run.ts'
import { type Editor, editorAt } from './editor.ts'
import { editedText, initialTexts, otherNames, wholeTexts } from './random-texts.ts'

/** The number of random edits. The findings are compared with those of `check` after each batch. */
const { edits, batch } = byTier({ once: { edits: 120, batch: 8 }, full: { edits: 10_000, batch: 10 } })
const root = realpathSync.native(await folderWith({}))

const configFile = 'scenewright.config.yaml'

const step = fc.record({
  kind: fc.constantFrom(
    ...(['open', 'change', 'change', 'change', 'change', 'change', 'undo', 'undo', 'save', 'close'] as const),
    ...(['delete', 'rename', 'write', 'create', 'configure'] as const),
  ),
  pick: fc.nat(),
  tape: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Opened {
  text: string
  readonly before: string[]
}

/** An editor and the disk, and a copy of the project as the editor shows it, which `check` reads. */
interface World {
  readonly editor: Editor
  readonly cwd: string
  readonly copy: string
  readonly disk: Map<string, string>
  readonly open: Map<string, Opened>
  /** The texts of the copy. */
  readonly copied: Map<string, string>
}

async function act(world: World, { kind, pick, tape }: Step): Promise<void> {
  const { editor, cwd, disk, open } = world
  const [some = 0, other = 0] = tape
  const one = <Item>(items: Iterable<Item>): Item | undefined => [...items].toSorted()[pick % [...items].length]
  const write = (file: string, text: string | undefined) => {
    if (text === undefined) rmSync(join(cwd, file), { force: true })
    else {
      mkdirSync(dirname(join(cwd, file)), { recursive: true })
      writeFileSync(join(cwd, file), text)
    }
    if (text === undefined) disk.delete(file)
    else disk.set(file, text)
  }
  const show = async (file: string, text: string) => {
    open.set(file, { text, before: [] })
    await editor.open(file, text)
  }
  const sources = [...disk.keys()].filter(file => file !== configFile)
  switch (kind) {
    case 'open': {
      const file = one(sources.filter(each => !open.has(each)))
      if (file !== undefined) await show(file, disk.get(file) ?? '')
      return
    }
    case 'change':
    case 'undo': {
      const file = one([...open.keys()].filter(each => each !== configFile))
      const document = file === undefined ? undefined : open.get(file)
      if (file === undefined || document === undefined) return
      const former = document.text
      const text = kind === 'undo' ? document.before.pop() : editedText(file, former, tape)
      if (text === undefined || text === former) return
      if (kind === 'change') document.before.push(former)
      document.text = text
      await editor.change(file, ...difference(former, text, editor.server.capabilities.positionEncoding))
      return
    }
    case 'save': {
      const file = one(open.keys())
      if (file === undefined) return
      write(file, open.get(file)?.text)
      await editor.connection.sendNotification('textDocument/didSave', { textDocument: { uri: editor.uri(file) } })
      return editor.changedOnDisk(file)
    }
    case 'close': {
      const file = one(open.keys())
      if (file === undefined) return
      open.delete(file)
      return editor.close(file)
    }
    case 'delete': {
      const file = one(sources)
      if (file === undefined || sources.length < 4) return
      write(file, undefined)
      if (open.delete(file)) await editor.close(file)
      return editor.changedOnDisk(file)
    }
    case 'rename': {
      const file = one(sources)
      const to = otherNames(file ?? '')[some % 3]
      if (file === undefined || to === undefined || disk.has(to) || open.has(to)) return
      const text = disk.get(file) ?? ''
      const shown = open.get(file)
      write(file, undefined)
      write(to, text)
      open.delete(file)
      if (shown !== undefined) await editor.close(file)
      if (shown !== undefined) await show(to, shown.text)
      return editor.changedOnDisk(file, to)
    }
    case 'write': {
      const file = one(sources)
      if (file === undefined) return
      write(file, editedText(file, disk.get(file) ?? '', tape))
      return editor.changedOnDisk(file)
    }
    case 'create': {
      const file = one([...initialTexts.keys()].flatMap(name => [name, ...otherNames(name)]))
      if (file === undefined || disk.has(file) || open.has(file) || file === configFile) return
      const text = wholeTexts(file)[some % wholeTexts(file).length] ?? ''
      // Half of the new files are open before they are on the disk.
      if (some % 2 === 0) return show(file, text)
      write(file, text)
      return editor.changedOnDisk(file)
    }
    case 'configure': {
      const text = wholeTexts(configFile)[some % wholeTexts(configFile).length] ?? ''
      if (other % 2 === 0) {
        write(configFile, text)
        return editor.changedOnDisk(configFile)
      }
      const shown = open.get(configFile)
      if (shown === undefined) return show(configFile, text)
      if (text !== shown.text) {
        await editor.change(configFile, ...difference(shown.text, text, editor.server.capabilities.positionEncoding))
      }
      shown.text = text
      return
    }
  }
}

/** The smallest replaced range, and the text that replaces it, in columns of an encoding. */
function difference(
  before: string,
  now: string,
  encoding: string | undefined,
): Parameters<Editor['change']> extends [unknown, ...infer Rest] ? Rest : never {
  let start = 0
  while (start < Math.min(before.length, now.length) && before[start] === now[start]) start += 1
  let end = 0
  while (end < Math.min(before.length, now.length) - start && before.at(-1 - end) === now.at(-1 - end)) end += 1
  // A client sends no half of a pair.
  if (isWithinPair(before, start) || isWithinPair(now, start)) start -= 1
  if (isWithinPair(before, before.length - end) || isWithinPair(now, now.length - end)) end -= 1
  const position = (offset: number) => {
    // For a client, a carriage return alone ends a line, too.
    const lines = before.slice(0, offset).split(/\r\n|\n|\r/)
    const last = lines.at(-1) ?? ''
    return { line: lines.length - 1, character: encoding === 'utf-8' ? Buffer.byteLength(last) : last.length }
  }
  const range = { start: position(start), end: position(before.length - end) }
  return [now.slice(start, now.length - end), range]
}

/** Whether an offset is between two surrogates, or in a line ending of two characters. */
function isWithinPair(text: string, offset: number): boolean {
  return offset > 0 && /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)/.test(text.slice(offset - 1, offset + 1))
}

/** The texts that count: those in the editor, and those on the disk. */
function presentTexts({ disk, open }: World): ReadonlyMap<string, string> {
  return new Map([...disk, ...Array.from(open, ([file, { text }]) => [file, text] as const)])
}

interface JsonPlace {
  readonly file: string
  readonly range: { readonly start: JsonPosition; readonly end: JsonPosition }
  readonly message: string
}
interface JsonPosition {
  readonly line: number
  readonly column: number
}
interface JsonFinding extends JsonPlace {
  readonly rule: string
  readonly severity: 'error' | 'warning' | 'info'
  readonly help?: string
  readonly related: readonly JsonPlace[]
}

/** What the editor should show, by file, from the JSON of `check` on the copy. Undefined without a usable project. */
async function expectedIn(world: World): Promise<Record<string, readonly unknown[]> | undefined> {
  const { copy, copied, editor } = world
  const present = presentTexts(world)
  for (const file of copied.keys()) if (!present.has(file)) rmSync(join(copy, file))
  for (const [file, text] of present) {
    if (copied.get(file) === text && existsSync(join(copy, file))) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), text)
  }
  copied.clear()
  for (const [file, text] of present) copied.set(file, text)
  const { code, stdout } = await scenewright(['check', '--format', 'json', '--no-cache'], { cwd: copy })
  if (code !== 0 && code !== 1) return undefined
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly JsonFinding[] }
  const point = (file: string, { line, column }: JsonPosition) => {
    const before = (present.get(file)?.split('\n')[line - 1] ?? '').slice(0, column - 1)
    const isBytes = editor.server.capabilities.positionEncoding === 'utf-8'
    return { line: line - 1, character: isBytes ? Buffer.byteLength(before) : column - 1 }
  }
  const range = ({ file, range: { start, end } }: JsonPlace) => ({ start: point(file, start), end: point(file, end) })
  const byFile: Record<string, unknown[]> = {}
  for (const { help, related, ...finding } of findings) {
    byFile[finding.file] ??= []
    byFile[finding.file]?.push({
      code: finding.rule,
      severity: severities[finding.severity],
      message: help === undefined ? finding.message : `${finding.message}\n${help}`,
      range: range(finding),
      related: related.map(place => ({ file: place.file, message: place.message, range: range(place) })),
    })
  }
  return byFile
}

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const

/** What the editor shows, by file, in the form of the expected. */
function shownIn({ editor }: World, files: Iterable<string>): Record<string, readonly unknown[]> {
  const nameOf = (uri: string) => decodeURIComponent(uri.slice(editor.uri('').length).replace(/^\//, ''))
  const shown = [...new Set(files)].map(file => {
    return [
      file,
      editor.diagnostics(file).map(({ code, severity, message, range, relatedInformation = [] }: Diagnostic) => ({
        code,
        severity,
        message,
        range,
        related: relatedInformation.map(({ location, message: about }) => {
          return { file: nameOf(location.uri), message: about, range: location.range }
        }),
      })),
    ] as const
  })
  return Object.fromEntries(shown.filter(([, list]) => list.length > 0))
}

/** Requires that the editor shows the findings of `check`, now or when the comparison of the triggers has ended. */
async function requireEqual(world: World, seen: Set<string>): Promise<boolean> {
  const { editor } = world
  // The answer comes after all changes were taken over, so work that ends later has compared them.
  await editor.request('workspace/symbol', { query: '' })
  let settled = editor.whenWorkEnds('comparing triggers …')
  const expected = await expectedIn(world)
  if (expected === undefined) return false
  for (const file of [...presentTexts(world).keys(), ...Object.keys(expected)]) seen.add(file)
  const byName = (record: Record<string, readonly unknown[]>) =>
    JSON.stringify(
      Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)),
      undefined,
      1,
    )
  const isEqual = () => byName(shownIn(world, seen)) === byName(expected)
  let isOfPresent = false
  while (!isEqual() && !isOfPresent) {
    // The end of earlier work may arrive late: the client had to accept its progress first. Then the next end counts.
    const next = editor.whenWorkEnds('comparing triggers …')
    isOfPresent = await settled
    await editor.request('workspace/symbol', { query: '' })
    settled = next
  }
  expect(byName(shownIn(world, seen))).toBe(byName(expected))
  return true
}

for (const [encoding, seed] of [
  ['utf-16', 1],
  ['utf-8', 2],
] as const) {
  test(`after random edits the editor shows what check finds, in ${encoding}`, async () => {
    const texts = Object.fromEntries(initialTexts)
    const cwd = realpathSync(await folderWith(texts))
    const editor = await editorAt({
      cwd,
      capabilities: { general: { positionEncodings: [encoding] }, window: { workDoneProgress: true } },
    })
    const copy = join(root, encoding)
    const world: World = { editor, cwd, copy, disk: new Map(initialTexts), open: new Map(), copied: new Map() }
    const seen = new Set<string>()
    const steps = fc.sample(step, { seed, numRuns: edits / 2 })
    let compared = 0
    for (const [index, each] of steps.entries()) {
      await act(world, each)
      if (index % batch === batch - 1 && (await requireEqual(world, seen))) compared += 1
    }
    // Now and then the config is broken, and `check` has no findings to compare with.
    expect(compared).toBeGreaterThan(steps.length / batch / 2)
  })
}
