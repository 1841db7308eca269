import type { Finding } from '@scenewright/model'
import type { EditAnswer } from '../../../commands/studio/protocol.ts'
import { writeEdit } from '../editing/history.ts'
import { reportError } from '../notices.tsx'
import { project } from '../project.ts'
import { hrefOf } from '../route.ts'
import { get } from '../session.ts'
import { SeverityMark } from './severity-mark.tsx'

interface Props {
  readonly findings: readonly Finding[]
  readonly hasNodes?: boolean
}

/** Findings with their places and fixes. A fix is written at once, and can be undone. */
export function FindingList({ findings, hasNodes = false }: Props) {
  return (
    <ul class="findings">
      {findings.map(finding => (
        <li key={`${finding.rule} ${finding.range.start.line} ${finding.range.start.column} ${finding.message}`}>
          <p>
            <SeverityMark severity={finding.severity} /> <bdi>{finding.message}</bdi>
          </p>
          {finding.help && (
            <p class="soft">
              <bdi>{finding.help}</bdi>
            </p>
          )}
          <p class="soft">
            <code>{finding.rule}</code>{' '}
            <a href={hrefOf({ view: 'source', file: finding.file, line: String(finding.range.start.line) })}>
              <bdi>
                {finding.file}:{finding.range.start.line}
              </bdi>
            </a>{' '}
            {hasNodes && finding.node !== undefined && finding.scenario !== null && (
              <a href={hrefOf({ view: 'flow', key: finding.scenario, node: finding.node })}>
                Node <bdi>{finding.node}</bdi>
              </a>
            )}
          </p>
          {!project.value?.isReadOnly && <Fixes finding={finding} />}
        </li>
      ))}
    </ul>
  )
}

function Fixes({ finding }: { readonly finding: Finding }) {
  if (finding.fixes.length === 0) return null
  return (
    <p class="buttons">
      {finding.fixes.map((fix, index) => (
        <button key={fix.title} type="button" onClick={() => void applyFix(finding, index).catch(reportError)}>
          Fix: <bdi>{fix.title}</bdi>
        </button>
      ))}
    </p>
  )
}

function applyFix({ file, rule, range, fixes }: Finding, fix: number): Promise<EditAnswer> {
  const body = async () => {
    const { hash } = await get<{ readonly hash: string }>('/api/source', { file })
    return { file, hash, finding: { rule, range }, fix }
  }
  return writeEdit('/api/fix', body, `the fix "${fixes[fix]?.title}"`)
}
