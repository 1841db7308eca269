import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of this run. It is deleted when the process ends, for whatever reason. */
export const temporary = mkdtempSync(join(tmpdir(), 'scenewright-bench-'))

process.on('exit', () => rmSync(temporary, { recursive: true, force: true }))
