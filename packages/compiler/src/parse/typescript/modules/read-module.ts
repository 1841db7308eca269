import { textProblem } from '../../../read/text-problem.ts'
import { createPlaces } from '../../places.ts'
import type { Problem } from '../../problem.ts'
import type { ModuleReader } from '../../source-tree.ts'
import type { Unit } from '../evaluate/value.ts'
import { parseUnit } from '../parse-unit.ts'

/** An imported file: parsed, invalid, or not available. */
export type ModuleFile = { readonly unit: Unit } | { readonly problem: Problem } | { readonly fault: string }

/** Reads and parses the files that sources import, each once. */
export function createModuleFiles(reader: ModuleReader): (file: string) => ModuleFile {
  const known = new Map<string, ModuleFile>()
  return file => {
    const found = known.get(file) ?? readModule(reader, file)
    known.set(file, found)
    return found
  }
}

function readModule(reader: ModuleReader, file: string): ModuleFile {
  const read = reader.read(file)
  if ('fault' in read) return read
  const places = createPlaces(file, read.text)
  const refusal = textProblem(read.text)
  if (refusal !== undefined) return { problem: { ...refusal, places } }
  const { unit, problem } = parseUnit(read.text, places)
  if (problem !== undefined) return { problem: { ...problem, places } }
  return unit === undefined ? { fault: 'cannot be parsed' } : { unit }
}
