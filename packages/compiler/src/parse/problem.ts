import type { Finding, RelatedPlace } from '@scenewright/model'
import type { Origin, Places, Span } from './places.ts'

/** A problem that a stage found in one file: a finding whose places are still offsets. */
export interface Problem {
  readonly rule: 'source/syntax' | 'source/schema' | 'source/not-static'
  readonly message: string
  readonly span: Span
  /** The file of `span`, where it is not the source itself but one that it imports. */
  readonly places?: Places
  readonly help?: string
  readonly node?: string
  readonly related?: readonly { readonly span: Span; readonly message: string }[]
}

/** The finding that a problem is, now that its places are wanted. */
export function findingOf(problem: Problem, places: Places, scenario: string | null): Finding {
  const related = (problem.related ?? []).map(({ span, message }): RelatedPlace => ({ ...places.place(span), message }))
  const { origin } = problem.span
  return {
    rule: problem.rule,
    severity: 'error',
    message: problem.message,
    ...(problem.places ?? places).place(problem.span),
    scenario,
    ...(problem.node === undefined ? {} : { node: problem.node }),
    related: origin === undefined ? related : [...related, relatedOrigin(origin)],
    ...(problem.help === undefined ? {} : { help: problem.help }),
    fixes: [],
  }
}

/** Where a value was written that a call or an import brought to its place. */
export function relatedOrigin({ places, span }: Origin): RelatedPlace {
  return { ...places.place(span), message: 'It is written here' }
}
