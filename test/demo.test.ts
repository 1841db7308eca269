import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

test('the demo ends with the reply that came from the service by webhook', async () => {
  const { code, stdout, stderr } = await demo()
  expect(code, stderr).toBe(0)
  const source = readFileSync(`${root}scenarios/shop/scenarios/warranty/terms.scenario.yaml`, 'utf8')
  const reply = /text: >-\n([\s\S]*?)\n\s+next:/
    .exec(source)?.[1]
    ?.trim()
    .replace(/\s*\n\s*/g, ' ')
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`reply from the service: ${reply}`)
  expect(stdout).toMatch(/from the knowledge base: [^─]*in the yard behind the showroom/)
  expect(stdout).toContain('Nothing to do')
  // Every node, edge and scenario of the shop is shown by a conversation test that passes.
  expect(stdout.match(/^(nodes|edges|scenarios) +100\.0 %/gm)).toHaveLength(3)
})

test.each(['a project', 'the local service', 'plan and apply'])(
  'Ctrl-C during "%s" leaves no process behind',
  async part => {
    const { code, stderr } = await demo(`── ${part}`)
    expect(code, stderr).toBe(130)
    expect(runningPrograms()).not.toContain(scratch)
  },
)

const scratch = mkdtempSync(join(tmpdir(), 'scenewright-demo-test-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Runs the demo, interrupted once it has printed a text if one is given. */
function demo(interruptAt?: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, ['scripts/demo.mjs'], {
      cwd: root,
      // Every process of the demo has this folder in its command line.
      env: { ...process.env, TMPDIR: scratch },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', data => {
      stderr += data
    })
    child.stdout.setEncoding('utf8').on('data', data => {
      stdout += data
      if (interruptAt !== undefined && !child.killed && stdout.includes(interruptAt)) child.kill('SIGINT')
    })
    child.once('close', code => resolve({ code, stdout, stderr }))
  })
}

/** The command lines of all processes; a slim machine has no `ps`, but Linux has /proc. */
function runningPrograms(): string {
  if (!existsSync('/proc/self/cmdline')) return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
  const lines = readdirSync('/proc').map(name => {
    try {
      return /^\d+$/.test(name) ? readFileSync(`/proc/${name}/cmdline`, 'utf8') : ''
    } catch {
      // It ended while we looked.
      return ''
    }
  })
  return lines.join('\n')
}
