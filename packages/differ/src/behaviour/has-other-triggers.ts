import { canonicalJson } from '@scenewright/model'
import type { ComparedScenario } from '../compared-scenario.ts'

/** Whether messages may lead to something else: whether anything differs that a decision hangs on. What follows it does not count. */
export function hasOtherTriggers(base: readonly ComparedScenario[], head: readonly ComparedScenario[]): boolean {
  const before = new Map(base.map(scenario => [scenario.key, triggerOf(scenario)]))
  return base.length !== head.length || head.some(scenario => before.get(scenario.key) !== triggerOf(scenario))
}

function triggerOf({ isActive = true, document }: ComparedScenario): string {
  const { definition: _flow, layout: _layout, exit_message: _exit, ...trigger } = document.scenario
  return canonicalJson({ isActive, trigger })
}
