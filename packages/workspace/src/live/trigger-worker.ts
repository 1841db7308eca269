import type { MessagePort } from 'node:worker_threads'
import { rules, type SourceReport } from '@scenewright/checker'
import {
  contentOfTriggers,
  createEvaluator,
  type Evaluations,
  type EvaluationTask,
  type ExampleConfidence,
  exampleConfidences,
  findTriggerFindings,
  type PartialEvaluations,
  planEvaluations,
  type Steps,
  type TriggerProject,
} from '@scenewright/checker/evaluations'
import { type CacheLocation, createMemory } from '@scenewright/compiler'
import type { Finding } from '@scenewright/model'
import type { ProjectConfig } from '@scenewright/model/config'
import { findStoredTriggerFindings } from '../evaluate-triggers.ts'
import { findEvaluated } from '../stored-evaluations.ts'
import { collectGarbage } from '../tune-engine.ts'

/** The input of the thread that checks triggers, once for a project. */
export interface TriggerWork {
  readonly live: { readonly root: string; readonly config: ProjectConfig }
  /** Where results of earlier runs are read. */
  readonly cache?: CacheLocation
}

/** A state of the project, as the difference to the previous one. */
interface StateUpdate extends ReportBatch {
  /** The names of all sources in their order. */
  readonly files: readonly string[]
}

/** Reports that are new or have changed. If there are many, some are sent before the state. */
export interface ReportBatch {
  readonly reports: readonly SourceReport[]
}

/** A state whose findings about triggers are asked for. */
export interface ProjectUpdate extends StateUpdate {
  readonly generation: number
  /** The files whose triggers have changed since the last state whose findings are known; undefined if there is none. */
  readonly changed?: readonly string[]
}

/** The findings about triggers of a state, including suppressed ones. */
export interface ProjectAnswer {
  readonly generation: number
  readonly findings: readonly Finding[]
  /** Given if this answer is only the first one about the state: the files whose findings are known. */
  readonly files?: readonly string[]
}

/** Asks for the confidences of a scenario's examples. */
export interface ConfidenceQuestion extends StateUpdate {
  readonly question: number
  readonly key: string
}

export interface ConfidenceAnswer {
  readonly question: number
  readonly confidences: readonly ExampleConfidence[]
}

/** A state whose findings are known: it prepares the evaluation of the next one. */
export interface KnownState extends StateUpdate {
  readonly isKnown: true
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

/**
 * Answers updates of a project until the thread is ended. Of several that wait, only the last one is answered. A newer
 * one cancels the evaluation of messages.
 */
export function answerUpdates({ live: { root, config }, cache }: TriggerWork, port: MessagePort): void {
  const stored = cache && createMemory(cache, root)
  /** A large project does without its stored state, which takes about 100 MB. */
  let created: ReturnType<typeof createEvaluator> | undefined
  const evaluatorFor = ({ reports }: TriggerProject) => {
    created ??= createEvaluator(stored && canPrepare(reports) ? findEvaluated(stored, config)?.state : undefined)
    return created
  }
  const reports = new Map<string, SourceReport>()
  /** The last evaluated state. */
  let last: { readonly reports: readonly SourceReport[]; readonly evaluations: Evaluations | undefined } | undefined
  let waiting: ProjectUpdate | KnownState | undefined
  const questions: ConfidenceQuestion[] = []
  let isWorking = false

  const isCancelled = () => waiting !== undefined
  const projectOf = ({ files }: StateUpdate) => {
    return { reports: files.flatMap(file => reports.get(file) ?? []), config, rules }
  }

  /**
   * Evaluates the messages of a state; undefined if a newer state came. If it takes long, those of the changed scenarios
   * are evaluated and answered first.
   */
  const evaluate = async (
    project: TriggerProject,
    first?: { readonly keys: readonly string[]; answer(partial: PartialEvaluations): void },
  ): Promise<{ readonly evaluations: Evaluations | undefined } | undefined> => {
    if (last !== undefined && areSame(last.reports, project.reports)) return last
    if (!canPrepare(project.reports)) collectGarbage()
    const plan = planEvaluations(project)
    const evaluator = evaluatorFor(project)
    const run = (options = {}) => plan && inSlices(evaluator.evaluate(plan.task, options), isCancelled)
    let evaluations: Evaluations | undefined
    if (plan !== undefined && plan.count > 0) {
      const isFirstAnswered = first !== undefined && first.keys.length > 0 && first.keys.length <= maxChanged
      evaluations = await run(isFirstAnswered ? { maxCompared: maxAtOnce } : {})
      if (isFirstAnswered && evaluations === undefined && !isCancelled()) {
        const partial = await inSlices(evaluator.evaluateNear(plan.task, first.keys), isCancelled)
        if (partial === undefined) return undefined
        first.answer(partial)
        evaluations = await run()
      }
      if (evaluations === undefined) return undefined
    }
    last = { reports: project.reports, evaluations }
    return last
  }

  /** Finding them takes 15 MB in a large project, where garbage of the evaluation is as much. */
  const findFindings = (project: TriggerProject, evaluations: Evaluations | undefined) => {
    if (!canPrepare(project.reports)) collectGarbage()
    return findTriggerFindings(project, evaluations)
  }

  const answerUpdate = async (update: ProjectUpdate): Promise<void> => {
    const { generation, changed = [] } = update
    const project = projectOf(update)
    const answer = (answered: Omit<ProjectAnswer, 'generation'>) =>
      port.postMessage({ generation, ...answered } satisfies ProjectAnswer)
    // Only before the first evaluation: afterwards, what is stored is of an earlier state.
    const known = last || !stored ? undefined : findStoredTriggerFindings(stored, contentOfTriggers(project))
    if (known !== undefined) {
      answer({ findings: known })
      return prepare(update)
    }
    const first = {
      keys: changed.flatMap(file => reports.get(file)?.scenarios.map(({ key }) => key) ?? []),
      answer: ({ evaluations, keys }: PartialEvaluations) => {
        const evaluated = project.reports.filter(({ scenarios }) => scenarios.some(({ key }) => keys.has(key)))
        answer({ findings: findFindings(project, evaluations), files: evaluated.map(({ file }) => file) })
      },
    }
    const evaluated = await evaluate(project, first)
    if (evaluated !== undefined) answer({ findings: findFindings(project, evaluated.evaluations) })
  }

  /**
   * Prepares the bot of a state whose findings are known. Then evaluates an edit and takes it back, until the code that
   * the first change runs has been compiled: interpreted, it takes three times as long.
   */
  const prepare = async (state: StateUpdate): Promise<void> => {
    const project = projectOf(state)
    const plan = canPrepare(project.reports) ? planEvaluations(project) : undefined
    if (plan === undefined) return
    const { task } = plan
    const evaluator = evaluatorFor(project)
    const edited = withEditedExample(task)
    for (const next of [task, edited, task, edited, task]) {
      const evaluations = await inSlices(evaluator.evaluate(next, { maxCompared: maxAtOnce }), isCancelled)
      if (evaluations === undefined) return
      if (next !== task) continue
      findTriggerFindings(project, evaluations)
      last = { reports: project.reports, evaluations }
    }
  }

  const answerQuestion = async (asked: ConfidenceQuestion): Promise<void> => {
    const { question, key } = asked
    const project = projectOf(asked)
    const evaluated = await evaluate(project)
    if (evaluated === undefined) {
      // It is asked again after the newer state.
      questions.push(asked)
      return
    }
    const { evaluations } = evaluated
    const confidences = evaluations === undefined ? [] : exampleConfidences(project, evaluations, key)
    port.postMessage({ question, confidences } satisfies ConfidenceAnswer)
  }

  const work = async (): Promise<void> => {
    for (;;) {
      const update = waiting
      waiting = undefined
      const question = update === undefined ? questions.shift() : undefined
      if (update !== undefined) await ('isKnown' in update ? prepare(update) : answerUpdate(update))
      else if (question !== undefined) await answerQuestion(question)
      else break
    }
    isWorking = false
  }

  port.on('message', (update: ProjectUpdate | KnownState | ConfidenceQuestion | ReportBatch) => {
    for (const report of update.reports) reports.set(report.file, report)
    if (!('files' in update)) return
    if ('question' in update) questions.push(update)
    else waiting = update
    // Messages that have arrived meanwhile are taken first. An error ends the thread, which tells the other one.
    if (!isWorking) setImmediate(() => void work())
    isWorking = true
  })
}

/** A task in which an example has the text of another one of its scenario. */
function withEditedExample(task: EvaluationTask): EvaluationTask {
  const place = task.scenarios.findIndex(({ examples }) => examples.length > 1)
  const scenario = task.scenarios[place]
  if (scenario === undefined) return task
  const examples = scenario.examples.with(0, scenario.examples[1] ?? '')
  const edited = { ...scenario, examples, fields: { ...scenario.fields, examples: [...examples] } }
  return { ...task, scenarios: task.scenarios.with(place, edited) }
}

function areSame(some: readonly SourceReport[], others: readonly SourceReport[]): boolean {
  return some.length === others.length && some.every((report, at) => report === others[at])
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
