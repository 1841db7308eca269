import type { MessagePort } from 'node:worker_threads'
import { type CheckReport, finalizeReport, rules, type SourceReport } from '@scenewright/checker'
import {
  contentOfEvaluated,
  createEvaluator,
  type ExampleConfidence,
  evaluatedFindingsName,
  evaluationsName,
  exampleConfidences,
  type PartialEvaluations,
  planEvaluations,
  type Steps,
} from '@scenewright/checker/evaluations'
import { type CacheLocation, createMemory, type ProjectData } from '@scenewright/compiler'
import type { Finding } from '@scenewright/model'
import { findEvaluated } from '../stored-evaluations.ts'

/** The input of the thread that runs all rules, once for a project. */
export interface TriggerWork {
  readonly live: ProjectData
  /** Where results of earlier runs are read. */
  readonly cache?: CacheLocation
}

/** A state of the project, as the difference to the previous one. */
export interface ProjectUpdate {
  readonly generation: number
  /** The names of all sources in their order. */
  readonly files: readonly string[]
  /** The reports that are new or have changed. */
  readonly reports: readonly SourceReport[]
  /** Those that have changed since the last report that is known; all of them if not given. */
  readonly changed?: readonly string[]
  /** The findings that belong to no source. */
  readonly findings: readonly Finding[]
  /** Identifies this state in the cache, if it was computed. */
  readonly subject?: string
}

/** The report of a state, by all rules. */
export interface ProjectAnswer {
  readonly generation: number
  readonly report: CheckReport
  /**
   * Given if this answer is only the first one about the state: the files whose findings about triggers are known. All
   * other findings may be missing.
   */
  readonly files?: readonly string[]
}

/** Asks for the confidences of a scenario's examples, in a state that is the difference to the previous one. */
export interface ConfidenceQuestion extends Pick<ProjectUpdate, 'files' | 'reports' | 'changed'> {
  readonly question: number
  readonly key: string
}

export interface ConfidenceAnswer {
  readonly question: number
  readonly confidences: readonly ExampleConfidence[]
}

/** The bot of more messages takes more than 100 MB, which a project that is only read need not take. */
const maxPrepared = 20_000

/** Whether the bot is to be prepared while nothing changes, so that the first change is evaluated as fast as later ones. */
export function canPrepare(reports: readonly SourceReport[]): boolean {
  let messages = 0
  for (const { scenarios } of reports) {
    for (const { trigger } of scenarios) {
      messages += (trigger?.fields.examples?.length ?? 0) + (trigger?.fields.exclusions?.length ?? 0)
    }
  }
  return messages <= maxPrepared
}

/** If a change may affect more messages than this, those of the changed scenarios are evaluated and answered first. */
const maxAtOnce = 400

/** With more changed scenarios, such as at the start, there is no first answer. */
const maxChanged = 16

const triggerRules = rules.filter(rule => rule.scope === 'project' && rule.needsTriggers === true)

/**
 * Answers updates of a project until the thread is ended. Of several that wait, only the last one is answered. A newer
 * one cancels the evaluation of messages.
 */
export function answerUpdates({ live, cache }: TriggerWork, port: MessagePort): void {
  const { root, config, configFile } = live
  const stored = cache && createMemory(cache, root)
  const memory = createRecent(stored)
  const evaluator = createEvaluator(stored && findEvaluated(stored))
  const reports = new Map<string, SourceReport>()
  /** The files that have changed since the last answer. */
  const changed = new Set<string>()
  let waiting: ProjectUpdate | undefined
  const questions: ConfidenceQuestion[] = []
  let isWorking = false

  const isCancelled = () => waiting !== undefined
  const reportsOf = (files: readonly string[]) => files.flatMap(file => reports.get(file) ?? [])

  /** Whether the findings that depend on evaluations are in the memory. */
  const isEvaluated = (known: readonly SourceReport[]) =>
    memory.find(evaluatedFindingsName, contentOfEvaluated({ reports: known, config }, rules)) !== undefined
  const changedKeys = () => [...changed].flatMap(file => reports.get(file)?.scenarios.map(({ key }) => key) ?? [])

  /**
   * Evaluates the messages of a state, which then are in the memory; false if a newer state came. If it takes long, those
   * of the changed scenarios are evaluated and answered first.
   */
  const evaluate = async (
    known: readonly SourceReport[],
    answerFirst?: (partial: PartialEvaluations) => void,
  ): Promise<boolean> => {
    const plan = planEvaluations(known, config, rules)
    if (plan === undefined || plan.count === 0) return true
    if (memory.find(evaluationsName, plan.content) !== undefined) return true
    const keys = answerFirst === undefined ? [] : changedKeys()
    const isFirstAnswered = keys.length > 0 && keys.length <= maxChanged
    const few = isFirstAnswered && { maxCompared: maxAtOnce }
    let evaluations = await inSlices(evaluator.evaluate(plan.task, { ...few }), isCancelled)
    if (isFirstAnswered && evaluations === undefined && !isCancelled()) {
      const partial = await inSlices(evaluator.evaluateNear(plan.task, keys), isCancelled)
      if (partial === undefined) return false
      answerFirst?.(partial)
      evaluations = await inSlices(evaluator.evaluate(plan.task), isCancelled)
    }
    if (evaluations !== undefined) memory.recall(evaluationsName, plan.content, () => evaluations)
    return evaluations !== undefined
  }

  const prepare = async ({ files }: ProjectUpdate): Promise<void> => {
    const known = reportsOf(files)
    const plan = canPrepare(known) ? planEvaluations(known, config, rules) : undefined
    if (plan === undefined) return
    await inSlices(evaluator.evaluate(plan.task, { maxCompared: 0 }), isCancelled)
  }

  const answerUpdate = async (update: ProjectUpdate): Promise<void> => {
    const { generation, files, findings, subject } = update
    const known = reportsOf(files)
    const answer = (answered: Omit<ProjectAnswer, 'generation'>) => {
      changed.clear()
      port.postMessage({ generation, ...answered } satisfies ProjectAnswer)
    }
    const answerFirst = ({ evaluations, keys }: PartialEvaluations) => {
      const partial: typeof memory.recall = (name, _content, build) =>
        // This name stands for evaluations alone.
        name === evaluationsName ? (evaluations as never) : build()
      const options = { configFile, findings, memory: { recall: partial }, rules: triggerRules }
      const evaluated = known.filter(({ scenarios }) => scenarios.some(({ key }) => keys.has(key)))
      answer({ report: finalizeReport(known, config, options), files: evaluated.map(({ file }) => file) })
    }
    const earlier = subject === undefined ? undefined : stored?.find<CheckReport>('report', subject)
    if (earlier === undefined && !isEvaluated(known) && !(await evaluate(known, answerFirst))) return
    answer({ report: earlier ?? finalizeReport(known, config, { configFile, findings, memory }) })
    if (earlier !== undefined) await prepare(update)
  }

  const answerQuestion = async (asked: ConfidenceQuestion): Promise<void> => {
    const { question, key, files } = asked
    const known = reportsOf(files)
    if (!(await evaluate(known))) {
      // It is asked again after the newer state.
      questions.push(asked)
      return
    }
    const confidences = exampleConfidences({ reports: known, config, rules, memory }, key)
    const answered: ConfidenceAnswer = { question, confidences }
    port.postMessage(answered)
  }

  const work = async (): Promise<void> => {
    for (;;) {
      const update = waiting
      waiting = undefined
      const question = update === undefined ? questions.shift() : undefined
      if (update !== undefined) await answerUpdate(update)
      else if (question !== undefined) await answerQuestion(question)
      else break
    }
    isWorking = false
  }

  port.on('message', (update: ProjectUpdate | ConfidenceQuestion) => {
    for (const report of update.reports) reports.set(report.file, report)
    for (const file of update.changed ?? update.reports.map(report => report.file)) changed.add(file)
    if ('question' in update) questions.push(update)
    else waiting = update
    // Messages that have arrived meanwhile are taken first. An error ends the thread, which tells the other one.
    if (!isWorking) setImmediate(() => void work())
    isWorking = true
  })
}

/** How long a slice of the work takes, in milliseconds: so long a newer update waits. */
const sliceTime = 15

/** Does all steps, and looks for messages in between. Undefined if it was cancelled. */
async function inSlices<Result>(steps: Steps<Result>, isCancelled: () => boolean): Promise<Result | undefined> {
  for (;;) {
    const end = performance.now() + sliceTime
    do {
      const { done, value } = steps.next()
      if (done === true) return value
    } while (performance.now() < end)
    await new Promise<void>(resolve => setImmediate(resolve))
    if (isCancelled()) return undefined
  }
}

/** Remembers the last value of each name. Values of earlier runs are read, but nothing is written. */
function createRecent(stored: ReturnType<typeof createMemory> | undefined) {
  const recent = new Map<string, { readonly content: string; readonly value: unknown }>()
  const find = <Value>(name: string, content: string): Value | undefined => {
    const known = recent.get(name)
    // It was stored under this name by the same caller, for the same content.
    if (known?.content === content) return known.value as Value
    const value = stored?.find<Value>(name, content)
    if (value !== undefined) recent.set(name, { content, value })
    return value
  }
  return {
    find,
    recall<Value>(name: string, content: string, build: () => Value): Value {
      const known = find<Value>(name, content)
      if (known !== undefined) return known
      const value = build()
      recent.set(name, { content, value })
      return value
    },
  }
}
