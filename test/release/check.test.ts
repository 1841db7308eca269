import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, root, scripts } from './scripts.ts'

test('release:check with an unknown tag fails, though all other steps succeed', async () => {
  const out = folderWith({})
  const { code, lines } = await check('--tag', 'v0.0.1', '--out', out)
  const status = (name: string) => lines.filter(line => line.includes(`  ${name}`)).map(line => line.slice(0, 4).trim())
  expect(code).toBe(1)
  expect(new Set(status('versions'))).toEqual(new Set(['fail']))
  expect(status('changelog')).toEqual(['fail'])
  for (const name of ['Dockerfile', 'workflows', 'build', 'pack']) expect(status(name)).toEqual(['ok'])
  const packages = scripts.publishablePackages(root).map(({ manifest }) => manifest)
  for (const { name } of packages) {
    for (const step of ['contents', 'npm publish --dry-run', 'SBOM']) expect(status(`${name}: ${step}`)).toEqual(['ok'])
  }
  const release = JSON.parse(readFileSync(join(out, 'release.json'), 'utf8'))
  expect(release.map(({ name, version }: { name: string; version: string }) => ({ name, version }))).toEqual(
    packages.map(({ name, version }) => ({ name, version })),
  )
  for (const { file, name, version } of release) {
    expect(readFileSync(join(out, file)).length).toBeGreaterThan(1000)
    const sbom = JSON.parse(readFileSync(join(out, `${name}-${version}.cdx.json`), 'utf8'))
    expect(sbom.metadata.component.purl).toBe(`pkg:npm/${name}@${version}`)
  }
})

function check(
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly lines: readonly string[] }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/release/check.mjs', ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', data => {
      stdout += data
    })
    child.once('error', reject)
    child.once('close', code => resolve({ code, lines: stdout.split('\n') }))
  })
}
