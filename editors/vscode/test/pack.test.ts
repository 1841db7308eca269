import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'scenewright-pack-'))
let vsix: Buffer
let files: ReadonlyMap<string, PackedFile>

beforeAll(async () => {
  const file = join(folder, 'scenewright.vsix')
  await promisify(execFile)(process.execPath, [join(root, 'editors/vscode/pack.mjs'), file], { cwd: folder })
  vsix = readFileSync(file)
  files = readDirectory(vsix)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the extension takes at most 2 MB, and 700 KB without the parser of TypeScript', () => {
  const typescript = files.get('extension/server/dist/typescript.cjs')?.packedSize ?? Number.NaN
  expect(vsix.length).toBeLessThan(2e6)
  expect(vsix.length - typescript).toBeLessThan(700e3)
})

test('its changelog has the entries about editors, in their order, and names the page of all', () => {
  // Packing makes its links absolute.
  const text = read('extension/changelog.md').replaceAll('https://github.com/scenewright/scenewright/blob/HEAD/', '')
  const all = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const entriesOf = (changelog: string) => changelog.split(/\n+(?=- |## |All changes)/).map(entry => entry.trim())
  const [entries, known] = [entriesOf(text), entriesOf(all)]
  expect(entries.slice(0, -1)).toEqual(known.filter(entry => entries.includes(entry)))
  expect(entries.at(-1)).toBe(
    'All changes of Scenewright: https://github.com/scenewright/scenewright/blob/main/CHANGELOG.md',
  )
  const isTitle = (entry: string) => entry.startsWith('## ')
  expect(entries.filter(isTitle)).toEqual(known.filter(isTitle))
  expect(text).toContain('hovers of the language server')
  expect(text).not.toContain('`import --from rasa`')
})

test('the extension contains its parts with their licenses, and nothing else', () => {
  const names = [...files.keys()].filter(name => !/^extension\/(server\/dist|walkthrough|media)\//.test(name))
  expect(names.sort()).toEqual([
    '[Content_Types].xml',
    'extension.vsixmanifest',
    'extension/LICENSE.txt',
    'extension/changelog.md',
    'extension/extension.cjs',
    'extension/language-configuration.json',
    'extension/licenses/THIRD_PARTY_LICENSES',
    'extension/package.json',
    'extension/readme.md',
    ...['import', 'load', 'scenewright', 'worker'].map(name => `extension/server/bin/${name}.cjs`),
    'extension/syntaxes/scenewright.tmLanguage.json',
  ])
  const server = [...files.keys()].filter(name => name.startsWith('extension/server/dist/'))
  expect(server).toContain('extension/server/dist/main.cjs')
  expect(server.filter(name => !/\/([a-z0-9-]+\.cjs|THIRD_PARTY_LICENSES)$/.test(name))).toEqual([])
})

test('the packed manifest has the version of the command line, and every file that it names', () => {
  const manifest = JSON.parse(read('extension/package.json'))
  const { version } = JSON.parse(readFileSync(join(root, 'packages/scenewright/package.json'), 'utf8'))
  expect(manifest).toMatchObject({ version, main: './extension.cjs' })
  expect(manifest).not.toHaveProperty('devDependencies')
  const named = JSON.stringify(manifest).matchAll(
    /"(?:\.\/)?((?:media|syntaxes|walkthrough)\/[^"]+|[\w-]+\.(?:json|cjs))"/g,
  )
  const missing = Array.from(named, ([, name]) => `extension/${name}`).filter(name => !files.has(name))
  expect(missing).toEqual([])
})

test('no packed code names the folder of the build', () => {
  const code = [...files.keys()].filter(name => name.endsWith('.cjs'))
  expect(code.filter(name => read(name).includes(root))).toEqual([])
})

interface PackedFile {
  readonly packedSize: number
  /** Where its local header begins. */
  readonly at: number
}

/** The directory at the end of a ZIP file. */
function readDirectory(zip: Buffer): ReadonlyMap<string, PackedFile> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  const found = new Map<string, PackedFile>()
  let at = zip.readUInt32LE(end + 16)
  while (at < end) {
    const [name, extra, comment] = [28, 30, 32].map(offset => zip.readUInt16LE(at + offset))
    const start = at + 46
    const path = zip.toString('utf8', start, start + (name ?? 0))
    found.set(path, { packedSize: zip.readUInt32LE(at + 20), at: zip.readUInt32LE(at + 42) })
    at = start + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return found
}

function read(path: string): string {
  const { at, packedSize } = files.get(path) ?? { at: 0, packedSize: 0 }
  const start = at + 30 + vsix.readUInt16LE(at + 26) + vsix.readUInt16LE(at + 28)
  return inflateRawSync(vsix.subarray(start, start + packedSize)).toString()
}
