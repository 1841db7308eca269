import type { Finding } from '@scenewright/model'
import { rulePageUrl } from '../../../docs-url.ts'
import type { FormatContext, RuleSummary } from '../format.ts'
import { levels } from './result.ts'

/** A rule as a `reportingDescriptor`. */
export interface Descriptor {
  readonly id: string
  readonly [property: string]: unknown
}

/** Every rule with its page, and behind them, by their names alone, those that findings name and nobody knows. */
export function descriptorsOf(
  context: Pick<FormatContext, 'rules' | 'pageOf' | 'version'>,
  findings: readonly Finding[],
): readonly Descriptor[] {
  const { rules } = context
  const known = new Set(rules.map(({ id }) => id))
  const others = new Set(findings.map(({ rule }) => rule).filter(id => !known.has(id)))
  return [...rules.map(rule => descriptorOf(rule, context)), ...[...others].sort().map(id => ({ id }))]
}

function descriptorOf(
  { id, level, summary, docs }: RuleSummary,
  { pageOf, version }: Pick<FormatContext, 'pageOf' | 'version'>,
): Descriptor {
  const url = docs === undefined ? rulePageUrl(id, version) : webAddress(docs)
  const help = {
    text: `${summary}\n\`scenewright explain ${id}\` prints the page of the rule.`,
    ...(docs === undefined && { markdown: pageOf(id) }),
  }
  return {
    id,
    shortDescription: { text: summary },
    // GitHub asks for both.
    fullDescription: { text: summary },
    help,
    ...(url !== undefined && { helpUri: url }),
    defaultConfiguration: { level: levels[level] },
    properties: { tags: [id.replace(/\/.*/, '')], 'problem.severity': problemSeverities[level] },
  }
}

/** A team's own rule may name a file of the project instead. */
function webAddress(docs: string): string | undefined {
  return /^https?:/i.test(docs) && URL.canParse(docs) ? new URL(docs).href : undefined
}

/** GitHub's words for severities of findings that are no security alerts. */
const problemSeverities = { error: 'error', warning: 'warning', info: 'recommendation' } as const
