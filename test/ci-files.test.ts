import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
// @ts-expect-error -- the package has no types
import { schema } from 'gitlab-ci-local/src/schema/schema.js'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { folderWith, root, scripts } from './release/scripts.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the files of `ci init` for GitHub pass actionlint', async () => {
  const files = written('.github.yml').map(({ name, text }) => [`.github/workflows/${name}`, text])
  const found = await scripts.lintWorkflows(folderWith(Object.fromEntries(files)))
  // This actionlint is older than the key `queue`: docs/ci-reference.md, "The order of deploys".
  expect(found.filter(line => !/unexpected key "queue" for "concurrency" section/.test(line))).toEqual([])
})

/** The files that `ci init` writes, as the tests of the command line keep them. */
function written(suffix: string): readonly { readonly name: string; readonly text: string }[] {
  const folder = 'packages/scenewright/test/ci/__snapshots__'
  const names = readdirSync(join(root, folder)).filter(name => name.endsWith(suffix))
  expect(names.length).toBeGreaterThan(2)
  return names.map(name => ({ name, text: read(`${folder}/${name}`) }))
}

describe('the schema of GitLab', () => {
  const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema)
  const faults = (document: unknown) =>
    validate(document) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)

  test.each(written('.gitlab.yml'))('accepts $name, and each pipeline that its jobs write', ({ text }) => {
    const pipeline = parse(text)
    expect(faults(pipeline)).toEqual([])
    const scripts = Object.values<{ readonly script?: readonly string[] }>(pipeline).flatMap(job => job.script ?? [])
    const started = scripts.flatMap(script => [
      ...script.matchAll(/<< 'END'\n([\s\S]*?)^END$|echo '(.*)' > .*\.yml$/gm),
    ])
    expect(started).toHaveLength(2 * (text.match(/^deploy-/gm) ?? []).length)
    for (const [, apply, nothing] of started) expect(faults(parse(apply ?? nothing ?? ''))).toEqual([])
  })

  test('accepts both documents of the component', () => {
    const documents = parseAllDocuments(read('templates/scenewright.yml'))
    expect(documents.map(document => faults(document.toJS()))).toEqual([[], []])
  })

  test.each([
    ['an unknown key of a job', { job: { script: ['a'], needz: [] } }],
    ['an unknown kind of report', { job: { script: ['a'], artifacts: { reports: { codequlity: 'a' } } } }],
    ['options that are not a list', { variables: { A: { value: 'a', options: 'a' } } }],
    ['an unknown strategy of a trigger', { job: { trigger: { include: 'a.yml', strategy: 'wait' } } }],
  ])('rejects %s', (_what, document) => {
    expect(faults(document)).not.toEqual([])
  })
})

interface Hook {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly entry: string
  readonly language: string
  readonly files: string
  readonly pass_filenames?: boolean
  readonly always_run?: boolean
  readonly require_serial?: boolean
}

describe('.pre-commit-hooks.yaml', () => {
  const hooks: readonly Hook[] = parse(read('.pre-commit-hooks.yaml'))
  const keys = 'id name description entry language files pass_filenames always_run require_serial'.split(' ')

  test('contains two hooks with keys that pre-commit knows, which install nothing', () => {
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
    ['scenarios/a.test.ts', true, false],
    ['shared/contact.ts', true, false],
    ['scenewright.baseline.json', true, false],
    ['bots/shop/scenewright.config.yaml', true, false],
    ['scenewright.config.yaml', true, false],
    ['my-scenewright.config.yaml', false, false],
    ['src/a.tsx', false, false],
    ['README.md', false, false],
  ])('%s starts check: %s, fmt: %s', (file, check, fmt) => {
    expect(hooks.map(({ files }) => new RegExp(files).test(file))).toEqual([check, fmt])
  })

  test('only check also runs if all files of a commit are deleted', () => {
    expect(hooks.map(hook => hook.always_run)).toEqual([true, undefined])
  })

  test('fmt formats the sources of the project, and check finds its errors', () => {
    const cwd = project({ 'scenarios/a.scenario.yaml': `flow: { nodes: { a: { text: b, next: c } } }\n${head}` })
    expect(runHook(cwd, 'scenewright-check')).toMatchObject({ code: 1, stdout: expect.stringContaining('"c"') })
    const sound = project({
      'scenarios/a.scenario.yaml': `flow: { nodes: { a: { text: b, next: END } } }\n${head}`,
      'docker-compose.test.yml': 'services:   {}\n',
    })
    expect(runHook(sound, 'scenewright-fmt')).toMatchObject({ code: 0 })
    expect(readFileSync(join(sound, 'scenarios/a.scenario.yaml'), 'utf8')).toMatch(/^title: Apples\n/)
    // pre-commit fails the commit of a file that a hook has changed; the second time nothing is left to change.
    const before = readFileSync(join(sound, 'scenarios/a.scenario.yaml'), 'utf8')
    expect(runHook(sound, 'scenewright-fmt')).toMatchObject({ code: 0 })
    expect(readFileSync(join(sound, 'scenarios/a.scenario.yaml'), 'utf8')).toBe(before)
    expect(readFileSync(join(sound, 'docker-compose.test.yml'), 'utf8')).toBe('services:   {}\n')
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
