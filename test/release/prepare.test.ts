import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith, root, scripts } from './scripts.ts'

const changelog = '# Changelog\n\n## Unreleased\n\n- Something new.\n\n## 0.1.0 (2026-01-02)\n\n- The first.\n'

const manifest = (fields: object) => `${JSON.stringify({ version: '0.1.0', ...fields }, undefined, 2)}\n`

const checkout = {
  'CHANGELOG.md': changelog,
  'packages/tool/package.json': manifest({ name: 'tool', peerDependencies: { 'tool-service': 'workspace:*' } }),
  'packages/tool-service/package.json': manifest({ name: 'tool-service', dependencies: { kysely: '0.1.0' } }),
  'packages/inner/package.json': manifest({ name: '@tool/inner', private: true }),
  'docs/ci.md': 'uses: <owner>/scenewright@v0.1.0\ncomponent: scenewright/scenewright@0.1.0\nkysely@0.1.0\n',
  '.pre-commit-hooks.yaml': 'rev: v0.1.0\n',
}

describe('release:prepare', () => {
  test('dates the unreleased changes, and writes the version everywhere users read it', () => {
    const cwd = folderWith(checkout)
    const read = (path: string) => readFileSync(join(cwd, path), 'utf8')
    expect(scripts.prepare(cwd, '0.2.0', '2026-12-24')).toEqual([
      'CHANGELOG.md',
      'packages/tool-service/package.json',
      'packages/tool/package.json',
      'docs/ci.md',
      '.pre-commit-hooks.yaml',
    ])
    expect(read('CHANGELOG.md')).toBe(changelog.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 (2026-12-24)\n'))
    expect(scripts.sectionOf(read('CHANGELOG.md'), '0.2.0')).toBe('- Something new.')
    expect(read('packages/tool-service/package.json')).toBe(
      manifest({ version: '0.2.0', name: 'tool-service', dependencies: { kysely: '0.1.0' } }),
    )
    expect(read('packages/inner/package.json')).toBe(checkout['packages/inner/package.json'])
    expect(read('docs/ci.md')).toBe(
      'uses: <owner>/scenewright@v0.2.0\ncomponent: scenewright/scenewright@0.2.0\nkysely@0.1.0\n',
    )
    expect(new Set(scripts.namedVersions(cwd).map(({ version }) => version))).toEqual(new Set(['0.2.0']))
  })

  test.each<[string, string, string, Readonly<Record<string, string>>]>([
    ['a word that is not a version', 'next', 'is not a version', {}],
    ['a version that already has a section', '0.1.0', 'already has a section', {}],
    ['a version below the present one', '0.0.9', 'is below the version 0.1.0', {}],
    ['a prerelease of the present version', '0.1.0-rc.1', 'is below the version 0.1.0', {}],
    ['a changelog without an unreleased section', '0.2.0', 'no section', { 'CHANGELOG.md': '# Changelog\n' }],
    [
      'an empty unreleased section',
      '0.2.0',
      'is empty',
      { 'CHANGELOG.md': '## Unreleased\n\n## 0.1.0 (2026-01-02)\n' },
    ],
  ])('%s is rejected, and nothing is written', (_what, version, message, files) => {
    const cwd = folderWith({ ...checkout, ...files })
    const before = readFileSync(join(cwd, 'packages/tool/package.json'), 'utf8')
    expect(() => scripts.prepare(cwd, version, '2026-12-24')).toThrow(message)
    expect(readFileSync(join(cwd, 'packages/tool/package.json'), 'utf8')).toBe(before)
  })
})

test('the first release has the version of the manifests', () => {
  const cwd = folderWith({ ...checkout, 'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n- All of it.\n' })
  expect(scripts.prepare(cwd, '0.1.0', '2026-12-24')).toEqual(['CHANGELOG.md'])
})

describe('the packages of a release', () => {
  test('have links to the files of their version', () => {
    const text = '[a](docs/a.md) [b](#b) [c](https://x.example/o/tool/blob/main/docs/c.md) [d](https://d.example/)'
    expect(scripts.withFullLinks(text, 'https://x.example/o/tool/blob/v0.2.0')).toBe(
      '[a](https://x.example/o/tool/blob/v0.2.0/docs/a.md) [b](#b) [c](https://x.example/o/tool/blob/v0.2.0/docs/c.md) [d](https://d.example/)',
    )
  })

  test('are those that are not private; one that depends on another is after it', () => {
    expect(scripts.publishablePackages(folderWith(checkout)).map(({ path }) => path)).toEqual([
      'packages/tool-service',
      'packages/tool',
    ])
  })

  test('that are peers of each other stay in the order of their names', () => {
    const cwd = folderWith({
      'packages/b/package.json': manifest({ name: 'b', peerDependencies: { a: 'workspace:*' } }),
      'packages/a/package.json': manifest({ name: 'a', peerDependencies: { b: 'workspace:*' } }),
    })
    expect(scripts.publishablePackages(cwd)).toHaveLength(2)
  })

  test('of this repository name one version', () => {
    const places = scripts.namedVersions(root)
    expect(places.map(({ place }) => place)).toEqual(
      expect.arrayContaining(['packages/scenewright/package.json', 'docs/ci.md', 'docs/pre-commit.md']),
    )
    expect(scripts.checkVersions(places).problems).toEqual([])
  })
})

describe('before anything is published', () => {
  test.each<[string, readonly string[], string | undefined, RegExp | undefined]>([
    ['one version', ['0.2.0', '0.2.0'], undefined, undefined],
    ['one version and its tag', ['0.2.0', '0.2.0'], 'v0.2.0', undefined],
    ['the tag of another version', ['0.2.0', '0.2.0'], 'v0.3.0', /place 0 names 0\.2\.0, not 0\.3\.0/],
    ['two versions', ['0.2.0', '0.1.0'], undefined, /place 1 names 0\.1\.0, not 0\.2\.0.*release:prepare/],
    ['a tag without v', ['0.2.0'], '0.2.0', /does not begin with v/],
  ])('%s', (_what, versions, tag, problem) => {
    const places = versions.map((version, index) => ({ place: `place ${index}`, version }))
    const { problems } = scripts.checkVersions(places, tag)
    if (problem === undefined) expect(problems).toEqual([])
    else expect(problems[0]).toMatch(problem)
  })

  test.each<[string, string, string | undefined, boolean]>([
    ['a section for later changes', changelog, undefined, true],
    ['no such section', '# Changelog\n', undefined, false],
    ['the section of the tag', changelog, 'v0.1.0', true],
    ['no section of the tag', changelog, 'v0.2.0', false],
    ['no section of the tag, but of a pre-release of it', changelog.replace('0.1.0', '0.2.0-rc.1'), 'v0.2.0', false],
    ['an empty section of the tag', '## 0.2.0 (2026-12-24)\n\n## 0.1.0\n\n- a\n', 'v0.2.0', false],
  ])('%s', (_what, text, tag, isFine) => {
    expect(scripts.checkChangelog(text, tag).problems.length === 0).toBe(isFine)
  })
})
