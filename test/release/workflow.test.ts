import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { folderWith, root, scripts } from './scripts.ts'

const text = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')

interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly needs?: string | readonly string[]
  readonly permissions: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

const workflow: { readonly on: object; readonly permissions: object; readonly jobs: Readonly<Record<string, Job>> } =
  parse(text)
const jobs = Object.entries(workflow.jobs)

describe('the workflow of a release', () => {
  test('starts only from tags, and gives each job only the permissions that it needs', () => {
    expect(workflow.on).toEqual({ push: { tags: ['v*'] } })
    expect(workflow.permissions).toEqual({})
    expect(Object.fromEntries(jobs.map(([name, { permissions }]) => [name, permissions]))).toEqual({
      check: { contents: 'read' },
      test: { contents: 'read' },
      publish: { contents: 'read', 'id-token': 'write' },
      announce: { contents: 'write' },
      image: { contents: 'read', packages: 'write', 'id-token': 'write', attestations: 'write' },
    })
  })

  test('publishes nothing before the checks and the tests have passed', () => {
    expect(Object.fromEntries(jobs.map(([name, { needs }]) => [name, needs]))).toEqual({
      check: undefined,
      test: undefined,
      publish: ['check', 'test'],
      announce: 'publish',
      image: 'publish',
    })
  })

  test('has no stored secret, and runs code of dependencies only in jobs without write access', () => {
    expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/)
    for (const [, { permissions, steps }] of jobs) {
      const runsDependencies = steps.some(({ run }) => /\bnpm (ci|install|run|test)\b|\bnpx\b/.test(run ?? ''))
      if (runsDependencies) expect(permissions).toEqual({ contents: 'read' })
      for (const { uses, with: options } of steps)
        if (uses?.startsWith('actions/checkout@')) expect(options?.['persist-credentials']).toBe(false)
    }
  })

  test('is clean for the linter, and so is the Dockerfile', async () => {
    expect(await scripts.lintWorkflows(root)).toEqual([])
    expect(scripts.lintDockerfile(root)).toEqual([])
  })

  test.each<[string, string, RegExp]>([
    ['an action that is pinned to a tag', 'uses: actions/checkout@v6', /pin actions\/checkout@v6/],
    ['a pin without its version', `uses: actions/checkout@${'a'.repeat(40)}`, /pin actions\/checkout@a/],
    ['an expression with an unknown context', `run: echo \${{ needs.nothing.outputs.a }}`, /"nothing"/],
  ])('the linter finds %s', async (_what, step, problem) => {
    const cwd = folderWith({
      '.github/workflows/a.yml': `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - ${step}\n`,
    })
    expect(await scripts.lintWorkflows(cwd)).toEqual([expect.stringMatching(problem)])
  })

  test.each<[string, string, readonly string[], readonly string[]]>([
    ['creates the release', 'v1.2.3', [], ['create', '--verify-tag', '--notes-file release/notes.md']],
    ['marks a pre-release', 'v1.2.3-rc.1', [], ['create', '--prerelease']],
    ['adds to a release that an earlier run has created', 'v1.2.3', ['v1.2.3'], ['upload', '--clobber']],
  ])('%s', (_what, tag, releases, words) => {
    const script = workflow.jobs.announce?.steps.find(({ run }) => run !== undefined)?.run ?? 'exit 9'
    const said = runScript(
      script,
      tag,
      `[ "$2" = view ] && { [[ " ${releases.join(' ')} " == *" $3 "* ]]; exit; }; echo "$@"`,
    )
    for (const word of [...words, 'release/a.tgz', 'release/a.cdx.json']) expect(said).toContain(word)
    if (!tag.includes('-')) expect(said).not.toContain('--prerelease')
  })

  test.each([
    ['v1.2.3', 'name=ghcr.io/acme/scenewright\ntags=ghcr.io/acme/scenewright:1.2.3,ghcr.io/acme/scenewright:latest\n'],
    ['v1.2.3-rc.1', 'name=ghcr.io/acme/scenewright\ntags=ghcr.io/acme/scenewright:1.2.3-rc.1\n'],
  ])('names the image of %s', (tag, output) => {
    const script = workflow.jobs.image?.steps.find(({ name }) => name === 'Name the image')?.run ?? 'exit 9'
    expect(runScript(`GITHUB_OUTPUT=output\n${script}\ncat output`, tag, '')).toBe(output)
  })
})

/** Runs a step in the shell that GitHub runs it with. */
function runScript(script: string, tag: string, gh: string): string {
  const cwd = folderWith({ gh: `#!/bin/bash\n${gh}\n`, 'release/a.tgz': '', 'release/a.cdx.json': '' })
  chmodSync(join(cwd, 'gh'), 0o755)
  return execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    encoding: 'utf8',
    env: { PATH: [cwd, process.env.PATH].join(delimiter), GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: 'Acme/Scenewright' },
  })
}
