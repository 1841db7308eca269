import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

test('the demo ends with the reply that came from the service by webhook', async () => {
  const { code, stdout } = await demo()
  expect(code).toBe(0)
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

test.each([300, 1200, 2500])('Ctrl-C after %d ms leaves no process behind', async ms => {
  const { code } = await demo(ms)
  // Before it is up, the signal itself ends it.
  expect([130, null]).toContain(code)
  expect(runningPrograms()).not.toContain('scenewright-demo-')
})

/** Runs the demo, interrupted after a while if one is given. */
function demo(interruptAfter?: number): Promise<{ code: number | null; stdout: string }> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, ['scripts/demo.mjs'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', data => {
      stdout += data
    })
    const timer = interruptAfter === undefined ? undefined : setTimeout(() => child.kill('SIGINT'), interruptAfter)
    child.once('close', code => {
      clearTimeout(timer)
      resolve({ code, stdout })
    })
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
