import type { Finding } from '@scenewright/model'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CheckEditAnswer, SourceAnswer } from '../../../commands/studio/protocol.ts'
import { setTextDraft, textDrafts } from '../editing/drafts.ts'
import { followStream } from '../events.ts'
import { FindingList } from '../findings/finding-list.tsx'
import { hideSource, openScenario, openSource, project, showSource } from '../project.ts'
import { goTo, route } from '../route.ts'
import { post, type RequestError } from '../session.ts'
import { countOf } from '../texts.tsx'
import type { SourceEditor } from './editor.ts'
import type { LanguageHost } from './language-client.ts'

/** How long nothing is typed before the text is checked, in milliseconds. */
const idle = 300

const host: LanguageHost = {
  follow: followStream,
  post,
  show: (file, line) => goTo({ view: 'source', file, line: String(line) }),
}

/** A source as text, with its findings. */
export function SourceView() {
  const { sources = [] } = project.value ?? {}
  const file = route.value.file ?? openScenario.value?.file ?? sources[0]
  const shown = openSource.value?.file === file ? openSource.value : undefined
  const source = shown?.loaded
  const [checked, setChecked] = useState<readonly Finding[] | undefined>(undefined)
  useEffect(() => {
    if (file !== undefined) void showSource(file)
  }, [file])
  useEffect(() => hideSource, [])
  if (file === undefined) return <p class="empty">The project has no source.</p>
  const draft = textDrafts.value.get(file)
  const own = source?.findings ?? []
  const findings = draft === undefined ? own : (checked ?? own)
  return (
    <>
      <label class="picker">
        File
        <select value={file} onChange={event => goTo({ view: 'source', file: event.currentTarget.value })}>
          {[...new Set([...sources, file])].map(each => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <p role="status" class="soft">
        {draft === undefined ? '' : 'Unsaved. '}
        {draft !== undefined && source !== undefined && draft.hash !== source.hash
          ? 'The file was changed on the disk. Your text is kept: Save shows both.'
          : ''}
      </p>
      {source !== undefined ? (
        <Editor key={file} source={source} findings={findings} onChecked={setChecked} />
      ) : (
        <Unloaded isListed={sources.includes(file)} fault={shown?.fault} />
      )}
      <section class="card" aria-labelledby="source-findings">
        <h2 id="source-findings">{countOf(findings.length, 'finding')}</h2>
        <FindingList
          findings={draft === undefined ? findings : findings.map(each => ({ ...each, fixes: [] }))}
          hasNodes
        />
      </section>
    </>
  )
}

/** Why no text is shown, or that it is being loaded. */
function Unloaded({ isListed, fault }: { readonly isListed: boolean; readonly fault: RequestError | undefined }) {
  if (!isListed) return <p class="soft">The project has no such source.</p>
  if (fault === undefined) return <p class="soft">Loading…</p>
  return (
    <p class="notice warn">
      <bdi>{fault.message}</bdi> {fault.help && <bdi>{fault.help}</bdi>}
    </p>
  )
}

/** The unsaved text of a file, or that on the disk. */
function currentText({ file, text }: SourceAnswer): string {
  return textDrafts.peek().get(file)?.text ?? text
}

interface EditorProps {
  readonly source: SourceAnswer
  readonly findings: readonly Finding[]
  readonly onChecked: (findings: readonly Finding[] | undefined) => void
}

function Editor({ source, findings, onChecked }: EditorProps) {
  const parent = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<SourceEditor | undefined>(undefined)
  const base = useRef(source)
  const draft = textDrafts.value.get(source.file)
  // Without an unsaved text, the next one is based on what is on the disk.
  if (draft === undefined) base.current = source
  const isReadOnly = project.value?.isReadOnly === true
  useEffect(() => {
    let created: SourceEditor | undefined
    let isWanted = true
    void import('./editor.ts').then(({ createSourceEditor }) => {
      if (!isWanted || parent.current === null) return
      created = createSourceEditor(parent.current, {
        text: currentText(source),
        label: `Text of ${source.file}`,
        isReadOnly,
        source,
        host,
        onChange: text => {
          const { file, hash, text: before } = base.current
          setTextDraft({ ...(textDrafts.peek().get(file) ?? { file, hash, base: before }), text })
        },
      })
      setEditor(created)
    })
    return () => {
      isWanted = false
      created?.destroy()
    }
  }, [source.file])
  useEffect(() => {
    // What was typed since this was rendered stays.
    const text = currentText(source)
    if (editor !== undefined && editor.text() !== text) editor.setText(text)
  }, [editor, source.text, draft?.text])
  useEffect(() => editor?.setFindings(findings), [editor, findings])
  const { line } = route.value
  useEffect(() => {
    if (line !== undefined) editor?.goToLine(Number(line))
  }, [editor, line])
  useEffect(() => {
    onChecked(undefined)
    if (draft === undefined) return
    let isWanted = true
    const timer = setTimeout(() => {
      const { file, hash, text } = draft
      post<CheckEditAnswer>('/api/check-edit', { file, hash, text }).then(
        answer => isWanted && onChecked(answer.findings),
        () => undefined,
      )
    }, idle)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [draft])
  return <div ref={parent} class="editor" />
}
