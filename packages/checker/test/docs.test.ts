import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Finding } from '@scenewright/model'
import { afterAll, expect, test } from 'vitest'
import { rules } from '../src/index.ts'
import { checkFolder } from './check-folder.ts'

const pages = fileURLToPath(new URL('../../../docs/rules/', import.meta.url))
const temporary = mkdtempSync(join(tmpdir(), 'scenewright-docs-'))
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

const pageOf = (id: string) => readFileSync(join(pages, `${id}.md`), 'utf8')

test('every rule has a page, and every page a rule', () => {
  const found = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter(name => /\/.*\.md$/.test(name))
  expect(found.map(name => name.replace(/\.md$/, '')).sort()).toEqual(rules.map(rule => rule.id).sort())
})

test.each(rules)('the page of $id names its level and its options', ({ id, level, options = {} }) => {
  const page = pageOf(id)
  expect(page).toContain(`# ${id}\n\nLevel: ${level}.\n`)
  for (const [name, option] of Object.entries(options)) {
    expect(page).toContain(`- \`${name}\`: `)
    expect(page).toContain(`Default ${option.default}.`)
  }
})

test.each(rules)('the examples on the page of $id have it, and the fixed ones have no findings', async ({ id }) => {
  const invalid = await findingsOf(id, 'invalid')
  expect(new Set(invalid.map(finding => finding.rule))).toEqual(new Set([id]))
  expect(await findingsOf(id, 'valid')).toEqual([])
})

test.each(rules)(
  'the page of $id explains why it matters, shows an example, and links the common options',
  ({ id }) => {
    const page = pageOf(id)
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings.slice(0, 2)).toEqual(['Why it matters', 'Example'])
    const shared = '(../README.md#levels-and-suppressions)'
    expect(page.includes(shared)).toBe(!neverSuppressed.includes(id))
    expect(page).not.toContain(`{ "${id}": off }`)
  },
)

/** With these findings, a document would be missing or wrong, so a suppression has no effect. */
const neverSuppressed = [
  'source/syntax',
  'source/not-static',
  'source/schema',
  'source/needs-quotes',
  'source/duplicate-key',
]

/** How a page calls the language of a block that is a source, and how the names of such files end. */
const sourceBlocks = [
  ['yaml', 'scenario.yaml'],
  ['ts', 'scenario.ts'],
  ['yaml test', 'test.yaml'],
] as const

/** Checks the page's blocks of one kind, and those for both, as one project, with the config that the page gives. */
async function findingsOf(id: string, kind: string): Promise<readonly Finding[]> {
  const folder = join(temporary, id, kind)
  mkdirSync(folder, { recursive: true })
  const sources = sourceBlocks.flatMap(([name, suffix]) =>
    [kind, 'both'].flatMap(each => blocks(pageOf(id), name, each)).map(text => ({ suffix, text })),
  )
  expect(sources.length).toBeGreaterThan(0)
  for (const [index, { suffix, text }] of sources.entries()) {
    writeFileSync(join(folder, `example-${index + 1}.${suffix}`), text)
  }
  for (const name of ['config', 'renames']) {
    for (const text of blocks(pageOf(id), 'yaml', name)) writeFileSync(join(folder, `${name}.yaml`), text)
  }
  return (await checkFolder(folder, id)).findings
}

function blocks(page: string, language: string, kind: string): string[] {
  return Array.from(page.matchAll(/^```(\w+(?: \w+)+)\n([\s\S]*?)^```$/gm)).flatMap(([, name, text = '']) =>
    name === `${language} ${kind}` ? [text] : [],
  )
}
