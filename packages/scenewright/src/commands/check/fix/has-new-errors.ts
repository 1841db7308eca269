import type { Finding } from '@scenewright/model'

/** A file, and the fixes that were applied there. */
interface FixedFile {
  readonly file: string
  readonly made: readonly { readonly finding: Finding }[]
}

interface Findings {
  readonly findings: readonly Finding[]
}

/**
 * Whether a file has errors after a change that it did not have before: more of one rule in one node, or in the file.
 * Errors that the fixed ones may have hidden do not count.
 */
export function hasNewErrors(
  { file, made }: FixedFile,
  { before, after }: { readonly before: Findings; readonly after: Findings },
): boolean {
  const stage = Math.max(...made.map(({ finding }) => lastStageOf(finding.rule)))
  const had = countErrors(file, stage, before)
  return [...countErrors(file, stage, after)].some(([kind, number]) => number > (had.get(kind) ?? 0))
}

/** The rules of reading a source, by stage: an error of one stage hides those of the later ones. */
const stages: readonly (readonly string[])[] = [
  ['source/syntax'],
  ['source/schema', 'source/needs-quotes', 'source/not-static'],
]

function stageOf(rule: string): number {
  const stage = stages.findIndex(names => names.includes(rule))
  return stage < 0 ? stages.length : stage
}

/** Quotes change nothing else in a file, whose other errors a text such as `! Note` hides, also those of its own rule. */
function lastStageOf(rule: string): number {
  return rule === 'source/needs-quotes' ? 0 : stageOf(rule)
}

function countErrors(file: string, lastStage: number, { findings }: Findings): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  for (const { file: at, rule, node = '', severity, scenario } of findings) {
    if (at !== file || severity !== 'error' || stageOf(rule) > lastStage) continue
    const kind = JSON.stringify([rule, scenario, node])
    numbers.set(kind, (numbers.get(kind) ?? 0) + 1)
  }
  return numbers
}
