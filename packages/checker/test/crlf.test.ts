import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { rules } from '../src/index.ts'
import { checkFolder } from './check-folder.ts'
import { foundText } from './found-text.ts'

const folder = fileURLToPath(new URL('../src/rules/', import.meta.url))
const temporary = mkdtempSync(join(tmpdir(), 'scenewright-crlf-'))
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

const cases = rules.flatMap(({ id }) => ['valid', 'invalid'].map(kind => [`${id}.${kind}`, id] as const))

test.each(cases)('%s: with CRLF line ends, the findings and their places are the same', async (name, id) => {
  const fixtures = join(folder, name)
  const crlf = join(temporary, name)
  cpSync(fixtures, crlf, { recursive: true })
  writeWithCrlf(crlf)
  const found = async (root: string) => foundText((await checkFolder(root, id)).findings)
  expect(await found(crlf)).toBe(await found(fixtures))
})

/** Byte for byte: some fixtures are not UTF-8. */
function writeWithCrlf(root: string): void {
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const path = join(root, name)
    if (statSync(path).isFile() && /\.(?:yaml|ts)$/.test(name)) {
      writeFileSync(path, readFileSync(path, 'latin1').replace(/(?<!\r)\n/g, '\r\n'), 'latin1')
    }
  }
}
