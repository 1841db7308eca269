import { effect, signal } from '@preact/signals'
import { route } from './route.ts'
import { RequestError } from './session.ts'

/** A message about what just happened. An error stays until it is dismissed or replaced, or another view is opened. */
interface Notice {
  readonly text: string
  readonly help?: string | undefined
  readonly isError: boolean
  /** What could not be loaded: the error is gone when that succeeds. */
  readonly unloaded?: string
  /** Only for those who do not see the page: others see the result itself. */
  readonly isHidden?: boolean
}

/** How long a message is shown, in milliseconds. */
const shownFor = 6000

/** What is shown in one place: `show` replaces it; a timed one hides itself. */
function createPlace<Shown>() {
  const shown = signal<Shown | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (next: Shown | undefined, { isTimed } = { isTimed: false }) => {
    clearTimeout(timer)
    shown.value = next
    if (isTimed) timer = setTimeout(() => show(undefined), shownFor)
  }
  return { shown, show }
}

const { shown: notice, show } = createPlace<Notice>()

/** What somebody else has just changed: it replaces no message about what was or was not done here. */
const { shown: foreignChange, show: showForeignChange } = createPlace<string>()

let shownView = route.peek().view
effect(() => {
  const { view } = route.value
  if (view !== shownView && notice.peek()?.isError) show(undefined)
  shownView = view
})

/** Tells a person, also one who does not see the page, that something was done. */
export function announce(text: string): void {
  show({ text, isError: false }, { isTimed: true })
}

/** Tells a person that somebody else has changed what is shown. */
export function announceForeignChange(text: string): void {
  showForeignChange(text, { isTimed: true })
}

/** Reads a text to those who do not see the page. */
export function readAloud(text: string): void {
  show({ text, isError: false, isHidden: true })
}

/** Shows why something failed. A refused token is shown by the page itself, in all views. */
export function reportError(error: unknown): void {
  reportFailure(error, {})
}

function reportFailure(error: unknown, what: Pick<Notice, 'unloaded'>): void {
  if (!(error instanceof RequestError)) throw error
  if (error.status === 401) return
  show({ ...what, text: error.message, help: error.help, isError: true })
}

/**
 * Resolves with a part of the page. If it cannot be loaded, the reason is shown until it can, and it is undefined. So is
 * one that is no longer wanted when it comes, which shows and hides no reason.
 */
export async function loadPart<Value>(
  name: string,
  load: Promise<Value>,
  isWanted: () => boolean,
): Promise<Value | undefined> {
  try {
    const loaded = await load
    if (!isWanted()) return undefined
    if (notice.peek()?.unloaded === name) show(undefined)
    return loaded
  } catch (error) {
    if (isWanted()) reportFailure(error, { unloaded: name })
    return undefined
  }
}

/** Says what was not done and why, and what to do. */
export function refuse(text: string, help: string): void {
  show({ text, help, isError: true })
}

/** The last notice, in live regions that are always on the page. */
export function Notices() {
  const shown = notice.value
  return (
    <div class="notices">
      <div role="status">
        {shown?.isError === false && <p class={shown.isHidden ? 'hidden' : 'notice'}>{shown.text}</p>}
        {foreignChange.value !== undefined && <p class="notice">{foreignChange.value}</p>}
      </div>
      <div role="alert">
        {shown?.isError && (
          <p class="notice bad">
            <bdi>{shown.text}</bdi> {shown.help && <bdi>{shown.help}</bdi>}{' '}
            <button type="button" onClick={() => show(undefined)}>
              Dismiss
            </button>
          </p>
        )}
      </div>
    </div>
  )
}
