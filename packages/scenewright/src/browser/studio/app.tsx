import { useLayoutEffect, useRef } from 'preact/hooks'
import { ChangesView } from './changes/changes-view.tsx'
import { ChatView } from './chat/chat-view.tsx'
import { ConflictDialog } from './editing/conflict-dialog.tsx'
import { EditBar } from './editing/edit-bar.tsx'
import { connection } from './events.ts'
import { FlowView } from './flow/flow-view.tsx'
import { LabView } from './lab/lab-view.tsx'
import { Notices } from './notices.tsx'
import { currentKey, openScenario, project } from './project.ts'
import { hrefOf, type Route, route, type View, views } from './route.ts'
import { ScenariosView } from './scenarios/scenarios-view.tsx'
import { isRefused } from './session.ts'
import { SourceView } from './source/source-view.tsx'
import { asSentence } from './texts.tsx'

const names: { readonly [view in View]: string } = {
  scenarios: 'Scenarios',
  flow: 'Flow',
  chat: 'Chat',
  lab: 'Lab',
  changes: 'Changes',
  source: 'Source',
}

const components = {
  scenarios: ScenariosView,
  flow: FlowView,
  chat: ChatView,
  lab: LabView,
  changes: ChangesView,
  source: SourceView,
} as const

/** The whole page. */
export function App() {
  const { view } = route.value
  const Shown = components[view]
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page */}
      <a class="skip" href="#main" onClick={skipToContent}>
        Skip to the content
      </a>
      <header>
        <p class="brand">
          <b>Scenewright</b> <bdi>{project.value?.name}</bdi>
        </p>
        <nav aria-label="Views">
          <ul class="views">
            {views.map(each => (
              <li key={each}>
                <a href={hrefOf(routeTo(each))} aria-current={each === view ? 'page' : undefined}>
                  {names[each]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <EditBar />
      </header>
      <Notices />
      <Connection />
      <Faults />
      <main id="main" tabIndex={-1}>
        <Heading name={names[view]} />
        {project.value === undefined ? !isRefused.value && <p class="soft">Loading…</p> : <Shown />}
      </main>
      <ConflictDialog />
    </>
  )
}

/** Without a new address, which would lose the route. */
function skipToContent(event: Event): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** Where a link leads: the scenario that is shown stays. */
function routeTo(view: View): Route {
  const key = currentKey()
  if (view === 'flow' && key !== undefined) return { view, key }
  const file = openScenario.value?.file
  if (view === 'source' && file !== undefined) return { view, file }
  return { view }
}

/**
 * The name of the view gets the focus when the view changes, so that a screen reader says where it is: at once, since a
 * person may have begun to type in the view after a frame.
 */
function Heading({ name }: { readonly name: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(name)
  useLayoutEffect(() => {
    document.title = `${name} · ${project.value?.name ?? 'Scenewright'}`
    if (shown.current !== name) heading.current?.focus()
    shown.current = name
  }, [name, project.value?.name])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {name}
    </h1>
  )
}

/** What the project goes on without until somebody repairs it. */
function Faults() {
  return (
    <div role="status" class="connection">
      {project.value?.faults.map(({ message, help }) => (
        <p key={message} class="notice warn">
          <bdi>{asSentence(message)}</bdi> {help && <bdi>{asSentence(help)}</bdi>}
        </p>
      ))}
    </div>
  )
}

function Connection() {
  return (
    <div role="status" class="connection">
      {isRefused.value ? (
        <p class="notice bad">
          This tab has no valid token. Open the address that <code>scenewright studio</code> printed. If the studio has
          ended, start it again.
        </p>
      ) : (
        connection.value === 'lost' && (
          <p class="notice warn">The connection is lost: changes of the disk are not shown. Connecting again…</p>
        )
      )}
    </div>
  )
}
