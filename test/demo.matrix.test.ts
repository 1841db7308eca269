import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runDemo } from './run-demo.ts'
import { byTier } from './tier.ts'

const scratch = mkdtempSync(join(tmpdir(), 'scenewright-demo-test-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

// The last of them has all the processes: the command line, the service and its database.
const parts = byTier({ once: ['plan and apply'], full: ['a project', 'the local service', 'plan and apply'] })

test.each(parts)('Ctrl-C during "%s" leaves no process behind', async part => {
  const { code, stderr } = await runDemo({ scratch, interruptAt: `── ${part}` })
  expect(code, stderr).toBe(130)
  expect(runningPrograms()).not.toContain(scratch)
})

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
