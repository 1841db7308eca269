import type { State } from '@scenewright/deployer/state'
import { count } from '@scenewright/model/text'

/** The maximum number of listed payloads; the others are counted. */
const listed = 20

/** Lists missing and damaged payloads, with the scenarios that they were deployed for; empty if there are none. */
export function missingText(state: State, missing: readonly string[]): string {
  if (missing.length === 0) return ''
  const what = `${count(missing.length, 'payload is', 'payloads are')} missing or damaged: you cannot roll back to those versions.\n`
  const lines = missing.slice(0, listed).map(hash => `  ${hash.slice(0, 12)}  ${usersOf(state, hash).join(', ')}\n`)
  const more = missing.length > listed ? `  and ${missing.length - listed} more\n` : ''
  return `${what}${lines.join('')}${more}`
}

function usersOf({ scenarios }: State, hash: string): readonly string[] {
  const keys = Object.entries(scenarios).flatMap(([key, { draft, published, intent, history }]) =>
    [draft, published, intent, ...history].some(one => one?.payload_hash === hash) ? [key] : [],
  )
  return keys.length > 0 ? keys : ['an older part of the journal']
}
