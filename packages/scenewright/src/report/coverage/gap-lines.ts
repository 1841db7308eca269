import type { LocatedPart, LocatedScenario } from '../../coverage/locate-coverage.ts'
import { type Paint, visible } from '../../terminal/paint.ts'

/** A person reads no more; the JSON has all. */
const mostLines = 50

/** What passing tests do not come by, a line each, with its place; one line for a scenario that none of them starts. */
export function gapLines(scenarios: readonly LocatedScenario[], paint: Paint): readonly string[] {
  const gaps = scenarios.flatMap(gapsOf)
  const lines = gaps.slice(0, mostLines).map(({ file, line, text, isTried }) => {
    const note = isTried ? paint('dim', ' (only failing tests do)') : ''
    return `  ${paint('cyan', `${visible(file)}:${line}`)}  ${text}${note}`
  })
  const rest = gaps.length - lines.length
  return rest > 0 ? [...lines, `  and ${rest} more; --format json has them all`] : lines
}

interface Gap {
  readonly file: string
  readonly line: number
  readonly text: string
  readonly isTried: boolean
}

function gapsOf({ key, file, line, starts, failedStarts, nodes, edges }: LocatedScenario): readonly Gap[] {
  if (starts === 0) return [{ file, line, text: `no passing test starts "${visible(key)}"`, isTried: failedStarts > 0 }]
  const gap = (kind: string) => (part: LocatedPart) => ({
    file,
    line: part.line,
    text: `no passing test comes by the ${kind} "${visible(part.id)}"`,
    isTried: part.failedHits > 0,
  })
  return [...nodes.filter(isMissed).map(gap('node')), ...edges.filter(isMissed).map(gap('edge'))]
}

function isMissed({ isSimulable, hits }: LocatedPart): boolean {
  return isSimulable && hits === 0
}
