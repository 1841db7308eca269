import type { CheckReport, SourceReport } from '@scenewright/checker'
import type { ExampleConfidence } from '@scenewright/checker/evaluations'
import { type CacheLocation, createMemory, type Project } from '@scenewright/compiler'
import { InternalError } from '@scenewright/model'
import type { Host } from '../host.ts'
import {
  type ConfidenceAnswer,
  type ConfidenceQuestion,
  canPrepare,
  type ProjectAnswer,
  type ProjectUpdate,
  type TriggerWork,
} from './trigger-worker.ts'

/** A state of a project to be checked by all rules. */
type ProjectState = Omit<ProjectUpdate, 'files' | 'changed' | 'generation'>

/**
 * Another thread that runs all rules on a project. It starts with the first state that has work for it: in a large
 * project whose report is known from an earlier run, that is the first change.
 */
export interface TriggerThread {
  /**
   * Resolves with the report; undefined if a later call has replaced it, or the thread has ended. If it takes long,
   * `onFirst` is called before with a report in which only the findings about triggers in these files are known.
   */
  check(
    state: ProjectState,
    onFirst: (report: CheckReport, files: readonly string[]) => void,
  ): Promise<CheckReport | undefined>
  /** Resolves with the confidences of a scenario's examples when each is left out; empty if the thread has ended. */
  confidences(reports: readonly SourceReport[], key: string): Promise<readonly ExampleConfidence[]>
  end(): Promise<void>
}

/** Prepares the thread for a project. */
export function createTriggerThread(host: Host, project: Project, cache: CacheLocation | undefined): TriggerThread {
  const sent = new Map<string, SourceReport>()
  /** The state whose report was known before the thread has started, until the next one. */
  let reported: ReadonlySet<SourceReport> | undefined
  let generation = 0
  let settle:
    | {
        onFirst(report: CheckReport, files: readonly string[]): void
        resolve(report: CheckReport | undefined): void
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
  const start = () => {
    // Loaded on demand: most commands start no thread.
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    const { root, configFile, config } = project
    const workerData: TriggerWork = { live: { root, configFile, config }, ...(cache && { cache }) }
    const worker = new Worker(host.workerEntry, { workerData, env: { ...host.env } })
    // The client's end must end the process, whatever the thread is computing.
    worker.unref()
    worker.on('message', (answer: ProjectAnswer | ConfidenceAnswer) => {
      if ('question' in answer) {
        questions.get(answer.question)?.(answer.confidences)
        questions.delete(answer.question)
        return
      }
      if (answer.generation !== generation) return
      if (answer.files !== undefined) {
        settle?.onFirst(answer.report, answer.files)
        return
      }
      settle?.resolve(answer.report)
      settle = undefined
    })
    const failed = (error: Error) => {
      sent.clear()
      thread = undefined
      forgetQuestions()
      if (isEnded) settle?.resolve(undefined)
      else settle?.reject(error)
      settle = undefined
    }
    worker.once('error', failed)
    worker.once('exit', code => failed(new InternalError(`the thread for triggers ended with ${code}`)))
    return worker
  }
  let thread: ReturnType<typeof start> | undefined
  const findKnown = ({ subject }: Pick<ProjectState, 'subject'>): CheckReport | undefined => {
    return cache && subject !== undefined ? createMemory(cache, project.root).find('report', subject) : undefined
  }
  const difference = (reports: readonly SourceReport[]): Pick<ProjectUpdate, 'files' | 'reports' | 'changed'> => {
    const unsent = reports.filter(report => sent.get(report.file) !== report)
    for (const report of unsent) sent.set(report.file, report)
    const known = reported
    reported = undefined
    const changed = known && reports.flatMap(report => (known.has(report) ? [] : report.file))
    return { files: reports.map(({ file }) => file), reports: unsent, ...(changed && { changed }) }
  }
  return {
    check({ reports, ...state }, onFirst) {
      if (isEnded) return Promise.resolve(undefined)
      const known = thread === undefined && !canPrepare(reports) ? findKnown(state) : undefined
      if (known !== undefined) {
        reported = new Set(reports)
        return Promise.resolve(known)
      }
      thread ??= start()
      generation += 1
      settle?.resolve(undefined)
      const update: ProjectUpdate = { ...state, generation, ...difference(reports) }
      thread.postMessage(update)
      return new Promise((resolve, reject) => {
        settle = { onFirst, resolve, reject }
      })
    },
    confidences(reports, key) {
      if (isEnded) return Promise.resolve([])
      thread ??= start()
      asked += 1
      const question: ConfidenceQuestion = { question: asked, key, ...difference(reports) }
      thread.postMessage(question)
      return new Promise(resolve => questions.set(question.question, resolve))
    },
    async end() {
      isEnded = true
      forgetQuestions()
      settle?.resolve(undefined)
      settle = undefined
      await thread?.terminate()
    },
  }
}
