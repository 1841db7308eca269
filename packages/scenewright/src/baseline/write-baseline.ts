import type { KeptFile } from '../kept-file/read-kept-file.ts'
import { writeKeptFile } from '../kept-file/write-kept-file.ts'
import type { Baseline } from './baseline.ts'
import { baselineForm } from './read-baseline.ts'

/** Writes a file of adopted findings, whole or not at all. Where it cannot be written, that is an OperationError. */
export function writeBaseline(file: KeptFile, baseline: Baseline): Promise<void> {
  const entries = baseline.map(({ scenario, file: source, node, rule, count }) => {
    return { scenario, file: source, node, rule, count }
  })
  return writeKeptFile(file, baselineForm, entries)
}
