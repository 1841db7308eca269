import { isObject } from '@scenewright/model'
import { type Intent, requestName } from '../../state/state.ts'

/** The maximum number of events in a line. */
const maxNamed = 3

/**
 * Returns the commit message for a state: its environment, serial and run, and the new entries: events of the journal
 * and requests about to be sent. A text that is not a state gets a message too.
 */
export function commitLine(environment: string, before: string | undefined, text: string): string {
  const { serial, run, events } = summarizeState(text)
  const known = new Set(before === undefined ? [] : summarizeState(before).events.map(({ id }) => id))
  const news = events.filter(({ id }) => !known.has(id)).map(({ words }) => words)
  const more = news.length > maxNamed ? [`${news.length - maxNamed} more`] : []
  const done = news.length === 0 ? '' : `: ${[...news.slice(0, maxNamed), ...more].join(', ')}`
  return oneLine(`${environment} ${serial}${run === undefined ? '' : `, run ${run}`}${done}`)
}

interface StateSummary {
  readonly serial: string
  readonly run: string | undefined
  readonly events: readonly { readonly id: string; readonly words: string }[]
}

function summarizeState(text: string): StateSummary {
  const state = parsed(text)
  const { lease, journal, serial } = state
  const entries = isObject(journal) && Array.isArray(journal.entries) ? journal.entries.filter(isObject) : []
  const last = isObject(lease) ? lease.run : entries.at(-1)?.run
  return {
    serial: typeof serial === 'number' ? String(serial) : '-',
    run: typeof last === 'string' ? last : undefined,
    events: [
      ...entries.map(entry => ({ id: JSON.stringify(entry), words: `${entry.what} ${entry.key}` })),
      ...openIn(state.scenarios),
    ],
  }
}

/** Returns the requests that are about to be sent. */
function openIn(scenarios: unknown): StateSummary['events'] {
  return Object.entries(isObject(scenarios) ? scenarios : {}).flatMap(([key, entry]) => {
    const intent = isObject(entry) ? entry.intent : undefined
    if (!isObject(intent)) return []
    const name = requestName(intent as unknown as Intent)
    return [{ id: String(intent.op_id), words: `about to ${name} ${key}` }]
  })
}

function parsed(text: string): { readonly [field: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}
