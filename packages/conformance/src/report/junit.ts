import type { RowResult } from '../run-rows.ts'
import { shown, summarize } from './summary.ts'

/** JUnit XML: one suite per operation, one case per row. */
export function conformanceJunit(results: readonly RowResult[]): string {
  const names = new Set(results.map(({ operation }) => operation))
  const body = Array.from(names, name =>
    suiteText(
      name,
      results.filter(({ operation }) => operation === name),
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conformance"${counts(results)}>\n${body.join('')}</testsuites>\n`
}

function suiteText(operation: string, rows: readonly RowResult[]): string {
  const cases = rows.map(caseText).join('')
  return `  <testsuite name=${attribute(operation)}${counts(rows)}>\n${cases}  </testsuite>\n`
}

function caseText({ id, operation, requirement, verdict, ms }: RowResult): string {
  const head = `    <testcase name=${attribute(`${id} ${requirement}`)} classname=${attribute(operation)} time="${ms / 1000}"`
  if (verdict.kind === 'pass') return `${head}/>\n`
  if (verdict.kind === 'skipped') {
    return `${head}>\n      <skipped message=${attribute(verdict.reason)}/>\n    </testcase>\n`
  }
  if (verdict.kind === 'error') {
    return `${head}>\n      <error message=${attribute(verdict.reason)}/>\n    </testcase>\n`
  }
  const { asked, expected, came } = verdict
  const details = escaped(`asked     ${asked}\nexpected  ${expected}\ncame      ${came}`)
  const message = attribute(`expected ${expected}, came ${came}`)
  return `${head}>\n      <failure type="mismatch" message=${message}>${details}</failure>\n    </testcase>\n`
}

function counts(rows: readonly RowResult[]): string {
  const { failed, skipped } = summarize(rows)
  const errors = rows.filter(({ verdict }) => verdict.kind === 'error').length
  return ` tests="${rows.length}" failures="${failed - errors}" errors="${errors}" skipped="${skipped}"`
}

function attribute(text: string): string {
  return `"${escaped(text).replace(/\s/g, ' ')}"`
}

const entities: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return shown(text).replace(/[&<>"]/g, character => entities[character] ?? character)
}
