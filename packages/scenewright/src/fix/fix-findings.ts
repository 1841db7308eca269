import type { CheckReport } from '@scenewright/checker'
import type { Finding, Fix } from '@scenewright/model'
import { visible } from '../terminal/paint.ts'
import { applyFixes } from './apply-fixes.ts'
import { openTexts, type Texts } from './open-texts.ts'
import { isWorse } from './worse.ts'

/** What has become of a project's findings. */
export interface Fixed<Checked> {
  /** What is found now. */
  readonly checked: Checked
  /** How many findings were mended in each file that was written. */
  readonly mended: ReadonlyMap<string, number>
  /** What a person should know, a line each. */
  readonly notes: readonly string[]
}

interface Project {
  readonly project: { readonly root: string }
  readonly report: CheckReport
}

/** What one fix makes possible another one may need; beyond this many rounds they only undo each other. */
const mostRounds = 10

interface Bench {
  readonly texts: Texts
  readonly mended: Map<string, number>
  /** The files that are let be, and why. */
  readonly leftAlone: Map<string, string>
}

/**
 * Makes the fixes of all that is found, file by file, looks again, and goes on until nothing can be mended. A file that
 * has changed on the disk since it was checked is not written, and one that has other errors afterwards is put back.
 */
export async function fixFindings<Checked extends Project>(
  check: () => Promise<Checked>,
  signal: AbortSignal,
): Promise<Fixed<Checked>> {
  let checked = await check()
  const bench: Bench = { texts: openTexts(checked.project.root), mended: new Map(), leftAlone: new Map() }
  for (let round = 0; round < mostRounds; round += 1) {
    // What is mended is what was checked: a file is looked at first, and then checked.
    const files = [...fixesByFile(checked.report, bench).keys()]
    const areNew = files.map(file => bench.texts.look(file))
    if (areNew.includes(true)) checked = await check()
    const written = await writeRound(checked.report, bench, signal)
    if (written.length === 0) break
    const after = await check()
    checked = (await putBackWorse(written, { before: checked.report, after: after.report }, bench))
      ? await check()
      : after
    signal.throwIfAborted()
  }
  const notes = Array.from(bench.leftAlone, ([file, why]) => `${visible(file)} is left as it was: ${why}`)
  return { checked, mended: bench.mended, notes }
}

interface Written {
  readonly file: string
  readonly before: string
  readonly fixes: number
}

async function writeRound(report: CheckReport, bench: Bench, signal: AbortSignal): Promise<readonly Written[]> {
  const { texts, leftAlone, mended } = bench
  const written: Written[] = []
  const touched = new Set<string>()
  for (const [file, fixes] of fixesByFile(report, bench)) {
    signal.throwIfAborted()
    const before = texts.seen(file)
    const identity = texts.identity(file)
    if (before === undefined || touched.has(identity)) continue
    touched.add(identity)
    const { text, made } = applyFixes(before, fixes)
    if (made.length === 0) continue
    if (!(await texts.replace(file, text))) {
      leftAlone.set(file, 'it has changed on the disk meanwhile')
      continue
    }
    written.push({ file, before, fixes: made.length })
    mended.set(file, (mended.get(file) ?? 0) + made.length)
  }
  return written
}

async function putBackWorse(
  written: readonly Written[],
  reports: { readonly before: CheckReport; readonly after: CheckReport },
  { texts, mended, leftAlone }: Bench,
): Promise<boolean> {
  let isPutBack = false
  for (const { file, before, fixes } of written) {
    if (!isWorse(file, reports) || !(await texts.replace(file, before))) continue
    isPutBack = true
    const left = (mended.get(file) ?? 0) - fixes
    if (left > 0) mended.set(file, left)
    else mended.delete(file)
    leftAlone.set(file, 'mended, it would have other errors than before')
  }
  return isPutBack
}

/** The first fix of each finding that is shown and whose edits lie in its own file, in the order of the findings. */
function fixesByFile({ findings }: CheckReport, { leftAlone }: Bench): ReadonlyMap<string, readonly Fix[]> {
  const byFile = new Map<string, Fix[]>()
  for (const finding of findings) {
    const fix = leftAlone.has(finding.file) ? undefined : ownFix(finding)
    if (fix === undefined) continue
    const others = byFile.get(finding.file)
    if (others === undefined) byFile.set(finding.file, [fix])
    else others.push(fix)
  }
  return byFile
}

function ownFix({ file, fixes: [fix] }: Finding): Fix | undefined {
  return fix?.edits.every(edit => edit.file === file) ? fix : undefined
}
