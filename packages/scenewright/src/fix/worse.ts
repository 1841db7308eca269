import type { CheckReport } from '@scenewright/checker'

/** Whether a file has errors after a change that it did not have before: more of one rule in one node, or anywhere. */
export function isWorse(
  file: string,
  { before, after }: { readonly before: CheckReport; readonly after: CheckReport },
): boolean {
  const had = errorsOf(file, before)
  return [...errorsOf(file, after)].some(([kind, number]) => number > (had.get(kind) ?? 0))
}

function errorsOf(file: string, { findings }: CheckReport): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  for (const { file: at, rule, node = '', severity, scenario } of findings) {
    if (at !== file || severity !== 'error') continue
    const kind = JSON.stringify([rule, scenario, node])
    numbers.set(kind, (numbers.get(kind) ?? 0) + 1)
  }
  return numbers
}
