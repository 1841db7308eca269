import { type CheckReport, rules, type SuppressedFinding, summarize } from '@scenewright/checker'
import type { Finding, Severity } from '@scenewright/model'
import type { FormatContext } from '../../src/commands/check/formats/format.ts'

/** A finding with everything plain, but for what is given. */
export function finding(given: Partial<Finding> = {}): Finding {
  return {
    rule: 'graph/trap',
    severity: 'error',
    message: 'from "ask" no END can be reached',
    file: 'scenarios/refund.scenario.yaml',
    range: { start: { line: 3, column: 5 }, end: { line: 3, column: 8 } },
    scenario: 'refund',
    related: [],
    fixes: [],
    ...given,
  }
}

const strangeText =
  'a | b `c` <img src=x> @team #1 *d* [e](f) ]]> ::error:: %25\r\n\u0000\u001b[31m\u202e \ud800 \uffff \ud83d\ude00'

/** One finding of every kind that a format has to do with. */
export const everyKind: readonly Finding[] = [
  finding({ walk: ['start', 'ask', 'sorry'], node: 'ask', help: 'Give it a way out.' }),
  finding({ rule: 'graph/no-end', node: 'ask' }),
  finding({ rule: 'source/schema', scenario: null, file: 'scenarios/50% off, new: \u00fcber.scenario.yaml' }),
  finding({
    rule: 'graph/unknown-target',
    severity: 'warning',
    related: [{ message: 'perhaps this', file: 'shared/a b.ts', range: lines(9, 10) }],
    fixes: [
      {
        title: 'write "contact"',
        edits: [
          { file: 'scenarios/refund.scenario.yaml', range: lines(10, 10), text: 'contact' },
          { file: 'scenarios/refund.scenario.yaml', range: lines(12, 13), text: '' },
          { file: 'shared/a b.ts', range: lines(9, 9), text: 'x' },
        ],
      },
    ],
  }),
  finding({ rule: 'own/rule', severity: 'info', range: lines(4, 6) }),
  finding({
    rule: 'text/invisible',
    file: `scenarios/${strangeText}.scenario.yaml`,
    message: strangeText,
    help: strangeText,
  }),
]

export const everySuppression: readonly SuppressedFinding[] = [
  { finding: finding({ rule: 'graph/complexity' }), by: 'comment', reason: 'kept for May' },
  { finding: finding({ rule: 'graph/complexity' }), by: 'config', reason: 'legacy' },
  { finding: finding({ rule: 'graph/complexity', severity: 'info' }), by: 'baseline', reason: '' },
]

/** The report of these findings, and of one file in which nothing was found. */
export function reportOf(findings: readonly Finding[], suppressed: readonly SuppressedFinding[] = []): CheckReport {
  const files = [...new Set(['scenarios/clean.scenario.yaml', ...findings.map(({ file }) => file)])].sort()
  return summarize(findings, suppressed, { files, scenarios: files.length })
}

/** So many findings of a severity, each on a line of its own. */
export function many(severity: Severity, number: number): readonly Finding[] {
  return Array.from({ length: number }, (_, index) => finding({ severity, range: lines(index + 1, index + 1) }))
}

/** A whole project at the root of its repository, where errors fail. */
export const context: FormatContext = {
  root: '/nowhere',
  folder: '',
  version: '1.2.3',
  color: false,
  failing: new Set(['error']),
  rules,
  showsAll: false,
  showsSuppressed: true,
  pageOf: () => '# A page\n',
}

function lines(start: number, end: number): Finding['range'] {
  return { start: { line: start, column: 1 }, end: { line: end, column: 4 } }
}
