import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { rules } from '../src/index.ts'
import { checkFolder } from './check-folder.ts'
import { byFile, foundText } from './found-text.ts'

const folder = fileURLToPath(new URL('../src/rules/', import.meta.url))
const isUpdate = process.env.UPDATE_GOLDEN === '1'

const ids = rules.map(rule => rule.id)

test.each(ids)('%s has no findings in its valid fixtures', async id => {
  const fixtures = join(folder, `${id}.valid`)
  expect(sourcesIn(fixtures)).not.toEqual([])
  expect(foundText((await checkFolder(fixtures, id)).findings)).toBe('')
})

test.each(ids)('%s reports the expected findings for its invalid fixtures', async id => {
  const fixtures = join(folder, `${id}.invalid`)
  const { findings } = await checkFolder(fixtures, id)
  const found = new Map(Array.from(byFile(findings), ([file, ofFile]) => [`${file}.findings.txt`, foundText(ofFile)]))
  if (isUpdate) update(fixtures, found)
  expect(Object.fromEntries(found)).toEqual(expectedIn(fixtures))
  expect(findings.some(finding => finding.rule === id)).toBe(true)
})

test('the list of rules is that of the files, and every folder of fixtures belongs to one', () => {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory())
  const names = entries.flatMap(({ name }) => readdirSync(join(folder, name)).map(file => `${name}/${file}`))
  const files = names.filter(name => name.endsWith('.ts')).map(name => name.slice(0, -'.ts'.length))
  expect(files.sort()).toEqual(rules.map(rule => rule.id).sort())
  const folders = names.filter(name => !name.endsWith('.ts')).sort()
  expect(folders).toEqual(ids.flatMap(id => [`${id}.invalid`, `${id}.valid`]).sort())
})

function sourcesIn(fixtures: string): string[] {
  return existsSync(fixtures)
    ? readdirSync(fixtures).filter(name => /\.(?:scenario\.(?:yaml|ts)|test\.yaml)$/.test(name))
    : []
}

function expectedIn(fixtures: string): Record<string, string> {
  const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  const names = files.filter(name => name.endsWith('.findings.txt'))
  return Object.fromEntries(names.map(name => [name, readFileSync(join(fixtures, name), 'utf8')]))
}

function update(fixtures: string, found: ReadonlyMap<string, string>): void {
  for (const name of Object.keys(expectedIn(fixtures))) rmSync(join(fixtures, name))
  for (const [name, text] of found) writeFileSync(join(fixtures, name), text)
}
