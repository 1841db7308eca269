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
import type { Session } from '../session.ts'

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
    /** The last published diagnostics, as JSON, by address. */
    const published = new Map<string, string>()
    const publish = (live: LiveProject) => {
      const byUri = new Map<string, Diagnostic[]>()
      for (const finding of live.findings()) {
        const uri = session.uriOf(live, finding.file)
        const list = byUri.get(uri) ?? []
        byUri.set(uri, list)
        list.push(toDiagnostic(session, live, finding))
      }
      if (isPulled()) for (const uri of byUri.keys()) if (session.document(uri) !== undefined) byUri.delete(uri)
      for (const uri of new Set([...published.keys(), ...byUri.keys()])) {
        const list = byUri.get(uri) ?? []
        const text = JSON.stringify(list)
        if ((published.get(uri) ?? '[]') === text) continue
        if (list.length === 0) published.delete(uri)
        else published.set(uri, text)
        void connection.sendDiagnostics({ uri, diagnostics: list })
      }
      if (isPulled() && session.client().capabilities.workspace?.diagnostics?.refreshSupport) {
        connection.languages.diagnostics.refresh()
      }
    }
    session.onFindings(publish)
    connection.languages.diagnostics.on(async ({ textDocument: { uri } }): Promise<DocumentDiagnosticReport> => {
      const live = await session.live()
      const file = live && session.fileOf(live, uri)
      const found = live?.findings().filter(finding => finding.file === file) ?? []
      return { kind: 'full', items: live ? found.map(finding => toDiagnostic(session, live, finding)) : [] }
    })
  },
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
