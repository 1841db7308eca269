import type { Finding, Position } from '@scenewright/model'
import { lineEndOf } from '@scenewright/model/text'
import type { LiveProject } from '@scenewright/workspace/live'
import type { CodeAction, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver'
import type { Session } from './session.ts'

/** A text to insert, with the cursor between its two parts. */
interface Insertion {
  readonly file: string
  readonly at: Position
  readonly before: string
  readonly after: string
}

/**
 * The actions that suppress a finding: by a comment, or in the config. The reason is empty, with the cursor in its
 * place: until the author writes one, the suppression itself is a finding. Errors of reading a source cannot be
 * suppressed.
 */
export async function suppressions(
  session: Session,
  live: LiveProject,
  finding: Finding,
): Promise<readonly CodeAction[]> {
  const { rule } = finding
  if (rule.startsWith('source/')) return []
  // Findings about the project as a whole have no line whose comment would count.
  const inSource = rule.startsWith('project/') ? undefined : await comment(live, finding)
  const inConfig = configEntry(session, live, finding)
  return [
    ...(inSource === undefined ? [] : [{ title: `Suppress ${rule} here`, edit: insertion(session, live, inSource) }]),
    ...(inConfig === undefined
      ? []
      : [{ title: `Suppress ${rule} in this file, in the config`, edit: insertion(session, live, inConfig) }]),
  ]
}

/** A comment above the line of a finding. Undefined within a value of several lines, where it would be text. */
async function comment(live: LiveProject, { rule, file, range }: Finding): Promise<Insertion | undefined> {
  const { line } = range.start
  const text = live.text(file)
  const lines = text.split('\n')
  const indent = /^\s*/.exec(lines[line - 1] ?? '')?.[0] ?? ''
  const mark = file.endsWith('.ts') ? '//' : '#'
  const before = `${indent}${mark} scenewright-ignore ${rule}: `
  const source = await live.compiledAs(file, lines.toSpliced(line - 1, 0, before).join('\n'))
  if (!source?.suppressions.some(each => each.range.start.line === line)) return undefined
  return { file, at: { line, column: 1 }, before, after: lineEndOf(text) }
}

/**
 * A new entry of `suppress`. Undefined if the list is not written in lines, so that there is no place for it, or if the
 * config is not the one that the project has, because that in the editor is unusable.
 */
function configEntry(session: Session, live: LiveProject, { rule, file }: Finding): Insertion | undefined {
  const { configFile } = live.project
  if (configFile === null) return undefined
  const text = live.text(configFile)
  if ((session.openTexts(live).get(configFile) ?? text) !== text) return undefined
  const eol = lineEndOf(text)
  const entry = (indent: string) => ({
    before: [`${indent}- rule: ${rule}`, `${indent}  files: ${JSON.stringify(file)}`, `${indent}  reason: "`].join(eol),
    after: `"${eol}`,
  })
  const endOf = (part: string): Position => {
    const lines = part.split('\n')
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
  }
  const list = /^suppress:[ \t]*(?:#.*)?\r?\n(?=([ \t]*)- )/m.exec(text)
  if (list !== null) {
    const at = endOf(text.slice(0, list.index + list[0].length))
    return { file: configFile, at, ...entry(list[1] ?? '') }
  }
  if (/^(?:["']?suppress["']?\s*:|\s*\{|\.\.\.)/m.test(text)) return undefined
  const { before, after } = entry('  ')
  const start = text === '' || text.endsWith('\n') ? '' : eol
  return { file: configFile, at: endOf(text), before: `${start}suppress:${eol}${before}`, after }
}

/** The insertion, with the cursor in it if the client can place it. */
function insertion(session: Session, live: LiveProject, { file, at, before, after }: Insertion): WorkspaceEdit {
  const edit = { file, range: { start: at, end: at }, text: before + after }
  if (session.client().capabilities.workspace?.workspaceEdit?.snippetEditSupport !== true) {
    return session.workspaceEdit(live, [edit])
  }
  const uri = session.uriOf(live, file)
  const snippet = { kind: 'snippet' as const, value: `${escaped(before)}$0${escaped(after)}` }
  const change: TextDocumentEdit = {
    textDocument: { uri, version: null },
    edits: [{ range: session.range(live, edit), snippet }],
  }
  return { documentChanges: [change] }
}

function escaped(text: string): string {
  return text.replaceAll(/[\\$}]/g, '\\$&')
}
