import type { CheckReport, Rule, SourceReport } from '@scenewright/checker'
import { type ExampleConfidence, haveSameTriggers, triggerRules } from '@scenewright/checker/evaluations'
import { type CacheLocation, createMemory, type Project } from '@scenewright/compiler'
import { type Finding, InternalError } from '@scenewright/model'
import type { Host } from '../host.ts'
import { shrinkHeap } from '../tune-engine.ts'
import {
  type ConfidenceAnswer,
  type ConfidenceQuestion,
  canPrepare,
  type KnownState,
  type ProjectAnswer,
  type ProjectUpdate,
  type ReportBatch,
  type TriggerWork,
} from './trigger-worker.ts'

/** A state of a project whose triggers are to be checked. */
interface ProjectState {
  /** Of all sources, in the order of their names. */
  readonly reports: readonly SourceReport[]
  /** Identifies the report of this state in the cache, if there may be one. */
  readonly subject?: string
}

/**
 * Another thread that checks triggers. It starts with the first state that has work for it: in a large project whose
 * report is known from an earlier run, that is the first change of a trigger.
 */
export interface TriggerThread {
  /**
   * Resolves with the findings of the rules about triggers, including suppressed ones; undefined if a later call has
   * replaced this one, or the thread has ended. If it takes long, `onFirst` is called before with findings of which only
   * those in these files are complete.
   */
  check(
    state: ProjectState,
    onFirst: (findings: readonly Finding[], files: readonly string[]) => void,
  ): Promise<readonly Finding[] | undefined>
  /** Resolves with the confidences of a scenario's examples when each is left out; empty if the thread has ended. */
  confidences(reports: readonly SourceReport[], key: string): Promise<readonly ExampleConfidence[]>
  end(): Promise<void>
}

/** Prepares the thread for a project. */
export function createTriggerThread(
  host: Host,
  { project, rules, cache }: { readonly project: Project; readonly rules: readonly Rule[]; cache?: CacheLocation },
): TriggerThread {
  const sent = new Map<string, SourceReport>()
  /** The last state whose findings are known. */
  let known: { readonly reports: ReadonlyMap<string, SourceReport>; readonly findings: readonly Finding[] } | undefined
  let generation = 0
  let asking:
    | {
        readonly reports: readonly SourceReport[]
        onFirst(findings: readonly Finding[], files: readonly string[]): void
        resolve(findings: readonly Finding[] | undefined): void
        reject(error: unknown): void
      }
    | undefined
  const questions = new Map<number, (confidences: readonly ExampleConfidence[]) => void>()
  let asked = 0
  const forgetQuestions = () => {
    for (const resolve of questions.values()) resolve([])
    questions.clear()
  }
  let isEnded = false
  const start = (reports: readonly SourceReport[]) => {
    // From here on, there are two heaps; this one still has what opening a large project has left.
    if (!canPrepare(reports)) void shrinkHeap()
    // Loaded on demand: most commands start no thread.
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    const { root, config } = project
    const workerData: TriggerWork = { live: { root, config }, ...(cache && { cache }) }
    const options = { workerData, env: { ...host.env }, resourceLimits: { maxYoungGenerationSizeMb } }
    const worker = new Worker(host.workerEntry, options)
    // The client's end must end the process, whatever the thread is computing.
    worker.unref()
    worker.on('message', (answer: ProjectAnswer | ConfidenceAnswer) => {
      if ('question' in answer) {
        questions.get(answer.question)?.(answer.confidences)
        questions.delete(answer.question)
        return
      }
      if (answer.generation !== generation || asking === undefined) return
      if (answer.files !== undefined) {
        asking.onFirst(answer.findings, answer.files)
        return
      }
      remember(asking.reports, answer.findings)
      asking.resolve(answer.findings)
      asking = undefined
    })
    const failed = (error: Error) => {
      // Its error comes before its end: meanwhile another thread may have replaced it.
      if (thread !== worker) return
      sent.clear()
      thread = undefined
      forgetQuestions()
      if (isEnded) asking?.resolve(undefined)
      else asking?.reject(error)
      asking = undefined
    }
    worker.once('error', failed)
    worker.once('exit', code => failed(new InternalError(`the thread for triggers ended with ${code}`)))
    return worker
  }
  let thread: ReturnType<typeof start> | undefined

  const remember = (reports: readonly SourceReport[], findings: readonly Finding[]) => {
    known = { reports: new Map(reports.map(report => [report.file, report])), findings }
  }

  /** The files whose triggers are not those of the state whose findings are known. */
  const changedSince = (before: ReadonlyMap<string, SourceReport>, reports: readonly SourceReport[]) =>
    reports.flatMap(report => {
      const earlier = before.get(report.file)
      return earlier !== undefined && haveSameTriggers(earlier, report) ? [] : report.file
    })

  const findStored = ({ subject }: ProjectState): readonly Finding[] | undefined => {
    if (!cache || subject === undefined) return undefined
    const report = createMemory(cache, project.root).find<CheckReport>('report', subject)
    const ids = new Set(triggerRules(rules).map(({ id }) => id))
    return (
      report && [...report.findings, ...report.suppressed.map(each => each.finding)].filter(({ rule }) => ids.has(rule))
    )
  }

  /** The difference to what the thread has, of which many reports are sent before. */
  const difference = (reports: readonly SourceReport[]): Pick<ProjectUpdate, 'files' | 'reports'> => {
    const unsent = reports.filter(report => sent.get(report.file) !== report)
    for (const report of unsent) sent.set(report.file, report)
    const last = Math.max(0, unsent.length - 1)
    const begin = last - (last % batchSize)
    for (let at = 0; at < begin; at += batchSize) {
      thread?.postMessage({ reports: unsent.slice(at, at + batchSize).map(onlyTriggers) } satisfies ReportBatch)
    }
    return { files: reports.map(({ file }) => file), reports: unsent.slice(begin).map(onlyTriggers) }
  }

  return {
    check(state, onFirst) {
      if (isEnded) return Promise.resolve(undefined)
      const { reports } = state
      generation += 1
      asking?.resolve(undefined)
      asking = undefined
      const stored = known === undefined ? findStored(state) : undefined
      if (stored !== undefined) {
        remember(reports, stored)
        if (thread === undefined && canPrepare(reports)) {
          thread = start(reports)
          thread.postMessage({ isKnown: true, ...difference(reports) } satisfies KnownState)
        }
        return Promise.resolve(stored)
      }
      const changed = known && changedSince(known.reports, reports)
      if (known !== undefined && changed?.length === 0 && known.reports.size === reports.length) {
        remember(reports, known.findings)
        return Promise.resolve(known.findings)
      }
      thread ??= start(reports)
      thread.postMessage({ generation, ...difference(reports), ...(changed && { changed }) } satisfies ProjectUpdate)
      return new Promise((resolve, reject) => {
        asking = { reports, onFirst, resolve, reject }
      })
    },
    confidences(reports, key) {
      if (isEnded) return Promise.resolve([])
      thread ??= start(reports)
      asked += 1
      const question: ConfidenceQuestion = { question: asked, key, ...difference(reports) }
      thread.postMessage(question)
      return new Promise(resolve => questions.set(question.question, resolve))
    },
    async end() {
      isEnded = true
      forgetQuestions()
      asking?.resolve(undefined)
      asking = undefined
      await thread?.terminate()
    },
  }
}

/** A quarter of what V8 lets the space for new objects grow to: nearly all of them are dropped at once. */
const maxYoungGenerationSizeMb = 12

/**
 * The reports in a message. One message of all reports was a block of 30 MB, after which the allocator of Linux keeps
 * blocks of that size when they are freed.
 */
const batchSize = 500

const none: readonly [] = []

/** A report without what findings about triggers do not depend on: of 10,000 sources it takes 8 MB. */
function onlyTriggers(report: SourceReport): SourceReport {
  const scenarios = report.scenarios.map(scenario => ({ ...scenario, nodes: none }))
  return { ...report, scenarios, suppressions: none, findings: none }
}
