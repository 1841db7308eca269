import type { Agent } from '../resources/agents/agent.ts'

/** What a model is told of the behaviour that is wanted: the enabled texts, a blank line between; '' where none is. */
export function instructionsOf(agent: Agent): string {
  const parts: readonly (readonly [text: string, isEnabled: boolean])[] = [
    [agent.system_behavior, agent.system_behavior_is_enabled],
    [agent.executor, agent.executor_is_enabled],
    [agent.constant_context, agent.constant_context_is_enabled],
  ]
  return parts.flatMap(([text, isEnabled]) => (isEnabled && text.trim() !== '' ? [text.trim()] : [])).join('\n\n')
}
