import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { folderWith, root, scripts } from './release/scripts.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('what `ci init` writes for GitHub is clean for actionlint', async () => {
  const snapshots = 'packages/scenewright/test/ci/__snapshots__'
  const names = readdirSync(join(root, snapshots)).filter(name => name.endsWith('.github.yml'))
  expect(names.length).toBeGreaterThan(2)
  const files = names.map(name => [`.github/workflows/${name}`, read(`${snapshots}/${name}`)])
  const found = await scripts.lintWorkflows(folderWith(Object.fromEntries(files)))
  // This actionlint is older than the key `queue`: docs/ci.md, "On the default branch".
  expect(found.filter(line => !/unexpected key "queue" for "concurrency" section/.test(line))).toEqual([])
})

interface Hook {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly entry: string
  readonly language: string
  readonly files: string
  readonly pass_filenames?: boolean
  readonly require_serial?: boolean
}

describe('.pre-commit-hooks.yaml', () => {
  const hooks: readonly Hook[] = parse(read('.pre-commit-hooks.yaml'))
  const keys = 'id name description entry language files pass_filenames require_serial'.split(' ')

  test('holds two hooks with keys that pre-commit knows, which install nothing', () => {
    expect(hooks.map(({ id }) => id)).toEqual(['scenewright-check', 'scenewright-fmt'])
    for (const hook of hooks) {
      expect(Object.keys(hook).filter(key => !keys.includes(key))).toEqual([])
      expect(hook).toMatchObject({ language: 'system', entry: expect.stringMatching(/^npx --no-install scenewright /) })
    }
  })

  test.each([
    ['scenarios/a.scenario.yaml', true, true],
    ['scenarios/a.scenario.yml', true, true],
    ['scenarios/a.scenario.ts', true, false],
    ['scenarios/a.test.yaml', true, true],
    ['bots/shop/scenewright.config.yaml', true, true],
    ['scenewright.config.yaml', true, true],
    ['my-scenewright.config.yaml', false, false],
    ['src/a.test.ts', false, false],
    ['README.md', false, false],
  ])('%s starts check: %s, fmt: %s', (file, check, fmt) => {
    expect(hooks.map(({ files }) => new RegExp(files).test(file))).toEqual([check, fmt])
  })

  test('fmt formats the files of a commit, and check finds what is wrong in the project', () => {
    const cwd = project({ 'scenarios/a.scenario.yaml': `flow: { nodes: { a: { text: b, next: c } } }\n${head}` })
    expect(runHook(cwd, 'scenewright-check')).toMatchObject({ code: 1, stdout: expect.stringContaining('"c"') })
    const sound = project({ 'scenarios/a.scenario.yaml': `flow: { nodes: { a: { text: b, next: END } } }\n${head}` })
    expect(runHook(sound, 'scenewright-fmt')).toMatchObject({ code: 0 })
    expect(readFileSync(join(sound, 'scenarios/a.scenario.yaml'), 'utf8')).toMatch(/^title: Apples\n/)
    // pre-commit fails the commit of a file that a hook has changed; the second time nothing is left to change.
    const before = readFileSync(join(sound, 'scenarios/a.scenario.yaml'), 'utf8')
    expect(runHook(sound, 'scenewright-fmt')).toMatchObject({ code: 0 })
    expect(readFileSync(join(sound, 'scenarios/a.scenario.yaml'), 'utf8')).toBe(before)
  })

  const head = 'title: Apples\ntrigger_description: The customer asks for apples.\n'

  /** A project that has the command line in its node_modules, as `npm ci` leaves it. */
  function project(files: Readonly<Record<string, string>>): string {
    const cwd = folderWith({
      'package.json': '{}',
      'scenewright.config.yaml': 'rules: { "trigger/*": off }\n',
      ...files,
    })
    mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true })
    symlinkSync(join(root, 'node_modules/.bin/scenewright'), join(cwd, 'node_modules/.bin/scenewright'))
    return cwd
  }

  /** As pre-commit does it for all files of a repository. */
  function runHook(cwd: string, id: string): { readonly code: number; readonly stdout: string } {
    const hook = hooks.find(each => each.id === id)
    if (hook === undefined) throw new Error(`no hook ${id}`)
    const files = readdirSync(cwd, { recursive: true, encoding: 'utf8' })
      .filter(file => !file.startsWith('node_modules') && new RegExp(hook.files).test(file))
      .sort()
    expect(files.length).toBeGreaterThan(0)
    const [program = '', ...args] = hook.entry.split(' ')
    try {
      const named = hook.pass_filenames === false ? [] : files
      const env = { PATH: process.env.PATH, HOME: cwd, npm_config_offline: 'true', npm_config_update_notifier: 'false' }
      return {
        code: 0,
        stdout: execFileSync(program, [...args, ...named], { cwd, encoding: 'utf8', env, stdio: 'pipe' }),
      }
    } catch (error) {
      if (error instanceof Error && 'status' in error && 'stdout' in error)
        return { code: Number(error.status), stdout: String(error.stdout) }
      throw error
    }
  }
})
