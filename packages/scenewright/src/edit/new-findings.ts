import type { Finding } from '@scenewright/model'

/** The findings that the first list has and the second one does not, whatever their lines. */
export function newFindings(findings: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  const known = new Map<string, number>()
  for (const finding of others) known.set(nameOf(finding), (known.get(nameOf(finding)) ?? 0) + 1)
  return findings.filter(finding => {
    const left = known.get(nameOf(finding)) ?? 0
    known.set(nameOf(finding), left - 1)
    return left <= 0
  })
}

function nameOf({ file, rule, message, node }: Finding): string {
  return JSON.stringify([file, rule, message, node])
}
