import { useEffect, useRef, useState } from 'preact/hooks'
import { unsavedKeys } from '../editing/drafts.ts'
import { FindingCounts } from '../findings/severity-mark.tsx'
import { hrefOf } from '../route.ts'
import { countOf } from '../texts.tsx'
import type { ListedScenario } from './filters.ts'

/** The height of a row in pixels, as in the style sheet. */
const rowHeight = 60

/** How many rows are there before and after those that are visible. */
const margin = 12

/** A list that contains only the rows near the visible ones, so that 10,000 scenarios are no burden. */
export function ScenarioList({ rows }: { readonly rows: readonly ListedScenario[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [window, setWindow] = useState({ first: 0, last: 40 })
  useEffect(() => {
    const measure = () => {
      const top = -(list.current?.getBoundingClientRect().top ?? 0)
      const first = Math.max(0, Math.floor(top / rowHeight) - margin)
      const last = Math.ceil((top + innerHeight) / rowHeight) + margin
      setWindow(before => (before.first === first && before.last === last ? before : { first, last }))
    }
    measure()
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [rows.length])
  const unsaved = new Set(unsavedKeys())
  if (rows.length === 0) return <p class="empty">No scenario passes the filters.</p>
  return (
    <ul ref={list} class="rows" style={{ height: `${rows.length * rowHeight}px` }} aria-label="Scenarios">
      {rows.slice(window.first, window.last).map((row, index) => (
        <li
          key={row.key}
          style={{ top: `${(window.first + index) * rowHeight}px` }}
          aria-setsize={rows.length}
          aria-posinset={window.first + index + 1}
        >
          <Row row={row} isUnsaved={unsaved.has(row.key)} />
        </li>
      ))}
    </ul>
  )
}

function Row({ row, isUnsaved }: { readonly row: ListedScenario; readonly isUnsaved: boolean }) {
  const { coverage } = row
  return (
    <a href={hrefOf({ view: 'flow', key: row.key })}>
      <span class="names">
        <b dir="auto">{row.title}</b>
        <code>
          <bdi>{row.key}</bdi>
        </code>
      </span>
      <span class="marks">
        {isUnsaved && <span class="tag">unsaved</span>}
        {!row.isActive && <span class="tag">inactive</span>}
        {row.language === 'typescript' && <span class="tag">TypeScript</span>}
        {row.isChanged && <span class="tag changed">± changed</span>}
        <FindingCounts {...row} />
        <span class="numbers">
          {countOf(row.nodes, 'node')}, {countOf(row.examples, 'example')}
          {coverage && `, ${coverage.covered}/${coverage.total} tested`}
        </span>
      </span>
    </a>
  )
}
