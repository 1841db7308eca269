import { printTests } from '@scenewright/compiler/format'
import { type Edit, type Finding, type Fix, nodeTypes } from '@scenewright/model'
import { type CompiledScenario, edgePath, nodePath, scenarioPath, startPath } from '@scenewright/model/compilation'
import type { LiveProject } from '@scenewright/workspace/live'
import { type CodeAction, CodeActionKind, type Diagnostic, type Range } from 'vscode-languageserver'
import { applyFixes } from '../../check/fix/apply-fixes.ts'
import { hasNewErrors } from '../../check/fix/has-new-errors.ts'
import type { Feature } from '../feature.ts'
import { quotingActions } from '../quoting.ts'
import type { OpenSource, Session } from '../session.ts'
import { suppressions } from '../suppressions.ts'

/** The kind of the action that applies all safe fixes of a file, also when the editor saves it. */
const fixAllKind = `${CodeActionKind.SourceFixAll}.scenewright`

/** Fixes of findings, suppressions, a node that an edge lacks, a first test of a scenario, and quotes of a text. */
export const codeActions: Feature = {
  capabilities: () => ({
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite, fixAllKind] },
  }),
  register(session) {
    session.connection.onCodeAction(async ({ textDocument, range, context }): Promise<CodeAction[]> => {
      const opened = await session.source({ textDocument })
      if (opened === undefined) return []
      const { live, file } = opened
      const here = live
        .findings()
        .filter(finding => finding.file === file && touches(session.range(live, finding), range))
      const { only, diagnostics } = context
      const isWanted = ({ kind = '' }: Pick<CodeAction, 'kind'>) =>
        only?.some(wanted => `${kind}.`.startsWith(`${wanted}.`)) ?? true
      const missing = await missingNodes(session, opened, range)
      const quoting = await quotingActions(session, opened, range)
      const ofFindings = await Promise.all(here.map(finding => actionsFor(session, live, { finding, diagnostics })))
      return [
        ...ofFindings.flat(),
        ...missing,
        ...opened.source.scenarios.flatMap(scenario => firstTest(session, opened, { scenario, range })),
        ...quoting,
        ...(isWanted({ kind: fixAllKind }) ? await fixAll(session, opened) : []),
      ].filter(isWanted)
    })
  },
}

/** Whether two ranges have a place in common, the ends included. */
function touches(one: Range, other: Range): boolean {
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start)
}

function isBefore(one: Range['start'], other: Range['start']): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character)
}

interface Found {
  readonly finding: Finding
  /** The diagnostics that the client asks about. */
  readonly diagnostics: readonly Diagnostic[]
}

async function actionsFor(
  session: Session,
  live: LiveProject,
  { finding, diagnostics }: Found,
): Promise<readonly CodeAction[]> {
  const { rule, fixes } = finding
  const { start } = session.range(live, finding)
  const own = diagnostics.filter(
    ({ code, range }) => code === rule && !isBefore(range.start, start) && !isBefore(start, range.start),
  )
  const suppressing = await suppressions(session, live, finding)
  const about = { kind: CodeActionKind.QuickFix, ...(own.length > 0 && { diagnostics: own }) }
  return [
    ...fixes.map(({ title, edits }, index) => ({
      title,
      ...about,
      isPreferred: index === 0,
      edit: session.workspaceEdit(live, edits),
    })),
    ...suppressing.map(action => ({ ...action, ...about })),
  ]
}

async function fixAll(session: Session, { live, file }: OpenSource): Promise<readonly CodeAction[]> {
  const edits = await harmlessEdits(live, file)
  if (edits.length === 0) return []
  return [{ title: 'Fix all findings in this file', kind: fixAllKind, edit: session.workspaceEdit(live, edits) }]
}

/** By findings and file: an editor asks at every move of the cursor. */
const known = new WeakMap<readonly Finding[], Map<string, Promise<readonly Edit[]>>>()

/** The edits of the first fixes of all findings of a file, without those that would cause other errors. */
function harmlessEdits(live: LiveProject, file: string): Promise<readonly Edit[]> {
  const findings = live.findings()
  const byFile = known.get(findings) ?? new Map<string, Promise<readonly Edit[]>>()
  known.set(findings, byFile)
  const candidates = findings.flatMap((finding): readonly Candidate[] => {
    const [fix] = finding.fixes
    return finding.file === file && fix?.edits.every(edit => edit.file === file) ? [{ finding, fix }] : []
  })
  const edits = byFile.get(file) ?? addHarmless(live, file, { kept: [], candidates }).then(allEdits)
  byFile.set(file, edits)
  return edits
}

interface Candidate {
  readonly finding: Finding
  readonly fix: Fix
}

function allEdits(candidates: readonly Candidate[]): readonly Edit[] {
  return candidates.flatMap(({ fix }) => fix.edits)
}

interface Choice {
  readonly kept: readonly Candidate[]
  readonly candidates: readonly Candidate[]
}

/** The kept fixes, and those of the candidates that cause no errors: tried at once, and then by halves. */
async function addHarmless(
  live: LiveProject,
  file: string,
  { kept, candidates }: Choice,
): Promise<readonly Candidate[]> {
  if (candidates.length === 0) return kept
  const chosen = [...kept, ...candidates]
  const fixes = chosen.map(({ fix }) => fix)
  const fixed = applyFixes(live.text(file), fixes)
  const made = chosen.filter(({ fix }) => fixed.made.includes(fix))
  const { before, after } = await live.preview(file, fixed.text)
  if (!hasNewErrors({ file, made }, { before: { findings: before }, after: { findings: after } })) return made
  if (candidates.length === 1) return kept
  const half = Math.floor(candidates.length / 2)
  const first = await addHarmless(live, file, { kept, candidates: candidates.slice(0, half) })
  return addHarmless(live, file, { kept: first, candidates: candidates.slice(half) })
}

interface AskedScenario {
  readonly scenario: CompiledScenario
  readonly range: Range
}

/** Creates the nodes that an edge or the start at a place names, and that do not exist. */
async function missingNodes(session: Session, opened: OpenSource, range: Range): Promise<readonly CodeAction[]> {
  const { live, file } = opened
  const missingTargets = ({ map, document }: CompiledScenario) => {
    const { nodes, edges, start_node_id: start } = document.scenario.definition
    const ids = new Set(nodes.map(({ id }) => id))
    const named = edges.map(({ target }, index) => ({ id: target, place: map.place(edgePath(index, 'target')) }))
    return [{ id: start, place: map.place(startPath) }, ...named].flatMap(({ id, place }) => {
      const isHere = place.file === file && touches(session.range(live, place), range)
      return isHere && id !== '' && !ids.has(id) ? [id] : []
    })
  }
  if (opened.source.scenarios.every(scenario => missingTargets(scenario).length === 0)) return []
  const { scenarios = [] } = (await live.forEdits(file)) ?? {}
  return scenarios.flatMap(scenario => {
    const { nodes } = scenario.document.scenario.definition
    const end = nodes.find(({ type }) => type === nodeTypes.end)
    return [...new Set(missingTargets(scenario))].flatMap((id): CodeAction[] => {
      const value = { id, type: nodeTypes.reply, text: 'Write the reply here.', ...(end && { next: end.id }) }
      const result = scenario.map.edit({ kind: 'insert', path: nodePath(nodes.length), value })
      if ('refused' in result) return []
      const edit = session.workspaceEdit(live, result.edits)
      return [{ title: `Create the node "${id}"`, kind: CodeActionKind.QuickFix, edit }]
    })
  })
}

/** Creates a file of tests next to a scenario, from its title, if it has none and the client can create files. */
function firstTest(
  session: Session,
  { live, file }: OpenSource,
  { scenario, range }: AskedScenario,
): readonly CodeAction[] {
  const { key, map, document } = scenario
  const testFile = file.replace(/\.scenario\.(?:ya?ml|ts)$/, '.test.yaml')
  const canCreate = session.client().capabilities.workspace?.workspaceEdit?.resourceOperations?.includes('create')
  const isThere = live.text(testFile) !== ''
  if (!canCreate || isThere || !touches(session.range(live, map.place(scenarioPath('title'))), range)) return []
  const { title, examples = [] } = document.scenario
  const user = examples[0] ?? title
  const text = printTests({ conversations: [{ name: title, turns: [{ user, expect: { starts: key } }] }] })
  const uri = session.uriOf(live, testFile)
  const start = { line: 0, character: 0 }
  return [
    {
      title: 'Create a conversation test',
      kind: CodeActionKind.RefactorRewrite,
      edit: {
        documentChanges: [
          { kind: 'create', uri },
          { textDocument: { uri, version: null }, edits: [{ range: { start, end: start }, newText: text }] },
        ],
      },
    },
  ]
}
