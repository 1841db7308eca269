import type { Project } from '@scenewright/compiler'
import {
  type BehaviourChange,
  type ComparedScenario,
  createComparison,
  hasOtherTriggers,
  type ScenarioDiff,
} from '@scenewright/differ'
import type { ScenarioModel } from '@scenewright/model'
import { prepareBot } from '../bot.ts'
import type { Invocation } from '../command.ts'
import { createBreath } from '../lab/breath.ts'
import { readMessages } from '../lab/read-messages.ts'
import type { CompileOptions } from '../project.ts'
import { count } from '../report/count.ts'
import { progressLine } from '../terminal/progress.ts'
import type { Sides } from './sides.ts'

/** What is asked of both sides. */
export interface BehaviourQuestion {
  readonly project: Project
  readonly sides: Sides
  /** In which the two are known to differ. */
  readonly scenarios: readonly ScenarioDiff[]
  /** A file of customers' messages. */
  readonly messages?: string
}

/** As many messages are made ready at once. */
const batch = 1000

/**
 * Asks both bots about every example, exclusion and test message of either, and about those of the file, and tells which
 * lead to something else than before, in the order in which they were asked. Where nothing differs that a decision hangs
 * on, nobody is asked.
 */
export async function compareBehaviour(
  invocation: Invocation,
  options: CompileOptions,
  { project, sides, scenarios, messages }: BehaviourQuestion,
): Promise<readonly BehaviourChange[]> {
  if (sides.whole === undefined || !hasOtherTriggers(sides.base.scenarios, sides.head.scenarios)) return []
  const whole = await sides.whole()
  const before = await prepareBot(invocation, options, { project, scenarios: whole.base.map(modelOf) })
  const after = await prepareBot(invocation, options, { project, scenarios: whole.head.map(modelOf) }, before)
  const asked = new Set([...[...whole.base, ...whole.head].flatMap(textsOf), ...whole.messages])
  if (messages !== undefined) for await (const message of recorded(invocation, messages)) asked.add(message)
  const renames = new Map(scenarios.flatMap(({ key, was }) => (was === undefined ? [] : [[was, key]])))
  const compare = createComparison(before.bot, after.bot, renames)
  const progress = progressLine(invocation.terminal)
  let done = 0
  const breath = createBreath(invocation.signal, () =>
    progress.show(`${done} of ${count(asked.size, 'message')} asked …`),
  )
  const changes: BehaviourChange[] = []
  const all = [...asked]
  for (let first = 0; first < all.length; first += batch) {
    const part = all.slice(first, first + batch)
    await Promise.all([before.readyOnce(part), after.readyOnce(part)])
    for (const message of part) {
      const change = compare(message)
      if (change !== undefined) changes.push(change)
      done += 1
      await breath()
    }
  }
  progress.show('')
  return changes
}

function textsOf({ document }: ComparedScenario): readonly string[] {
  const { examples = [], exclusions = [] } = document.scenario
  return [...examples, ...exclusions]
}

function recorded({ cwd, stdin }: Invocation, file: string): AsyncIterable<string> {
  return readMessages({ cwd, file, stdin })
}

/** A scenario that is not known to be off takes part; a document without a flow has one that says nothing. */
function modelOf({ key, isActive = true, document }: ComparedScenario): ScenarioModel {
  const { definition = { start_node_id: '', nodes: [], edges: [] }, ...fields } = document.scenario
  return { key, file: '', isActive, document: { ...document, scenario: { ...fields, definition } } }
}
