import type { Finding } from '@scenewright/model'
import { compareText } from '@scenewright/model/text'

/** Accepted findings of one rule at one place. It contains no line number, so that edits above it change nothing. */
export interface BaselineEntry {
  /** The scenario's key. */
  readonly scenario?: string
  /** Relative to the project's root; if there is no scenario. */
  readonly file?: string
  readonly node?: string
  readonly rule: string
  /** The number of accepted findings. */
  readonly count: number
}

/** The findings that a project has accepted, each place and rule once, in order. */
export type Baseline = readonly BaselineEntry[]

/** The identity of an entry, for comparison. */
export function subjectOf({ scenario, file, node, rule }: Omit<BaselineEntry, 'count'>): string {
  return JSON.stringify([scenario, file, node, rule])
}

/** The baseline entries of these findings: one for each rule and place, in their order. */
export function countEntries(findings: readonly Finding[]): Baseline {
  return tidy(findings.map(entryOf), (one, other) => one + other)
}

/** The entry that a finding belongs to, if it is the only one. */
export function entryOf({ scenario, file, node, rule }: Finding): BaselineEntry {
  return {
    ...(scenario === null ? { file } : { scenario }),
    ...(node !== undefined && { node }),
    rule,
    count: 1,
  }
}

/** In order, with one entry for several about the same. */
export function tidy(entries: readonly BaselineEntry[], join: (one: number, other: number) => number): Baseline {
  const bySubject = new Map<string, BaselineEntry>()
  for (const entry of entries) {
    const subject = subjectOf(entry)
    const other = bySubject.get(subject)
    bySubject.set(subject, other === undefined ? entry : { ...entry, count: join(other.count, entry.count) })
  }
  return [...bySubject.values()].sort(compareEntries)
}

function compareEntries(a: BaselineEntry, b: BaselineEntry): number {
  return (
    compareText(a.scenario ?? '', b.scenario ?? '') ||
    compareText(a.file ?? '', b.file ?? '') ||
    compareText(a.rule, b.rule) ||
    compareText(a.node ?? '', b.node ?? '')
  )
}
