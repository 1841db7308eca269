import { baseRevision, comparison } from '../changes/comparison.ts'
import { coverage } from '../coverage.ts'
import { FindingList } from '../findings/finding-list.tsx'
import { project } from '../project.ts'
import { useResource } from '../resource.ts'
import { hrefOf } from '../route.ts'
import { countOf, percentOf } from '../texts.tsx'
import { filtered, filters, foundRules } from './filters.ts'
import { ScenarioList } from './scenario-list.tsx'

/** All scenarios, those that pass the filters. */
export function ScenariosView() {
  const shown = project.value
  const covered = useResource(coverage)
  const hasGit = shown?.revisions !== undefined
  useResource(comparison, baseRevision.value, hasGit)
  if (shown === undefined) return null
  const total = shown.scenarios.length
  const count = filtered.value.length
  return (
    <>
      <p class="lead" role="status">
        {count === total ? countOf(total, 'scenario') : `${count} of ${countOf(total, 'scenario')}`}
        {covered && ` · ${percentOf(covered.total.nodes.covered, covered.total.nodes.total)} of nodes tested`}
        {covered && covered.failed > 0 && ` · ${countOf(covered.failed, 'failed test')}`}
        {!shown.isSettled && ' · checking triggers…'}
      </p>
      <FilterForm hasGit={hasGit} />
      <Broken />
      <ScenarioList rows={filtered.value} />
      <ProjectFindings />
    </>
  )
}

function FilterForm({ hasGit }: { readonly hasGit: boolean }) {
  const name = baseRevision.value || project.value?.revisions?.default
  return (
    <search class="filters">
      <label class="grow">
        Filter
        <input
          type="search"
          value={filters.text.value}
          onInput={event => (filters.text.value = event.currentTarget.value)}
          placeholder="Title, key or file"
          dir="auto"
        />
      </label>
      <label>
        Findings
        <select value={filters.finding.value} onChange={event => (filters.finding.value = event.currentTarget.value)}>
          <option value="">Any or none</option>
          <option value="any">With findings</option>
          <option value="error">With errors</option>
          <option value="warning">With warnings</option>
          {foundRules.value.map(rule => (
            <option key={rule} value={rule}>
              {rule}
            </option>
          ))}
        </select>
      </label>
      <label>
        Coverage
        <select value={filters.coverage.value} onChange={event => (filters.coverage.value = coverageFilter(event))}>
          <option value="">Any</option>
          <option value="all">Fully tested</option>
          <option value="part">Partly tested</option>
          <option value="none">Not tested</option>
        </select>
      </label>
      {hasGit && (
        <label class="check">
          <input
            type="checkbox"
            checked={filters.changed.value}
            onChange={event => (filters.changed.value = event.currentTarget.checked)}
          />
          <span>
            Changed since <bdi>{name}</bdi>
          </span>
        </label>
      )}
    </search>
  )
}

function coverageFilter({ currentTarget: { value } }: { readonly currentTarget: HTMLSelectElement }) {
  return (['all', 'part', 'none'] as const).find(each => each === value) ?? ''
}

/** The sources that contain no scenario because of their errors. */
function Broken() {
  const broken = project.value?.broken ?? []
  if (broken.length === 0) return null
  return (
    <section class="card" aria-labelledby="broken">
      <h2 id="broken">Sources with errors</h2>
      <p>These cannot be drawn before their errors are fixed.</p>
      <ul>
        {broken.map(({ file, errors }) => (
          <li key={file}>
            <a href={hrefOf({ view: 'source', file })}>
              <bdi>{file}</bdi>
            </a>{' '}
            <span class="count error">{countOf(errors, 'error')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const maxOthers = 50

/** The findings that belong to no scenario of the list. */
function ProjectFindings() {
  const { findings = [], scenarios = [], moreFindings = 0 } = project.value ?? {}
  const keys = new Set<string | null>(scenarios.map(({ key }) => key))
  const others = findings.filter(({ scenario }) => !keys.has(scenario))
  if (others.length === 0 && moreFindings === 0) return null
  const left = moreFindings + Math.max(0, others.length - maxOthers)
  return (
    <section class="card" aria-labelledby="others">
      <h2 id="others">Findings outside of scenarios</h2>
      <FindingList findings={others.slice(0, maxOthers)} />
      {left > 0 && (
        <p class="soft">
          {countOf(left, 'more finding')}: run <code>scenewright check</code>.
        </p>
      )}
    </section>
  )
}
