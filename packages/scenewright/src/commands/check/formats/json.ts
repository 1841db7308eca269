import type { Finding } from '@scenewright/model'
import { rulePageUrl } from '../../../render/docs-url.ts'
import { json as toJson } from '../../../render/json.ts'
import type { FindingsFormat } from './format.ts'

/** For programs: `schemas/findings.schema.json`. */
export const json: FindingsFormat = ({ findings, summary }, { version }) =>
  toJson({ version: 1, findings: findings.map(finding => withDocs(finding, version)), summary })

function withDocs({ docs, fixes, ...finding }: Finding, version: string): object {
  return { ...finding, docs: docs ?? rulePageUrl(finding.rule, version), fixes }
}
