// `npm run update-golden [-- <path> …]`: runs the tests that compare with golden files, and lets them rewrite these files:
// snapshots, expected findings, the OpenAPI document, and generated pages. Paths select tests. Review the changes with git.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeReady } from './build/ready.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const paths = process.argv.slice(2)
const hasGoldenFile = /process\.env\.UPDATE_GOLDEN|\.toMatch(?:File|Inline)?Snapshot\(/

await makeReady()
const listed = run('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts'], { stdio: 'pipe' }).stdout
const tests = listed
  .split('\n')
  .filter(file => file !== '' && (paths.length === 0 || paths.some(path => file.includes(path))))
  .filter(file => hasGoldenFile.test(readFileSync(join(root, file), 'utf8')))
if (tests.length === 0) {
  console.error(`no test with a golden file matches ${paths.join(' ')}`)
  process.exit(2)
}
const env = { ...process.env, UPDATE_GOLDEN: '1' }
const { status } = run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...tests, '--update'], { env })
run(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', 'schemas/openapi.json'])
run('git', ['status', '--short'])
process.exitCode = status ?? 1

function run(program, args, options = {}) {
  return spawnSync(program, args, { cwd: root, stdio: 'inherit', encoding: 'utf8', ...options })
}
