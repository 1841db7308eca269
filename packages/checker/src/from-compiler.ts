import type { ProjectRule } from './rule.ts'

/** A rule whose findings the compiler makes: it passes them on, so that levels and suppressions hold for them too. */
export function fromCompiler(rule: Pick<ProjectRule, 'id' | 'level' | 'summary'>): ProjectRule {
  return {
    scope: 'project',
    ...rule,
    check({ compilation, report }) {
      for (const finding of compilation.findings) {
        if (finding.rule !== rule.id) continue
        const related = finding.related.map(place => ({ at: place, message: place.message }))
        report({ ...finding, at: finding, related })
      }
    },
  }
}
