import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { type Outcome, scenewright } from '../packages/scenewright/test/run.ts'
import { pages, readPage, root, withoutExamples } from './prose/pages.ts'

const readme = readPage('README.md')
const folder = mkdtempSync(join(tmpdir(), 'scenewright-readme-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the README', () => {
  const scenario = block('yaml', 'title: Refund status')

  test('shows a scenario that has no findings and answers as described', async () => {
    write(scenario)
    expect(await scenewright(['check', '--fail-on', 'info'], { cwd: folder })).toMatchObject({ code: 0, stdout: '' })
    const { stdout } = await scenewright(['simulate', 'where is my refund', '--format', 'json'], { cwd: folder })
    expect(JSON.parse(stdout).turns[0].replies).toHaveLength(2)
  })

  test('shows the output of check for a broken one', async () => {
    write(scenario.replace('next: contact', 'next: contcat'))
    const { code, stdout } = await scenewright(['check'], { cwd: folder })
    expect(code).toBe(1)
    expect(`${stdout.trimEnd()}\n`).toBe(block('text', 'scenarios/refund-status'))
  })

  test('shows conversation tests that pass', async () => {
    write(scenario)
    writeFileSync(join(folder, 'scenarios/refund-status.test.yaml'), block('yaml', 'conversations:'))
    const { code, stdout } = await scenewright(['test', '--format', 'json'], { cwd: folder })
    rmSync(join(folder, 'scenarios/refund-status.test.yaml'))
    expect({ code, ...JSON.parse(stdout).summary }).toEqual({ code: 0, passed: 3, failed: 0 })
  })

  test('lists every command, and no other', async () => {
    const { stdout } = await scenewright(['--help'], { cwd: folder })
    const listed = [...stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name)
    const rows = [...readme.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name)
    expect(rows).toEqual(listed)
  })
})

test('every schema that a page names is in the package', () => {
  const named = new Set(pages().flatMap(page => readPage(page).match(/\bschemas\/[\w-]+\.schema\.json/g) ?? []))
  expect(named.size).toBeGreaterThan(10)
  const { resolve } = createRequire(import.meta.url)
  for (const schema of named) expect(resolve(`scenewright/${schema}`)).toContain(schema)
})

describe('every page', () => {
  const calls = pages().flatMap(page =>
    [...readPage(page).matchAll(/(?:^|`|\$ )(?:npx )?scenewright ((?:[a-z]+ ?)+[^`\n#]*)/gm)].map(
      ([, call = '']) => [page, call.trim()] as const,
    ),
  )

  test('calls only existing commands and options', async () => {
    expect(calls.length).toBeGreaterThan(20)
    const unknown: string[] = []
    for (const [page, call] of calls) {
      const words = call.split(/\s+/)
      const { names, code, stdout } = await helpOf(words)
      const missing = words.filter(word => /^--[a-z-]+$/.test(word) && !stdout.includes(word))
      if (code !== 0 || !stdout.startsWith(`Usage: scenewright ${names.join(' ')} `) || missing.length > 0)
        unknown.push(`${page}: ${call}`)
    }
    expect(unknown).toEqual([])
  })
})

const helps = new Map<string, ReturnType<typeof scenewright>>()

/** The words of a call that name its command, such as `service bot create`, and what its help prints. */
async function helpOf(words: readonly string[], count = 1): Promise<Outcome & { readonly names: readonly string[] }> {
  const names = words.slice(0, count)
  const help = helps.get(names.join(' ')) ?? scenewright([...names, '--help'], { cwd: folder })
  helps.set(names.join(' '), help)
  const outcome = await help
  const isGroup = outcome.stdout.startsWith(`Usage: scenewright ${names.join(' ')} [options] [command]`)
  return isGroup && /^[a-z]/.test(words[count] ?? '') ? helpOf(words, count + 1) : { names, ...outcome }
}

test('the environment that docs/deploying.md shows is one that the toolkit accepts', async () => {
  const blocks = [...readPage('docs/deploying.md').matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text)
  write(block('yaml', 'title: Refund status'))
  writeFileSync(join(folder, 'scenewright.config.yaml'), blocks.join('').replace('lineage: 9b1c…', 'lineage: 9b1c'))
  expect(await scenewright(['check'], { cwd: folder })).toMatchObject({ code: 0 })
  rmSync(join(folder, 'scenewright.config.yaml'))
})

test('docs/state.md shows state backends that the toolkit accepts', async () => {
  const configs = blocksOf('docs/state.md', 'yaml config')
  expect(configs).toHaveLength(4)
  for (const config of configs) {
    const cwd = projectWith({ 'scenarios/a.scenario.yaml': block('yaml', 'title: Refund status') })
    writeFileSync(join(cwd, 'scenewright.config.yaml'), config)
    expect({ config, ...(await scenewright(['check'], { cwd })) }).toMatchObject({ config, code: 0 })
  }
})

describe('docs/configuration.md', () => {
  const [scenario = ''] = blocksOf('docs/configuration.md', 'yaml scenario')
  const configs = blocksOf('docs/configuration.md', 'yaml config')

  test('shows configs that the toolkit accepts', async () => {
    expect(configs.length).toBeGreaterThan(5)
    const cwd = projectWith({ 'scenarios/a.scenario.yaml': scenario })
    for (const config of configs) {
      writeFileSync(join(cwd, 'scenewright.config.yaml'), config)
      expect({ config, code: (await scenewright(['check'], { cwd })).code }).toEqual({ config, code: 0 })
    }
  })

  test('shows a comment that suppresses the finding that it names', async () => {
    const cwd = projectWith({ 'scenarios/a.scenario.yaml': scenario })
    const { code, stdout } = await scenewright(['check', '--fail-on', 'info', '--format', 'json'], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).summary.suppressed).toBe(1)
  })
})

test('docs/custom-rules.md shows rules with the described findings, and passing tests of them', async () => {
  const page = 'docs/custom-rules.md'
  const cwd = projectWith({
    'rules.mjs': blocksOf(page, 'js rules').join(''),
    'rules.test.mjs': blocksOf(page, 'js test').join(''),
    'scenewright.config.yaml': blocksOf(page, 'yaml config').join(''),
    'scenarios/a.scenario.yaml': block('yaml', 'title: Refund status'),
    'scenarios/b.scenario.yaml': block('yaml', 'title: Refund status'),
  })
  mkdirSync(join(cwd, 'node_modules'))
  symlinkSync(join(root, 'packages/scenewright'), join(cwd, 'node_modules/scenewright'))
  // It rejects where the tests fail.
  await promisify(execFile)(process.execPath, ['--test', 'rules.test.mjs'], { cwd })
  const { stdout } = await scenewright(['check', '--allow-custom-rules', '--format', 'json'], { cwd })
  const rules = JSON.parse(stdout).findings.map(({ rule }: { readonly rule: string }) => rule)
  expect(rules.filter((rule: string) => rule.startsWith('acme/')).sort()).toEqual([
    'acme/polite-end',
    'acme/polite-end',
    'acme/unique-title',
  ])
})

test('every link between the pages leads to a file, and to a heading in it', () => {
  const links = pages().flatMap(page =>
    [...withoutExamples(readPage(page)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter(link => !/^https?:/.test(link))
      .map(link => ({ page, link })),
  )
  expect(links.length).toBeGreaterThan(100)
  const broken = links.filter(({ page, link }) => {
    const [path = '', heading] = link.split('#')
    const file = path === '' ? page : relative(root, resolve(root, dirname(page), path))
    if (!existsSync(join(root, file))) return true
    return heading !== undefined && !headingsOf(readPage(file)).includes(heading)
  })
  expect(broken).toEqual([])
})

/** The names by which GitHub links the headings of a page. */
function headingsOf(text: string): string[] {
  const seen = new Map<string, number>()
  return [...withoutExamples(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const name = plain.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-')
    const times = seen.get(name) ?? 0
    seen.set(name, times + 1)
    return times === 0 ? name : `${name}-${times}`
  })
}

function block(language: string, start: string): string {
  const blocks = [...readme.matchAll(/```(\w*)\n([\s\S]*?)```/g)]
  const [, , text] = blocks.find(([, name, content]) => name === language && content?.startsWith(start)) ?? []
  if (text === undefined) throw new Error(`the README has no ${language} block that begins with ${start}`)
  return text
}

function write(text: string): void {
  mkdirSync(join(folder, 'scenarios'), { recursive: true })
  writeFileSync(join(folder, 'scenarios/refund-status.scenario.yaml'), text)
}

/** A new folder below the temporary one, that holds these files. */
function projectWith(files: Readonly<Record<string, string>>): string {
  const project = mkdtempSync(join(folder, 'project-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  return project
}

/** The blocks of a page that are called so. */
function blocksOf(page: string, name: string): string[] {
  return [...readPage(page).matchAll(/^```(\w+ \w+)\n([\s\S]*?)^```$/gm)].flatMap(([, called, text = '']) =>
    called === name ? [text] : [],
  )
}
