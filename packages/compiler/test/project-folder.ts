import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A scenario with nothing wrong in it. */
export const soundSource = `title: Refund status
trigger_description: The customer asks when a refund will arrive.
flow:
  nodes:
    wait: { text: It takes a week., next: done }
    done: END
`

/** A folder with these files, which goes when the test has ended. */
export function projectFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  return folder
}
