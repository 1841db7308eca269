import type { Finding, Fix, RelatedPlace } from '@scenewright/model'
import type { Origin, Places, Span } from './places.ts'

/** A problem that a stage found in one file: a finding with offsets instead of places. */
export interface Problem {
  readonly rule: 'source/syntax' | 'source/schema' | 'source/needs-quotes' | 'source/not-static'
  readonly message: string
  readonly span: Span
  /** The file of `span`, if it is not the source itself but an imported one. */
  readonly places?: Places
  readonly help?: string
  readonly node?: string
  readonly related?: readonly { readonly span: Span; readonly message: string }[]
  readonly fixes?: readonly Fix[]
}

/** The finding for a problem, with places. */
export function toFinding(problem: Problem, places: Places, scenario: string | null): Finding {
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
    fixes: problem.fixes ?? [],
  }
}

/** Where a value was written, if it comes from a call or an import. */
export function relatedOrigin({ places, span }: Origin): RelatedPlace {
  return { ...places.place(span), message: 'Defined here' }
}
