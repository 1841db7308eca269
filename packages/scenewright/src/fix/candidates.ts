import type { CheckReport } from '@scenewright/checker'
import type { Finding, Fix } from '@scenewright/model'

/** A fix, and the finding that it is for. */
export interface Candidate {
  readonly fix: Fix
  readonly finding: Finding
}

/** What is known of earlier rounds. */
export interface Experience {
  /** The files that are let be, and why. */
  readonly leftAlone: ReadonlyMap<string, string>
  /** The files in which all fixes at once did harm: there one is tried after the other. */
  readonly careful: ReadonlySet<string>
  /** What did harm by itself, by the name that `nameOf` gives. */
  readonly harmful: ReadonlySet<string>
}

/** The first fix of each finding that is shown and whose edits lie in its own file, in the order of the findings. */
export function candidatesByFile(
  { findings }: CheckReport,
  { leftAlone, careful, harmful }: Experience,
): ReadonlyMap<string, readonly Candidate[]> {
  const byFile = new Map<string, Candidate[]>()
  for (const finding of findings) {
    const { file } = finding
    const fix = ownFix(finding)
    if (fix === undefined || leftAlone.has(file) || harmful.has(nameOf(finding))) continue
    const others = byFile.get(file)
    if (others === undefined) byFile.set(file, [{ fix, finding }])
    else if (!careful.has(file)) others.push({ fix, finding })
  }
  return byFile
}

/** What tells a finding from others, wherever it stands now. */
export function nameOf({ file, rule, message, node }: Finding): string {
  return JSON.stringify([file, rule, message, node])
}

function ownFix({ file, fixes: [fix] }: Finding): Fix | undefined {
  return fix?.edits.every(edit => edit.file === file) ? fix : undefined
}
