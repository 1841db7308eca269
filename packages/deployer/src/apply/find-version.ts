import type { VersionRecord } from '@scenewright/client'

/**
 * The id of the draft with the definition that was sent: an equal one, or else one that contains all of it and more,
 * because a service may add defaults. If there are several, the one with the highest number. Undefined if there is
 * none: then nothing may be published.
 */
export function findVersion(versions: readonly VersionRecord[], sent: unknown): string | undefined {
  if (sent === undefined) return undefined
  const drafts = versions
    .filter(({ status }) => status === 'DRAFT')
    .map(({ unique_id, version = 0, definition }) => ({ unique_id, version, match: compareSent(definition, sent) }))
    .sort((a, b) => b.version - a.version)
  const found = drafts.find(({ match }) => match === 'equal') ?? drafts.find(({ match }) => match === 'more')
  return found?.unique_id
}

type Match = 'equal' | 'more' | 'different'

/**
 * Whether a value on the service contains everything that was sent. Compares only as deeply as what was sent, so any
 * response can be compared.
 */
export function compareSent(actual: unknown, sent: unknown): Match {
  if (!isNested(sent)) return actual === sent ? 'equal' : 'different'
  if (!isNested(actual) || Array.isArray(actual) !== Array.isArray(sent)) return 'different'
  const wanted = new Map(Object.entries(sent).filter(([, value]) => value !== undefined))
  const there = new Map(Object.entries(actual))
  if (Array.isArray(sent) && there.size !== wanted.size) return 'different'
  let match: Match = there.size > wanted.size ? 'more' : 'equal'
  for (const [field, value] of wanted) {
    const one = there.has(field) ? compareSent(there.get(field), value) : 'different'
    if (one === 'different') return one
    if (one === 'more') match = one
  }
  return match
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
