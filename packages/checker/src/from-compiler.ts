import type { SourceRule } from './rule.ts'

/** A rule whose findings the compiler makes: it passes them on, so that levels and suppressions hold for them too. */
export function fromCompiler(rule: Pick<SourceRule, 'id' | 'level' | 'summary'>): SourceRule {
  return {
    scope: 'source',
    ...rule,
    check({ source, report }) {
      for (const finding of source.findings) {
        if (finding.rule !== rule.id) continue
        const related = finding.related.map(place => ({ at: place, message: place.message }))
        report({ ...finding, at: finding, related })
      }
    },
  }
}
