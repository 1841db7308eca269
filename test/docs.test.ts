import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'scenewright-readme-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the README', () => {
  const scenario = block('yaml', 'title: Refund status')

  test('shows a scenario that checks clean and answers as it says', async () => {
    write(scenario)
    expect(await scenewright('check', '--fail-on', 'info')).toMatchObject({ code: 0, stdout: '' })
    const { stdout } = await scenewright('simulate', 'where is my refund', '--format', 'json')
    expect(JSON.parse(stdout).turns[0].replies).toHaveLength(2)
  })

  test('shows what check says of a broken one', async () => {
    write(scenario.replace('next: contact', 'next: contcat'))
    const { code, stdout } = await scenewright('check')
    expect(code).toBe(1)
    expect(`${stdout.trimEnd()}\n`).toBe(block('text', 'scenarios/refund-status'))
  })

  test('lists every command, and no other', async () => {
    const { stdout } = await scenewright('--help')
    const listed = [...stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name)
    const rows = [...readme.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name)
    expect(rows).toEqual(listed)
  })
})

describe('every page', () => {
  const calls = pages().flatMap(page =>
    [...read(page).matchAll(/(?:^|`|\$ )(?:npx )?scenewright ((?:[a-z]+ ?)+[^`\n#]*)/gm)].map(
      ([, call = '']) => [page, call.trim()] as const,
    ),
  )

  test('calls only commands and options that there are', async () => {
    expect(calls.length).toBeGreaterThan(20)
    const unknown: string[] = []
    for (const [page, call] of calls) {
      const words = call.split(/\s+/)
      const names = words[0] === 'service' && /^[a-z]+$/.test(words[1] ?? '') ? words.slice(0, 2) : words.slice(0, 1)
      const { code, stdout } = await scenewright(...names, '--help')
      const missing = words.filter(word => /^--[a-z-]+$/.test(word) && !stdout.includes(word))
      if (code !== 0 || !stdout.startsWith(`Usage: scenewright ${names.join(' ')} `) || missing.length > 0)
        unknown.push(`${page}: ${call}`)
    }
    expect(unknown).toEqual([])
  }, 60_000)
})

test('the environment that docs/deploying.md shows is one that the toolkit takes', async () => {
  const blocks = [...read('docs/deploying.md').matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text)
  write(block('yaml', 'title: Refund status'))
  writeFileSync(join(folder, 'scenewright.config.yaml'), blocks.join('').replace('lineage: 9b1c…', 'lineage: 9b1c'))
  expect(await scenewright('check')).toMatchObject({ code: 0 })
  rmSync(join(folder, 'scenewright.config.yaml'))
})

test('every link between the pages leads to a file', () => {
  const broken = pages().flatMap(page => {
    const links = [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)
    return links
      .filter(link => !/^https?:/.test(link) && !existsSync(resolve(root, dirname(page), link)))
      .map(link => [page, link])
  })
  expect(broken).toEqual([])
})

function pages(): string[] {
  const files = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  const docs = files.filter(file => file.endsWith('.md')).map(file => join('docs', file))
  return ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'scenarios/README.md', ...docs]
}

function read(page: string): string {
  return readFileSync(join(root, page), 'utf8')
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

function scenewright(...args: string[]): Promise<{ code: number; stdout: string }> {
  return new Promise(done => {
    execFile(join(root, 'node_modules/.bin/scenewright'), args, { cwd: folder }, (error, stdout) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout })
    })
  })
}
