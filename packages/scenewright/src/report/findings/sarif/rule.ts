import type { Finding } from '@scenewright/model'
import type { FormatContext, RuleSummary } from '../format.ts'
import { levels } from './result.ts'

/** A rule as a `reportingDescriptor`. */
export interface Descriptor {
  readonly id: string
  readonly [property: string]: unknown
}

/** Every rule with its page, and behind them, by their names alone, those that findings name and nobody knows. */
export function descriptorsOf(
  { rules, pageOf }: Pick<FormatContext, 'rules' | 'pageOf'>,
  findings: readonly Finding[],
): readonly Descriptor[] {
  const known = new Set(rules.map(({ id }) => id))
  const others = new Set(findings.map(({ rule }) => rule).filter(id => !known.has(id)))
  return [...rules.map(rule => descriptorOf(rule, pageOf(rule.id))), ...[...others].sort().map(id => ({ id }))]
}

function descriptorOf({ id, level, summary }: RuleSummary, page: string | undefined): Descriptor {
  const help = {
    text: `${summary}\n\`scenewright explain ${id}\` prints the page of the rule.`,
    ...(page !== undefined && { markdown: page }),
  }
  return {
    id,
    shortDescription: { text: summary },
    // GitHub asks for both.
    fullDescription: { text: summary },
    help,
    defaultConfiguration: { level: levels[level] },
    properties: { tags: [id.replace(/\/.*/, '')], 'problem.severity': problemSeverities[level] },
  }
}

/** GitHub's words for severities of findings that are no security alerts. */
const problemSeverities = { error: 'error', warning: 'warning', info: 'recommendation' } as const
