import { docsOf, type Finding, type RelatedPlace } from '@scenewright/model'
import type { Places } from './places.ts'
import type { Span } from './source-tree.ts'

/** What a stage has found in one file: a finding whose places are still offsets. */
export interface Problem {
  readonly rule: 'source/syntax' | 'source/schema'
  readonly message: string
  readonly span: Span
  readonly help?: string
  readonly node?: string
  readonly related?: readonly { readonly span: Span; readonly message: string }[]
}

/** The finding that a problem is, now that its places are wanted. */
export function findingOf(problem: Problem, places: Places, scenario: string | null): Finding {
  const related = (problem.related ?? []).map(({ span, message }): RelatedPlace => ({ ...places.place(span), message }))
  return {
    rule: problem.rule,
    severity: 'error',
    message: problem.message,
    ...places.place(problem.span),
    scenario,
    ...(problem.node === undefined ? {} : { node: problem.node }),
    related,
    ...(problem.help === undefined ? {} : { help: problem.help }),
    docs: docsOf(problem.rule),
    fixes: [],
  }
}
