import { validate } from '@scenewright/schemas/validate/baseline'
import { type KeptFile, type KeptForm, readKeptFile } from '../kept-file/read-kept-file.ts'
import { type Baseline, type BaselineEntry, tidy } from './baseline.ts'

/** What a file of adopted findings looks like. */
export const baselineForm: KeptForm = {
  noun: 'baseline',
  version: 1,
  list: 'findings',
  validate,
  help: {
    damaged: 'put back the last good copy, or delete the file and run `scenewright check --write-baseline`',
    entry: 'an entry has "rule", "count" from 1 on, either "scenario" or "file", and "node" where there is one',
    other: 'name another file with --baseline, or in the config under "baseline"; this one is left as it is',
  },
}

/**
 * Reads a file of adopted findings; undefined where there is none. One that is damaged, of a newer version or something
 * else is an OperationError at its place.
 */
export async function readBaseline(file: KeptFile): Promise<Baseline | undefined> {
  // It has just been held against the schema.
  const value = (await readKeptFile(file, baselineForm)) as { readonly findings: readonly BaselineEntry[] } | undefined
  // A merge may leave an entry of each side.
  return value && tidy(value.findings, Math.max)
}
