import type { Finding } from '@scenewright/model'
import type { LiveProject } from '@scenewright/workspace/live'
import {
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  type DocumentDiagnosticReport,
} from 'vscode-languageserver'
import { rulePageUrl } from '../../../render/docs-url.ts'
import { version } from '../../../shell/installation.ts'
import type { Feature } from '../feature.ts'
import { isPlainYaml } from '../plain-yaml.ts'
import type { ProjectFault, Session } from '../session.ts'

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const

/** Findings about code that has no effect: editors fade it. */
const unnecessary = new Set([
  'graph/unreachable',
  'graph/shadowed-edge',
  'graph/edge-after-end',
  'graph/duplicate-edge',
  'trigger/duplicate-example',
  'project/unused-suppression',
])

/**
 * Publishes the findings of the whole project, closed files included. If the client asks for those of its open
 * documents itself, only those of closed files are published.
 */
export const diagnostics: Feature = {
  capabilities: client =>
    client.textDocument?.diagnostic === undefined
      ? {}
      : {
          diagnosticProvider: { identifier: 'scenewright', interFileDependencies: true, workspaceDiagnostics: false },
        },
  register(session) {
    const { connection } = session
    const isPulled = () => session.client().capabilities.textDocument?.diagnostic !== undefined
    const canRefresh = () => session.client().capabilities.workspace?.diagnostics?.refreshSupport === true
    /** What was published last, by address. */
    const published = new Map<string, Described>()
    /** What the client was answered last about its open documents, by address. */
    const pulled = new Map<string, Published>()
    let faults: readonly ProjectFault[] = []
    const send = (uri: string) => {
      const list = published.get(uri)?.list ?? []
      const diagnostics = [...faults.filter(fault => fault.uri === uri).map(faultDiagnostic), ...list]
      void connection.sendDiagnostics({ uri, diagnostics })
    }
    const describe = (live: LiveProject, findings: readonly Finding[]): Described => {
      const list = findings.map(finding => toDiagnostic(session, live, finding))
      return { findings, list, text: JSON.stringify(list) }
    }
    const publish = (live: LiveProject) => {
      const present = findingsByUri(session, live)
      let isOutdated = false
      for (const uri of new Set([...published.keys(), ...present.keys()])) {
        const isOpen = isPulled() && session.document(uri) !== undefined
        const findings = isOpen ? [] : (present.get(uri) ?? [])
        const before = published.get(uri)
        // Most findings are the same objects as before, so that a key costs as much as what it changes.
        if (isSame(findings, before?.findings ?? [])) continue
        const now = describe(live, findings)
        if (findings.length === 0) published.delete(uri)
        else published.set(uri, now)
        if (now.text !== (before?.text ?? '[]')) send(uri)
      }
      for (const [uri, before] of pulled) {
        const findings = present.get(uri) ?? []
        if (session.document(uri) === undefined) pulled.delete(uri)
        else isOutdated ||= !isSame(findings, before.findings) && describe(live, findings).text !== before.text
      }
      // Any client may refuse.
      if (isOutdated && canRefresh()) connection.languages.diagnostics.refresh().catch(() => {})
    }
    session.onFindings(publish)
    session.onFaults(next => {
      const uris = new Set([...faults, ...next].map(({ uri }) => uri))
      faults = next
      for (const uri of uris) send(uri)
    })
    connection.languages.diagnostics.on(async ({ textDocument: { uri } }): Promise<DocumentDiagnosticReport> => {
      const live = await session.live()
      const file = live && session.nameOf(live, uri)
      const found = live?.findings().filter(finding => finding.file === file && isShown(session, uri, finding)) ?? []
      if (live === undefined) return { kind: 'full', items: [] }
      const { list, ...answer } = describe(live, found)
      pulled.set(uri, answer)
      return { kind: 'full', items: [...list] }
    })
  },
}

/** Findings, and their diagnostics as JSON. */
interface Published {
  readonly findings: readonly Finding[]
  readonly text: string
}

interface Described extends Published {
  readonly list: readonly Diagnostic[]
}

function findingsByUri(session: Session, live: LiveProject): ReadonlyMap<string, readonly Finding[]> {
  const byUri = new Map<string, Finding[]>()
  const uris = new Map<string, string>()
  for (const finding of live.findings()) {
    const uri = uris.get(finding.file) ?? session.uriOf(live, finding.file)
    uris.set(finding.file, uri)
    if (!isShown(session, uri, finding)) continue
    const list = byUri.get(uri)
    if (list === undefined) byUri.set(uri, [finding])
    else list.push(finding)
  }
  return byUri
}

/** Whether a finding is ours to show: in a scenario that the user opens as YAML, the YAML extension reports fields. */
function isShown(session: Session, uri: string, { rule }: Finding): boolean {
  return rule !== 'source/schema' || !isPlainYaml(session.document(uri))
}

function isSame(one: readonly Finding[], other: readonly Finding[]): boolean {
  return one.length === other.length && one.every((finding, index) => finding === other[index])
}

function faultDiagnostic({ range, message }: ProjectFault): Diagnostic {
  return { range, severity: DiagnosticSeverity.Error, source: 'scenewright', message }
}

/** A finding as a diagnostic. The help is a part of the message, because editors show nothing else. */
function toDiagnostic(session: Session, live: LiveProject, finding: Finding): Diagnostic {
  const { rule, severity, message, help, related, docs } = finding
  const href = docs ?? rulePageUrl(rule, version)
  return {
    range: session.range(live, finding),
    severity: severities[severity],
    code: rule,
    ...(/^https?:/.test(href) && { codeDescription: { href } }),
    source: 'scenewright',
    message: help === undefined ? message : `${message}\n${help}`,
    ...(unnecessary.has(rule) && { tags: [DiagnosticTag.Unnecessary] }),
    ...(related.length > 0 && {
      relatedInformation: related.map(place => ({ location: session.location(live, place), message: place.message })),
    }),
  }
}
