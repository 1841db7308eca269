import { type CheckReport, createSourceCheck, finalizeReport, type Rule, type SourceReport } from '@scenewright/checker'
import { type ExampleConfidence, triggerRules } from '@scenewright/checker/evaluations'
import { type Project, readProjectText } from '@scenewright/compiler'
import { createSourceReader } from '@scenewright/compiler/source-reader'
import { compareFindings, type Finding, type OperationError } from '@scenewright/model'
import type { CompiledScenario, CompiledSource } from '@scenewright/model/compilation'
import { compareText } from '@scenewright/model/text'
import { createDerivations } from '../derivations.ts'
import { derive } from '../derive.ts'
import type { Host } from '../host.ts'
import { type CompileOptions, isNothingFound, locateCache, openConfig } from '../open-config.ts'
import { carryFindings, groupByFile } from './carried-findings.ts'
import { createTolerance } from './tolerance.ts'
import { createTriggerThread } from './trigger-thread.ts'

/** A changed file: its text in an editor, or none if the file on the disk counts. Or a folder, with all that is below. */
export interface FileChange {
  /** Relative to the root, with forward slashes. */
  readonly file: string
  readonly text?: string
}

/**
 * A project that is kept current while its files change. Findings of single sources, flows and references are known
 * at once, those about triggers later: another thread compares them when nothing has changed for a while.
 */
export interface LiveProject {
  readonly project: Project
  readonly rules: readonly Rule[]
  /** Why the project's own rules or its baseline cannot be used. Findings are then those without them. */
  faults(): readonly OperationError[]
  /** The reports of all sources, in the order of their names. */
  reports(): readonly SourceReport[]
  /** The present text of a file of the project; empty if it cannot be read. */
  text(file: string): string
  /** Whether a carriage return without a line feed may be in a file. Known of a source without reading it. */
  mayHaveLoneReturn(file: string): boolean
  /** The present content of a source; undefined if there is no such source. */
  compiled(file: string): Promise<CompiledSource | undefined>
  /** The present content of the scenario with a key; undefined if there is none that binds. */
  scenario(key: string): Promise<CompiledScenario | undefined>
  /** Compiles a source once more, for edits: a compiled source makes only a limited number of them. */
  forEdits(file: string): Promise<CompiledSource | undefined>
  /**
   * Resolves with the confidences of a scenario's examples in the present sources, each as if its scenario did not
   * contain it, in their order. Empty if the project evaluates no examples.
   */
  confidences(key: string): Promise<readonly ExampleConfidence[]>
  /** Takes changes over, in the order of the calls. Resolves when the findings at once are known. */
  change(changes: readonly FileChange[]): Promise<void>
  /** Resolves when all changes so far are taken over. */
  ready(): Promise<void>
  /** The present findings: those known at once, and those about triggers of the last comparison. */
  findings(): readonly Finding[]
  /** Resolves with the complete report: the same as that of `check` on the same texts. */
  settle(): Promise<CheckReport>
  /** Whether the findings about triggers are those of the present texts. */
  isSettled(): boolean
  /** The content of a source if it had this text; undefined if no source can have the name. Takes nothing over. */
  compiledAs(file: string, text: string): Promise<CompiledSource | undefined>
  /** Compares the findings at once with those if a source had this text. Takes nothing over. */
  preview(file: string, text: string): Promise<FindingsPreview>
  end(): Promise<void>
}

/** The findings at once of a project, now and after a change. Those about triggers are not compared. */
interface FindingsPreview {
  readonly before: readonly Finding[]
  readonly after: readonly Finding[]
}

/** The options of a live project. */
interface LiveOptions extends CompileOptions {
  /** Called when the findings may have changed. */
  readonly onFindings?: () => void
  /** Called with an error of the comparison in the background. */
  readonly onError?: (error: unknown) => void
  /** Calls `work` later, unless the returned function is called first. By default, after 250 ms. */
  readonly whenIdle?: (work: () => void) => () => void
}

/** How long a project must be unchanged before its triggers are compared, in milliseconds. */
const idleTime = 250

/** The number of compiled sources that are kept. */
const maxCompiled = 100

/** Opens a project and checks its sources by the rules that are fast. An unusable config is an OperationError. */
export async function openLive(host: Host, options: LiveOptions): Promise<LiveProject> {
  const project = await openConfig(host, options)
  const tolerance = createTolerance(host, options, project)
  const { rules, custom } = await tolerance.projectRules()
  const check = createSourceCheck(project.config, rules)
  const derivation =
    custom === undefined ? createDerivations(project.config).check : { name: 'check', of: custom.watching(check) }
  const overlay = new Map<string, string>(options.overlay)
  const { first, content } = await deriveAll(host, options, project, { derivation, isLive: custom !== undefined })
  const reader = createSourceReader(project, overlay)
  const isCached = options.cache !== false && custom === undefined
  const thread = createTriggerThread(host, {
    project,
    rules,
    ...(isCached && { cache: locateCache(host, project) }),
  })
  const { config, suppressPlaces } = project
  const { onFindings = () => {}, onError = () => {}, whenIdle = afterIdleTime } = options

  let found = reader.find()
  let byName = new Map(found.files.map(file => [file.file, file]))
  const reports = new Map(first.map(report => [report.file, report]))
  let inOrder: readonly SourceReport[] = []
  const compiled = new Map<string, Promise<CompiledSource>>()
  /** Changed files that are not taken over yet, because a folder of sources could not be read. */
  let postponed: ReadonlySet<string> = new Set()
  /** The findings of the last comparison by the rules that are not run at once, by file. */
  let carried = new Map<string, readonly Finding[]>()
  let quickFindings: readonly Finding[] = []
  let findings: readonly Finding[] = []
  /** The answers about the present state, by key. */
  const confidences = new Map<string, Promise<readonly ExampleConfidence[]>>()
  let settled: CheckReport | undefined
  let settling: Promise<CheckReport> | undefined
  let state = 0
  let comparisons = 0
  let cancelIdle = () => {}
  let isEnded = false

  const quick = rules.filter(rule => !isDeferred(rule))
  const deferred = new Set(rules.filter(isDeferred).map(({ id }) => id))
  const ofTriggers = new Set(triggerRules(rules).map(({ id }) => id))

  const withoutBaseline = (whole: CheckReport) => tolerance.withoutBaseline(whole, { rules, reports: () => inOrder })

  const sourceOf = (file: string): Promise<CompiledSource> | undefined => {
    const known = compiled.get(file)
    if (known !== undefined) return known
    const source = byName.get(file)
    if (source === undefined) return undefined
    const made = reader.compile(source)
    compiled.set(file, made)
    const [oldest] = compiled.keys()
    if (compiled.size > maxCompiled && oldest !== undefined) compiled.delete(oldest)
    return made
  }

  const findSources = async (): Promise<typeof found> => {
    try {
      return reader.find()
    } catch (error) {
      // The config has the place of a folder that is gone.
      await openConfig(host, options)
      throw error
    }
  }

  const isOpening = ({ file, text }: FileChange) =>
    text !== undefined && byName.has(file) && !overlay.has(file) && text === readProjectText(project.root, file)

  const takeOver = async (given: readonly FileChange[]): Promise<void> => {
    // Of several keys in a row, the first takes over the text of the last.
    const changes = given.filter(({ file, text }) => text === undefined || overlay.get(file) !== text)
    if (changes.length === 0) return
    const changed = new Set(changes.map(({ file }) => file))
    const openedOrClosed = new Set<string>()
    const areOnlyOpened = changes.every(isOpening)
    let isChanged = !areOnlyOpened
    for (const { file, text } of changes) {
      const before = overlay.get(file)
      const own = carried.get(file)
      if (text === undefined || before === undefined) openedOrClosed.add(file)
      else if (own !== undefined) carried.set(file, carryFindings(own, before, text))
      if (text === undefined) overlay.delete(file)
      else overlay.set(file, text)
    }
    if (changes.some(({ file }) => !/\.ya?ml$/.test(file))) reader.forgetImports()
    if (changes.some(change => change.text === undefined || !byName.has(change.file) || isMaybeSource(change.file))) {
      for (const file of postponed) changed.add(file)
      isChanged ||= postponed.size > 0
      postponed = new Set(changed)
      const before = byName
      found = await findSources()
      postponed = new Set()
      byName = new Map(found.files.map(file => [file.file, file]))
      for (const file of before.keys()) if (!byName.has(file)) reports.delete(file)
      for (const file of byName.keys()) if (!reports.has(file)) changed.add(file)
    }
    // A folder was moved, replaced or removed with all that is below it.
    const folders = [...changed].filter(name => !/\.(?:ya?ml|ts)$/.test(name)).map(folder => `${folder}/`)
    const isBelow = (name: string) => folders.some(folder => name.startsWith(folder))
    for (const { file, dependencies = [] } of reports.values()) {
      if (isBelow(file) || dependencies.some(name => changed.has(name) || isBelow(name))) changed.add(file)
    }
    for (const file of changed) {
      compiled.delete(file)
      const source = await sourceOf(file)
      const report = source && derivation.of(source)
      // An editor that opens a source usually changes nothing: what is known of the present state remains true.
      if (report === undefined || (areOnlyOpened && areSame(report, reports.get(file)))) continue
      reports.set(file, report)
      isChanged = true
      if (openedOrClosed.has(file)) carried.delete(file)
    }
    if (isChanged) await conclude()
    else onFindings()
  }

  /** The findings of the fast rules on these reports. */
  const findQuickly = async (of: readonly SourceReport[]): Promise<readonly Finding[]> => {
    const whole = finalizeReport(of, config, { suppressPlaces, findings: found.findings, rules: quick })
    return (await withoutBaseline(whole)).findings
  }

  /** The findings at once, and those of the last comparison. */
  const withCarried = (): readonly Finding[] => {
    const kept = [...carried].flatMap(([file, ofFile]) => (byName.has(file) ? ofFile : []))
    return [...quickFindings, ...kept].sort(compareFindings)
  }

  /** Runs the fast rules on the present sources. */
  const conclude = async (): Promise<void> => {
    state += 1
    confidences.clear()
    settled = undefined
    settling = undefined
    inOrder = found.files.flatMap(({ file }) => reports.get(file) ?? [])
    quickFindings = await findQuickly(inOrder)
    findings = withCarried()
    onFindings()
    cancelIdle()
    cancelIdle = whenIdle(() => void live.settle().catch(error => (isEnded ? undefined : onError(error))))
  }

  const compare = async (): Promise<CheckReport> => {
    const started = state
    const inputs = { suppressPlaces, findings: found.findings, renames: [] }
    const triggerFindings = await thread.check(
      { reports: inOrder, ...subjectOf(started, inputs) },
      (first, files) => void showFirst(first, files, started).catch(onError),
    )
    if (isEnded) throw new Error('the project is closed')
    if (triggerFindings === undefined || started !== state) return settle()
    const whole = finalizeReport(inOrder, config, { ...inputs, rules, triggerFindings })
    const report = await withoutBaseline(whole)
    if (started !== state) return settle()
    settled = report
    const compared = report.findings.filter(({ rule }) => deferred.has(rule))
    carried = groupByFile(compared)
    // The thread has copies of the others: a host sees by the object that a finding is the same.
    findings = [...quickFindings, ...compared].sort(compareFindings)
    onFindings()
    return report
  }

  /** Shows the findings about triggers that are known for some files; those of all others are those of before. */
  const showFirst = async (
    triggerFindings: readonly Finding[],
    files: readonly string[],
    started: number,
  ): Promise<void> => {
    const options = { suppressPlaces, rules: rules.filter(({ id }) => ofTriggers.has(id)), triggerFindings }
    const report = await withoutBaseline(finalizeReport(inOrder, config, options))
    if (started !== state || settled !== undefined || isEnded) return
    const known = groupByFile(report.findings.filter(({ rule }) => ofTriggers.has(rule)))
    for (const file of files) {
      const others = (carried.get(file) ?? []).filter(({ rule }) => !ofTriggers.has(rule))
      carried.set(file, [...others, ...(known.get(file) ?? [])])
    }
    findings = withCarried()
    onFindings()
  }

  const subjectOf = (at: number, inputs: object): { readonly subject?: string } => {
    // Only the first state is that of the files which were read.
    return at === 1 && content !== undefined ? { subject: JSON.stringify([content, config, inputs]) } : {}
  }

  const showing = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    comparisons += 1
    host.showProgress('comparing triggers …')
    try {
      return await work()
    } finally {
      comparisons -= 1
      if (comparisons === 0 && !isEnded) host.showProgress('')
    }
  }

  const settle = (): Promise<CheckReport> => {
    if (settled !== undefined) return Promise.resolve(settled)
    cancelIdle()
    settling ??= showing(compare)
    return settling
  }

  const compiledAs = async (file: string, text: string): Promise<CompiledSource | undefined> => {
    const own = createSourceReader(project, new Map([...overlay, [file, text]]))
    const source = byName.get(file) ?? own.find().files.find(each => each.file === file)
    return source && own.compile({ file, key: source.key })
  }

  let last: Promise<void> = conclude()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
  await last
  const live: LiveProject = {
    project,
    rules,
    faults: tolerance.faults,
    reports: () => inOrder,
    text: file => overlay.get(file) ?? readProjectText(project.root, file),
    mayHaveLoneReturn: file => reports.get(file)?.hasLoneReturn ?? !reports.has(file),
    compiled: async file => sourceOf(file),
    async forEdits(file) {
      const source = byName.get(file)
      return source && reader.compile(source)
    },
    async scenario(key) {
      const holder = inOrder.find(({ scenarios }) => scenarios.some(scenario => scenario.key === key))
      const source = holder && (await sourceOf(holder.file))
      return source?.scenarios.find(scenario => scenario.key === key)
    },
    confidences(key) {
      const known = confidences.get(key) ?? thread.confidences(inOrder, key)
      confidences.set(key, known)
      return known
    },
    change: changes => inTurn(() => takeOver(changes)),
    ready: () => last,
    findings: () => findings,
    async settle() {
      await last
      return settle()
    },
    isSettled: () => settled !== undefined,
    compiledAs,
    async preview(file, text) {
      await last
      const source = await compiledAs(file, text)
      const report = source && derivation.of(source)
      const others = inOrder.filter(each => each.file !== file)
      const changed = [...others, ...(report === undefined ? [] : [report])]
      const sorted = changed.toSorted((a, b) => compareText(a.file, b.file))
      return { before: await findQuickly(inOrder), after: await findQuickly(sorted) }
    },
    async end() {
      isEnded = true
      cancelIdle()
      if (comparisons > 0) host.showProgress('')
      await thread.end()
    },
  }
  return live
}

/** Whether a rule waits until nothing changes: it compares triggers, or judges suppressions of such findings. */
function isDeferred(rule: Rule): boolean {
  return rule.scope === 'suppression' || triggerRules([rule]).length > 0
}

/** Whether two values of plain data have the same content. */
function areSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether the text of a file decides whether it is a source. */
function isMaybeSource(file: string): boolean {
  return file.endsWith('.test.ts')
}

type CheckDerivation = Parameters<typeof derive<SourceReport>>[1]

/**
 * The reports on all sources, and what identifies their content. The rest of what was derived is dropped: it has the
 * text of all reports in the cache.
 */
async function deriveAll(
  host: Host,
  options: CompileOptions,
  project: Project,
  { derivation, isLive }: { readonly derivation: CheckDerivation; readonly isLive: boolean },
): Promise<{ readonly first: readonly SourceReport[]; readonly content?: string | undefined }> {
  try {
    const { values, content } = await derive({ host, options, project, paths: [], isLive }, derivation)
    return { first: values(), content }
  } catch (error) {
    // The project has no sources yet.
    if (isNothingFound(error)) return { first: [] }
    throw error
  }
}

function afterIdleTime(work: () => void): () => void {
  const timer = setTimeout(work, idleTime)
  return () => clearTimeout(timer)
}
