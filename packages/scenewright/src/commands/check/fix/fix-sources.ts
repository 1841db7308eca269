import type { CheckReport } from '@scenewright/checker'
import type { Finding, Fix } from '@scenewright/model'
import { count, visible } from '@scenewright/model/text'
import { type CheckedSources, type CheckOptions, checkSources } from '@scenewright/workspace'
import type { Invocation } from '../../../shell/command.ts'
import { applyFixes } from './apply-fixes.ts'
import { hasNewErrors } from './has-new-errors.ts'
import { openTexts, type Texts } from './texts.ts'

/**
 * Applies the safe fixes of the selected sources and rules, reports the changes, and resolves with the remaining
 * findings of all rules.
 */
export async function fixSources(
  invocation: Invocation,
  options: CheckOptions,
  { paths, isSelected }: Selection,
): Promise<CheckedSources> {
  const check = () => checkSources(invocation, options, paths)
  const { checked, fixed, notes } = await fixFindings(check, invocation.signal, isSelected)
  const lines = [summarize(fixed), ...notes]
  invocation.terminal.err(lines.map(line => `${line}\n`).join(''))
  return checked
}

/** The findings to fix. */
interface Selection {
  readonly paths: readonly string[]
  readonly isSelected: (finding: Finding) => boolean
}

function summarize(fixed: ReadonlyMap<string, number>): string {
  const findings = [...fixed.values()].reduce((sum, number) => sum + number, 0)
  return findings === 0 ? 'nothing to fix' : `${count(findings, 'finding')} fixed in ${count(fixed.size, 'file')}`
}

/** A fix, and its finding. */
interface Candidate {
  readonly fix: Fix
  readonly finding: Finding
}

/** The findings to fix, and the results of earlier rounds. */
interface Experience {
  readonly isSelected: (finding: Finding) => boolean
  /** The files that are skipped, and why. */
  readonly leftAlone: ReadonlyMap<string, string>
  /** The files in which applying all fixes at once caused errors: there they are tried one by one. */
  readonly careful: ReadonlySet<string>
  /** The fixes that caused errors on their own, by the names from `nameOf`. */
  readonly harmful: ReadonlySet<string>
}

/** The result of fixing a project's findings. */
export interface Fixed<Checked> {
  /** The check after fixing. */
  readonly checked: Checked
  /** How many findings were fixed in each file that was written. */
  readonly fixed: ReadonlyMap<string, number>
  /** Notes for the user, one line each. */
  readonly notes: readonly string[]
}

interface Looked {
  readonly project: { readonly root: string }
  readonly report: CheckReport
}

/** One fix may make another one possible; after this many rounds, fixes only undo each other. */
const maxRounds = 10

interface Bench extends Experience {
  readonly texts: Texts
  readonly fixed: Map<string, number>
  readonly leftAlone: Map<string, string>
  readonly careful: Set<string>
  readonly harmful: Set<string>
  readonly notes: string[]
}

/**
 * Applies the fixes of all findings, file by file, checks again, and repeats until nothing can be fixed. A file that
 * was changed on disk since it was checked is not written. A file with new errors afterwards is restored, and its fixes
 * are tried one by one.
 */
export async function fixFindings<Checked extends Looked>(
  check: () => Promise<Checked>,
  signal: AbortSignal,
  isSelected: (finding: Finding) => boolean = () => true,
): Promise<Fixed<Checked>> {
  let checked = await check()
  const bench = createBench(checked.project.root, isSelected)
  for (let round = 0; round < maxRounds; round += 1) {
    // Each file is read before it is checked, so that the fixed text is the checked text.
    const files = [...candidatesByFile(checked.report, bench).keys()]
    const areNew = files.map(file => bench.texts.look(file))
    if (areNew.includes(true)) checked = await check()
    const written = await writeRound(checked.report, bench, signal)
    if (written.length === 0) break
    const after = await check()
    const isPutBack = await putBackWorse(written, { before: checked.report, after: after.report }, bench)
    checked = isPutBack ? await check() : after
    signal.throwIfAborted()
  }
  const left = Array.from(bench.leftAlone, ([file, why]) => `${visible(file)} was not changed: ${why}`)
  return { checked, fixed: bench.fixed, notes: [...left, ...bench.notes] }
}

function createBench(root: string, isSelected: Experience['isSelected']): Bench {
  const known = { isSelected, leftAlone: new Map(), careful: new Set<string>(), harmful: new Set<string>() }
  return { ...known, texts: openTexts(root), fixed: new Map(), notes: [] }
}

interface Written {
  readonly file: string
  readonly before: string
  readonly made: readonly Candidate[]
}

async function writeRound(report: CheckReport, bench: Bench, signal: AbortSignal): Promise<readonly Written[]> {
  const { texts, leftAlone } = bench
  const written: Written[] = []
  const touched = new Set<string>()
  for (const [file, candidates] of candidatesByFile(report, bench)) {
    signal.throwIfAborted()
    const before = texts.seen(file)
    const identity = texts.identity(file)
    if (before === undefined || touched.has(identity)) continue
    touched.add(identity)
    const { text, made } = applyFixes(
      before,
      candidates.map(({ fix }) => fix),
    )
    if (made.length === 0) continue
    if (!(await texts.replace(file, text))) {
      leftAlone.set(file, 'it was changed on disk in the meantime')
      continue
    }
    written.push({ file, before, made: candidates.filter(({ fix }) => made.includes(fix)) })
    addFixed(bench, file, made.length)
  }
  return written
}

async function putBackWorse(
  written: readonly Written[],
  reports: { readonly before: CheckReport; readonly after: CheckReport },
  bench: Bench,
): Promise<boolean> {
  let isPutBack = false
  for (const { file, before, made } of written) {
    if (!hasNewErrors({ file, made }, reports) || !(await bench.texts.replace(file, before))) continue
    isPutBack = true
    addFixed(bench, file, -made.length)
    const [only, ...others] = made
    if (only === undefined || others.length > 0) bench.careful.add(file)
    else leaveToPerson(only, bench)
  }
  return isPutBack
}

function leaveToPerson({ fix, finding }: Candidate, { harmful, notes }: Bench): void {
  harmful.add(nameOf(finding))
  const { file, range, rule } = finding
  notes.push(
    `${visible(file)}:${range.start.line} was not fixed (${rule}): "${visible(fix.title)}" would cause other errors`,
  )
}

function addFixed({ fixed }: Bench, file: string, made: number): void {
  const number = (fixed.get(file) ?? 0) + made
  if (number > 0) fixed.set(file, number)
  else fixed.delete(file)
}

/** The first fix of each reported finding whose edits are in its own file, in the order of the findings. */
function candidatesByFile(
  { findings }: CheckReport,
  { isSelected, leftAlone, careful, harmful }: Experience,
): ReadonlyMap<string, readonly Candidate[]> {
  const byFile = new Map<string, Candidate[]>()
  for (const finding of findings) {
    const { file } = finding
    const fix = ownFix(finding)
    if (fix === undefined || !isSelected(finding)) continue
    if (leftAlone.has(file) || harmful.has(nameOf(finding))) continue
    const others = byFile.get(file)
    if (others === undefined) byFile.set(file, [{ fix, finding }])
    else if (!careful.has(file)) others.push({ fix, finding })
  }
  return byFile
}

/** The identity of a finding, independent of its place. */
function nameOf({ file, rule, message, node }: Finding): string {
  return JSON.stringify([file, rule, message, node])
}

function ownFix({ file, fixes: [fix] }: Finding): Fix | undefined {
  return fix?.edits.every(edit => edit.file === file) ? fix : undefined
}
