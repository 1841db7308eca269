import type { Agent } from '../resources/agents/agent.ts'

/**
 * A header and below it the sources, a line each, as many as the agent shows; '' where it shows none. `header` stands
 * where the agent has none of its own.
 */
export function publicSources(agent: Agent, sources: readonly string[], header: string): string {
  const shown = [...new Set(sources.map(onOneLine))]
    .filter(source => source !== '')
    .slice(0, agent.public_sources_limit)
  if (shown.length === 0) return ''
  const { public_sources_header, public_sources_header_is_enabled } = agent
  const own = public_sources_header_is_enabled ? public_sources_header.trim() : ''
  return [own === '' ? header : own, ...shown].join('\n')
}

function onOneLine(source: string): string {
  return source.trim().replace(/\s+/g, ' ')
}
