import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith, root, scripts } from './scripts.ts'

const buildFolder = '/srv/build/scenewright'

function problemsOf(manifest: object, files: Readonly<Record<string, string>> = {}): readonly string[] {
  const sound = { 'README.md': 'a', LICENSE: 'b', 'CHANGELOG.md': 'c', 'bin/run.cjs': '' }
  const all = { ...sound, 'package.json': JSON.stringify({ bin: { run: 'bin/run.cjs' }, ...manifest }), ...files }
  const folder = folderWith(Object.fromEntries(Object.entries(all).map(([path, text]) => [`package/${path}`, text])))
  execFileSync('tar', ['-czf', join(folder, 'a.tgz'), '-C', folder, 'package'])
  return scripts.inspectTarball(join(folder, 'a.tgz'), { privateNames: ['@tool/inner'], buildFolder }).problems
}

describe('the contents of a tarball', () => {
  test('that npm can install have no problem', () => {
    expect(
      problemsOf(
        {
          dependencies: { pg: '8.0.0' },
          devDependencies: { '@tool/inner': '0.1.0' },
          exports: { '.': { default: './bin/run.cjs' }, './schemas/*': './schemas/*' },
        },
        { 'schemas/a.json': '{}', 'docs/rules/test/a.md': '' },
      ),
    ).toEqual([])
  })

  test.each<[string, object, Readonly<Record<string, string>>, RegExp]>([
    ['a range of the workspace', { dependencies: { a: 'workspace:*' } }, {}, /"a" has the range "workspace:\*"/],
    ['a range of the catalog', { peerDependencies: { a: 'catalog:' } }, {}, /"a" has the range "catalog:"/],
    ['a package of this machine', { optionalDependencies: { a: 'link:../a' } }, {}, /"a" has the range/],
    ['a private package', { dependencies: { '@tool/inner': '0.1.0' } }, {}, /"@tool\/inner" is private/],
    ['an export without its file', { exports: { '.': './dist/a.js' } }, {}, /names "dist\/a\.js", which is missing/],
    ['a pattern without any file', { exports: { './b/*': './b/*.json' } }, {}, /names "b\/\*\.json"/],
    ['a source map', {}, { 'dist/a.js.map': '{}' }, /source map/],
    ['a source map in a file', {}, { 'dist/a.js': 'a\n//# sourceMappingURL=data:application/json,{}' }, /source map/],
    ['the folder of the build', {}, { 'dist/a.js': `"${buildFolder}/src/a.ts"` }, /names the folder of the build/],
    ['a test', {}, { 'dist/a.test.js': '' }, /does not belong/],
    ['the sources', {}, { 'src/a.ts': '' }, /does not belong/],
    ['a file of secrets', {}, { 'dist/.env': '' }, /secrets/],
  ])('%s is a problem', (_what, manifest, files, problem) => {
    expect(problemsOf(manifest, files)).toEqual([expect.stringMatching(problem)])
  })

  test.each(['README.md', 'LICENSE', 'CHANGELOG.md'])('no %s is a problem', name => {
    const folder = folderWith({ 'package/package.json': '{}' })
    execFileSync('tar', ['-czf', join(folder, 'a.tgz'), '-C', folder, 'package'])
    const { problems } = scripts.inspectTarball(join(folder, 'a.tgz'), { privateNames: [], buildFolder })
    expect(problems).toContain(`${name} is missing`)
  })
})

describe('the bill of materials', () => {
  const packages = scripts.publishablePackages(root)

  test.each(packages.map(item => [item.manifest.name, item] as const))(
    'of %s is valid and complete',
    async (name, item) => {
      const text = await scripts.createSbom(root, item)
      expect(await scripts.validateSbom(text)).toBeNull()
      expect(await scripts.createSbom(root, item)).toBe(text)
      const { metadata, components, dependencies } = JSON.parse(text)
      expect(metadata.component.purl).toBe(`pkg:npm/${name}@${item.manifest.version}`)
      const known = new Set<string>(components.map((each: { purl: string }) => each.purl))
      for (const purl of known) expect(purl).not.toContain('%40scenewright/')
      // Everything hangs together: whatever is depended on is listed, and each component is depended on.
      const wanted = new Set<string>(dependencies.flatMap((each: { dependsOn?: string[] }) => each.dependsOn ?? []))
      expect([...wanted].filter(purl => !known.has(purl))).toEqual([])
      expect([...known].filter(purl => !wanted.has(purl))).toEqual([])
    },
  )

  test('lists bundled packages, those that npm installs and their dependencies, with licenses and hashes', async () => {
    const all = await Promise.all(packages.map(item => scripts.createSbom(root, item)))
    const components = all.flatMap(text => JSON.parse(text).components)
    const fullName = ({ group, name }: { group?: string; name: string }) => (group ? `${group}/${name}` : name)
    const found = (name: string) => components.find((each: { name: string }) => fullName(each) === name)
    expect(found('commander')?.properties).toEqual([{ name: 'scenewright:delivery', value: 'bundled' }])
    expect(found('pg-protocol')?.properties).toEqual([{ name: 'scenewright:delivery', value: 'bundled' }])
    expect(found('@electric-sql/pglite')?.properties).toEqual([{ name: 'scenewright:delivery', value: 'installed' }])
    // A package of the tests alone.
    expect(found('playwright-core')).toBeUndefined()
    expect(found('yaml')).toMatchObject({ licenses: [{ license: { id: 'ISC' } }], hashes: [{ alg: 'SHA-512' }] })
  })

  test('with something unknown to CycloneDX is rejected', async () => {
    const [item] = packages
    if (item === undefined) throw new Error('no package is published')
    const document = JSON.parse(await scripts.createSbom(root, item))
    document.components[0].type = 'thing'
    expect(await scripts.validateSbom(JSON.stringify(document))).not.toBeNull()
  })
})
