import { useEffect } from 'preact/hooks'
import type { ScenarioAnswer } from '../../../commands/studio/protocol.ts'
import { baseRevision, comparison } from '../changes/comparison.ts'
import { litWalk } from '../chat/conversation.ts'
import { coverage } from '../coverage.ts'
import { Inspector } from '../inspector/inspector.tsx'
import { currentKey, openScenario, project, showScenario } from '../project.ts'
import { useResource } from '../resource.ts'
import { goTo, hrefOf, route } from '../route.ts'
import { FlowPicture } from './flow-picture.tsx'
import { marksOf } from './marks.ts'
import { Outline } from './outline.tsx'
import { usePanZoom } from './pan-zoom.ts'

/** The flow of a scenario, drawn and as an outline, and its fields. */
export function FlowView() {
  const key = currentKey() ?? project.value?.scenarios[0]?.key
  const shown = openScenario.value
  const isListed = project.value?.scenarios.some(each => each.key === key) ?? false
  // Each state of the project counts: a scenario that was gone may be there again.
  useEffect(() => {
    if (key !== undefined && isListed && openScenario.peek()?.key !== key) void showScenario(key)
  }, [key, isListed, project.value])
  if (key === undefined) return <p class="empty">The project has no scenario.</p>
  if (!isListed) {
    return (
      <p class="empty">
        No scenario has the key{' '}
        <code>
          <bdi>{key}</bdi>
        </code>
        , or its source has errors that keep it from being drawn.
      </p>
    )
  }
  return <>{shown?.key === key ? <Flow scenario={shown} /> : <p class="soft">Loading…</p>}</>
}

/** A longer menu is of no use: the list of scenarios has a filter. */
const longestMenu = 300

function Picker({ selected }: { readonly selected: string }) {
  if ((project.value?.scenarios.length ?? 0) > longestMenu) return null
  return (
    <label class="picker">
      Scenario
      <select value={selected} onChange={event => goTo({ view: 'flow', key: event.currentTarget.value })}>
        {project.value?.scenarios.map(({ key, title }) => (
          <option key={key} value={key}>
            {`${key} – ${title}`}
          </option>
        ))}
      </select>
    </label>
  )
}

function Flow({ scenario }: { readonly scenario: ScenarioAnswer }) {
  const covered = useResource(coverage)
  const changes = useResource(comparison, baseRevision.value, project.value?.revisions !== undefined)
  const walk = litWalk.value
  const marks = marksOf(scenario, { coverage: covered, changes, walk })
  const { node } = route.value
  const selected = scenario.picture.nodes.some(({ id }) => id === node) ? node : undefined
  const isWalked = walk?.key === scenario.key
  return (
    <>
      <div class="flow-head">
        <Picker selected={scenario.key} />
        <p class="scenario-title">
          <b dir="auto">{scenario.fields.title}</b>{' '}
          <a href={hrefOf({ view: 'source', file: scenario.file })}>
            <bdi>{scenario.file}</bdi>
          </a>
        </p>
      </div>
      <div class="flow-columns">
        <Outline scenario={scenario} marks={marks} selected={selected} />
        <Canvas scenario={scenario} marks={marks} selected={selected} lit={isWalked ? walk.edges : []} />
        <Inspector scenario={scenario} node={selected} />
      </div>
    </>
  )
}

interface CanvasProps {
  readonly scenario: ScenarioAnswer
  readonly marks: ReturnType<typeof marksOf>
  readonly selected: string | undefined
  readonly lit: readonly string[]
}

function Canvas({ scenario, marks, selected, lit }: CanvasProps) {
  const { picture, key } = scenario
  const { frame, content, zoom, fit, reveal } = usePanZoom(picture, key, id => goTo({ view: 'flow', key, node: id }))
  useEffect(() => {
    const node = picture.nodes.find(({ id }) => id === selected)
    if (node !== undefined) reveal(node)
  }, [selected, picture])
  return (
    <section class="canvas" aria-label="Picture">
      <div class="buttons">
        <button type="button" onClick={() => zoom(1.25)}>
          Zoom in
        </button>
        <button type="button" onClick={() => zoom(0.8)}>
          Zoom out
        </button>
        <button type="button" onClick={fit}>
          Fit
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move the picture */}
      <section ref={frame} class="frame" tabIndex={0} aria-label="Picture of the flow" aria-describedby="keys">
        <div ref={content} class="content">
          <FlowPicture picture={picture} marks={marks} selected={selected} lit={lit} />
        </div>
      </section>
      <p id="keys" class="soft">
        Drag, or use the arrow keys, + and −; 0 fits. The outline contains the same.
      </p>
      <Legend />
    </section>
  )
}

function Legend() {
  return (
    <ul class="legend" aria-label="Legend">
      <li>
        <span class="swatch tested" aria-hidden="true" /> tested
      </li>
      <li>
        <span class="swatch untested" aria-hidden="true" /> not tested
      </li>
      <li>
        <span aria-hidden="true">✕ ▲ ℹ</span> findings
      </li>
      <li>
        <span aria-hidden="true">±</span> changed
      </li>
      <li>
        <span class="swatch lit" aria-hidden="true" /> last walk of the chat
      </li>
    </ul>
  )
}
