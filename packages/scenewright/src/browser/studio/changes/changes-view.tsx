import { useState } from 'preact/hooks'
import type { ChangedScenario, ChangedSide, ChangeRow, ChangesAnswer } from '../../../commands/studio/protocol.ts'
import { FlowPicture } from '../flow/flow-picture.tsx'
import { project } from '../project.ts'
import { useResource } from '../resource.ts'
import { hrefOf } from '../route.ts'
import { countOf } from '../texts.tsx'
import { baseRevision, changedNodes, comparison } from './comparison.ts'

/** What has changed since a revision: in words, and as pictures before and after. */
export function ChangesView() {
  const changes = useResource(comparison, baseRevision.value)
  const error = comparison.error.value
  return (
    <>
      <BaseForm />
      <div role="status">
        {comparison.isLoading.value && <p class="soft">Comparing…</p>}
        {error && (
          <p class="notice warn">
            <bdi>{error.message}</bdi> <bdi>{error.help}</bdi>
          </p>
        )}
        {changes && !error && <p class="lead">{summary(changes)}</p>}
      </div>
      {!error && changes?.scenarios.map(each => <Changed key={each.key} scenario={each} />)}
      {!error && changes && changes.settings.length > 0 && (
        <section class="card" aria-labelledby="settings">
          <h2 id="settings">Settings</h2>
          <ChangeList changes={changes.settings} />
        </section>
      )}
    </>
  )
}

function summary({ scenarios, base, behaviour }: ChangesAnswer) {
  const words = scenarios.length === 0 ? 'No scenario has changed' : `${countOf(scenarios.length, 'changed scenario')}`
  const messages = behaviour.length === 0 ? '' : `, and ${countOf(behaviour.length, 'message')} with another answer`
  return (
    <>
      {words} since <bdi>{base}</bdi>
      {messages}.
    </>
  )
}

function BaseForm() {
  const [name, setName] = useState(baseRevision.peek())
  const compare = (event: Event) => {
    event.preventDefault()
    baseRevision.value = name.trim()
  }
  return (
    <form class="inline labelled" onSubmit={compare}>
      <label>
        Compare with
        <input
          value={name}
          placeholder={project.value?.revisions?.default ?? 'a branch, tag or commit'}
          onInput={event => setName(event.currentTarget.value)}
        />
      </label>
      <button type="submit">Compare</button>
    </form>
  )
}

function Changed({ scenario }: { readonly scenario: ChangedScenario }) {
  const { key, before, after, changes } = scenario
  const state = before === undefined ? 'new' : after === undefined ? 'removed' : 'changed'
  return (
    <section class="card" aria-label={`${key}, ${state}`}>
      <h2>
        {after === undefined ? (
          <bdi>{key}</bdi>
        ) : (
          <a href={hrefOf({ view: 'flow', key })}>
            <bdi>{key}</bdi>
          </a>
        )}{' '}
        <span class="tag changed">{state}</span>
      </h2>
      <ChangeList changes={changes} />
      <div class="two-pictures">
        <Side name="Before" side={before} nodes={changedNodes(changes)} />
        <Side name="After" side={after} nodes={changedNodes(changes)} />
      </div>
    </section>
  )
}

function ChangeList({ changes }: { readonly changes: readonly ChangeRow[] }) {
  return (
    <ul class="change-list">
      {changes.map(({ message, level, fingerprint }) => (
        <li key={fingerprint}>
          <b class={`level ${level}`}>{level}</b> <bdi>{message}</bdi>
        </li>
      ))}
    </ul>
  )
}

interface SideProps {
  readonly name: string
  readonly side: ChangedSide | undefined
  readonly nodes: ReadonlySet<string>
}

function Side({ name, side, nodes }: SideProps) {
  const plain = { errors: 0, warnings: 0, infos: 0, steps: [] }
  return (
    <figure>
      <figcaption>
        {name}: {side === undefined ? 'it did not exist' : <bdi>{side.title}</bdi>}
      </figcaption>
      {side && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a large picture is scrolled by keys
        <section class="scrolled" tabIndex={0} aria-label={`${name}, scrollable`}>
          <FlowPicture
            picture={side.picture}
            marks={new Map(side.picture.nodes.map(({ id }) => [id, { ...plain, isChanged: nodes.has(id) }]))}
          />
        </section>
      )}
    </figure>
  )
}
