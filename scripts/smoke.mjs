// The built command line does its work on this Node: `npx node@24 scripts/smoke.mjs`. Needs nothing but the build.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../node_modules/.bin/scenewright', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'scenewright-smoke-'))

try {
  expect(run('--version'), /^\d+\.\d+\.\d+\n$/)
  run('init')
  expect(run('check', '--fail-on', 'info'), /^$/)
  expect(run('explain', 'graph/trap'), /graph\/trap/)
  run('compile')
  expect(run('decompile', 'build/delivery/times.json'), /title: Delivery times/)
  expect(run('score', 'how long does delivery take'), /delivery\/times/)
  expect(run('simulate', 'how long does delivery take', '--format', 'json'), /"outcome": "ended"/)
  expect(run('doctor'), /A-01/)
  expect(run('service', 'init', '--data', 'data', '--email', 'me@example.com'), /SCENEWRIGHT_API_KEY='sk_/)
  writeFileSync(
    join(folder, 'scenewright.config.yaml'),
    'environments: { test: { url: http://127.0.0.1:9, bot: b } }\n',
  )
  expect(run('plan'), /2 create/)
  console.log(`The command line works on Node ${process.versions.node}.`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function run(...args) {
  return execFileSync(process.execPath, [bin, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function expect(text, pattern) {
  if (!pattern.test(text)) throw new Error(`${pattern} is not in:\n${text}`)
}
