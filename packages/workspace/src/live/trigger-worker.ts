import type { MessagePort } from 'node:worker_threads'
import { type CheckReport, finalizeReport, type Memory, rules, type SourceReport } from '@scenewright/checker'
import { type ExampleConfidence, exampleConfidences } from '@scenewright/checker/evaluations'
import { type CacheLocation, createMemory, type ProjectData } from '@scenewright/compiler'
import type { Finding } from '@scenewright/model'

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
  /** The findings that belong to no source. */
  readonly findings: readonly Finding[]
  /** Identifies this state in the cache, if it was computed. */
  readonly subject?: string
}

/** The report of a state, by all rules. */
export interface ProjectAnswer {
  readonly generation: number
  readonly report: CheckReport
}

/** Asks for the confidences of a scenario's examples, in a state that is the difference to the previous one. */
export interface ConfidenceQuestion extends Pick<ProjectUpdate, 'files' | 'reports'> {
  readonly question: number
  readonly key: string
}

export interface ConfidenceAnswer {
  readonly question: number
  readonly confidences: readonly ExampleConfidence[]
}

/** Answers updates of a project until the thread is ended. Of several that wait, only the last one is answered. */
export function answerUpdates({ live, cache }: TriggerWork, port: MessagePort): void {
  const { root, config, configFile } = live
  const stored = cache && createMemory(cache, root)
  const memory = createRecent(stored)
  const reports = new Map<string, SourceReport>()
  let waiting: ProjectUpdate | undefined
  const answer = () => {
    const update = waiting
    if (update === undefined) return
    waiting = undefined
    const { generation, files, findings, subject } = update
    const known = files.flatMap(file => reports.get(file) ?? [])
    const report =
      (subject === undefined ? undefined : stored?.find<CheckReport>('report', subject)) ??
      finalizeReport(known, config, { configFile, findings, memory })
    const answered: ProjectAnswer = { generation, report }
    port.postMessage(answered)
  }
  const answerQuestion = ({ question, key, files }: ConfidenceQuestion) => {
    const known = files.flatMap(file => reports.get(file) ?? [])
    const confidences = exampleConfidences({ reports: known, config, rules, memory }, key)
    const answered: ConfidenceAnswer = { question, confidences }
    port.postMessage(answered)
  }
  port.on('message', (update: ProjectUpdate | ConfidenceQuestion) => {
    for (const report of update.reports) reports.set(report.file, report)
    if ('question' in update) return answerQuestion(update)
    // Messages that have arrived meanwhile are taken first.
    if (waiting === undefined) setImmediate(answer)
    waiting = update
  })
}

/** Remembers the last value of each name. Values of earlier runs are read, but nothing is written. */
function createRecent(stored: ReturnType<typeof createMemory> | undefined): Memory {
  const recent = new Map<string, { readonly content: string; readonly value: unknown }>()
  return {
    recall<Value>(name: string, content: string, build: () => Value): Value {
      const known = recent.get(name)
      // It was stored under this name by the same caller, for the same content.
      if (known?.content === content) return known.value as Value
      const value = stored?.find<Value>(name, content) ?? build()
      recent.set(name, { content, value })
      return value
    },
  }
}
