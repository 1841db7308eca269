import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { type ChangeSpec, Compartment, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { Finding, Position } from '@scenewright/model'
import { type LanguageFile, type LanguageHost, languageSupport } from './language-client.ts'

/** An editor of one text. */
export interface SourceEditor {
  readonly text: () => string
  /**
   * Replaces the text by one that the person did not type here. Only what differs changes, so that the cursor stays.
   * The keys for Undo take back nothing from before: neither this change, nor what was typed in the former text.
   */
  readonly setText: (text: string) => void
  readonly setFindings: (findings: readonly Finding[]) => void
  /** Puts the cursor at a line, from 1. */
  readonly goToLine: (line: number) => void
  readonly destroy: () => void
}

interface Options {
  readonly text: string
  readonly label: string
  readonly isReadOnly: boolean
  readonly source: LanguageFile
  readonly host: LanguageHost
  /** A person has changed the text. */
  readonly onChange: (text: string) => void
}

/**
 * Creates an editor. It is rendered in a shadow tree, so that its styles need no exception from the page's policy: there
 * they are style sheets that the script creates, not elements.
 */
export function createSourceEditor(
  parent: HTMLElement,
  { text, label, isReadOnly, source, host, onChange }: Options,
): SourceEditor {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' })
  let isSetting = false
  const past = new Compartment()
  const listener = EditorView.updateListener.of(update => {
    if (update.docChanged && !isSetting) onChange(update.state.doc.toString())
  })
  const state = EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      past.of(history()),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      highlightActiveLine(),
      lintGutter(),
      syntaxHighlighting(colors),
      theme,
      EditorView.lineWrapping,
      EditorView.perLineTextDirection.of(true),
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      EditorState.readOnly.of(isReadOnly),
      ...(source.language === 'yaml' ? [yaml()] : []),
      languageSupport(host, source),
      // Tab indents; after Escape it leaves the editor.
      keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
      listener,
    ],
  })
  const view = new EditorView({ state, parent: root, root })
  return {
    text: () => view.state.doc.toString(),
    setText: next => {
      isSetting = true
      view.dispatch({ changes: changeBetween(view.state.doc.toString(), next), effects: past.reconfigure([]) })
      view.dispatch({ effects: past.reconfigure(history()) })
      isSetting = false
    },
    setFindings: findings =>
      view.dispatch(
        setDiagnostics(
          view.state,
          findings.map(each => diagnosticOf(view, each)),
        ),
      ),
    goToLine: line => {
      const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines))
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
      view.focus()
    },
    destroy: () => view.destroy(),
  }
}

/** The change from one text to another, without what both begin and end with. */
function changeBetween(before: string, after: string): ChangeSpec {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from += 1
  let left = 0
  while (left < shorter - from && before.at(-1 - left) === after.at(-1 - left)) left += 1
  return { from, to: before.length - left, insert: after.slice(from, after.length - left) }
}

function diagnosticOf({ state: { doc } }: EditorView, { range, severity, message, help, rule }: Finding): Diagnostic {
  const offset = ({ line, column }: Position) => {
    const { from, to } = doc.line(Math.min(line, doc.lines))
    return Math.min(to, from + column - 1)
  }
  const text = help === undefined ? message : `${message}\n${help}`
  const [from, to] = [offset(range.start), offset(range.end)]
  return { from, to: Math.max(from, to), severity, message: text, source: rule }
}

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--link)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.keyword, tags.bool, tags.number], color: 'var(--warn)' },
])

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--card)', fontSize: '13.5px', height: '100%' },
  '&.cm-focused': { outline: '3px solid var(--link)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--soft)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--link) 7%, transparent)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { background: 'var(--select) !important' },
  '.cm-tooltip': {
    backgroundColor: 'var(--card)',
    color: 'var(--ink)',
    border: '1px solid var(--edge)',
    whiteSpace: 'pre-line',
  },
  '.cm-lsp-hover-tooltip': { whiteSpace: 'normal', maxWidth: '40rem' },
  // They are characters that not every font has.
  '.cm-completionIcon': { display: 'none' },
  '.cm-tooltip a': { color: 'var(--link)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--select)', color: 'var(--ink)' },
})
