import type { Place } from '@scenewright/model'
import { type BotSettings, botDefaults } from '@scenewright/model/config'
import { finish } from '@scenewright/simulator/evaluations'
import type { ProjectSubject } from '../context.ts'
import { type ActiveScenario, activeScenarios } from './active-scenarios.ts'
import type { Evaluations } from './evaluations.ts'
import { countMessages, createEvaluator, type EvaluationTask, joinEvaluations, listGroups } from './evaluator.ts'

/** The message of a customer in a conversation test. */
export interface TestMessage {
  readonly text: string
  readonly place: Place
}

/**
 * The maximum number of tested examples, and of tested exclusions, per scenario. Each is compared with all others, so
 * the time grows quadratically. People write dozens.
 */
const maxEvaluated = 1000

/** The evaluations of every message. */
export function leaveOneOut(subject: ProjectSubject): Evaluations {
  if (subject.evaluations !== undefined) return subject.evaluations
  const task = evaluationTask(subject)
  const isEmpty = countMessages(listGroups(task)) === 0
  return (isEmpty ? undefined : finish(createEvaluator().evaluate(task))) ?? joinEvaluations(task, [])
}

/** The task of a project. */
export function evaluationTask(subject: ProjectSubject): EvaluationTask {
  return {
    scenarios: subject.share(activeScenarios).map(tried),
    messages: subject.share(testMessages).map(({ text }) => text),
    settings: botSettings(subject),
  }
}

function tried({ key, fields, ...all }: ActiveScenario): EvaluationTask['scenarios'][number] {
  const examples = all.examples.slice(0, maxEvaluated)
  const exclusions = all.exclusions.slice(0, maxEvaluated)
  const isWhole = examples.length === all.examples.length && exclusions.length === all.exclusions.length
  // The same fields again, so that it is known that they are unchanged.
  return { key, fields: isWhole ? fields : { ...fields, examples, exclusions }, examples, exclusions }
}

/** The bot's settings, with the service's defaults for missing ones. */
export function botSettings({ config }: Pick<ProjectSubject, 'config'>): BotSettings {
  return { ...botDefaults, ...config.bot }
}

/** Whether the bot may ask which scenario is meant. With a margin of 0, no other one is near enough to the best. */
export function canAsk(subject: Pick<ProjectSubject, 'config'>): boolean {
  const { scenario_clarify_enabled: isEnabled, scenario_clarify_margin: margin } = botSettings(subject)
  return isEnabled && margin > 0
}

/** The messages of all conversation tests, in the order of the files. */
export function testMessages({ reports }: ProjectSubject): readonly TestMessage[] {
  return reports.flatMap(({ tests }) => [
    ...(tests?.conversations ?? []).flatMap(({ turns }) => turns.map(({ user, place }) => ({ text: user, place }))),
    ...(tests?.tables ?? []).flatMap(({ messages }) => messages),
  ])
}
