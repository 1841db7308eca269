import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OperationError } from '@scenewright/model'
import type { Baseline, BaselineEntry } from './baseline.ts'
import { type BaselineFile, baselineVersion } from './read-baseline.ts'

/**
 * Writes a file of adopted findings, whole or not at all. Of a link the file that it leads to is replaced. Where it cannot
 * be written, that is an OperationError, and what was there stays.
 */
export async function writeBaseline({ path, name }: BaselineFile, baseline: Baseline): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const part = join(dirname(target), `.scenewright-baseline.${process.pid}.part`)
  try {
    await mkdir(dirname(target), { recursive: true })
    await writeFile(part, baselineText(baseline), { flag: 'wx' })
    await rename(part, target)
  } catch (cause) {
    await rm(part, { force: true })
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new OperationError('usage', `"${name}" cannot be written: ${reason}`, { cause })
  }
}

/** An entry a line: so a merge joins what both sides have adopted. */
function baselineText(baseline: Baseline): string {
  const lines = baseline.map(entry => `\n    ${lineOf(entry)}`)
  const findings = lines.length === 0 ? '[]' : `[${lines.join(',')}\n  ]`
  return `{\n  "version": ${baselineVersion},\n  "findings": ${findings}\n}\n`
}

function lineOf({ scenario, file, node, rule, count }: BaselineEntry): string {
  const fields = Object.entries({ scenario, file, node, rule, count }).filter(([, value]) => value !== undefined)
  return `{ ${fields.map(([name, value]) => `"${name}": ${JSON.stringify(value)}`).join(', ')} }`
}
