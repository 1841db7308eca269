import { signal } from '@preact/signals'
import { RequestError } from './session.ts'

/** A message about what just happened. An error stays until it is dismissed or replaced. */
interface Notice {
  readonly text: string
  readonly help?: string | undefined
  readonly isError: boolean
}

const notice = signal<Notice | undefined>(undefined)

/** Tells a person, also one who does not see the page, that something was done. */
export function announce(text: string): void {
  notice.value = { text, isError: false }
}

/** Shows why something failed. */
export function reportError(error: unknown): void {
  if (!(error instanceof RequestError)) throw error
  notice.value = { text: capitalized(error.message), help: error.help, isError: true }
}

/** The last notice, in live regions that are always on the page. */
export function Notices() {
  const shown = notice.value
  return (
    <div class="notices">
      <div role="status">{shown?.isError === false && <p class="notice">{shown.text}</p>}</div>
      <div role="alert">
        {shown?.isError && (
          <p class="notice bad">
            <bdi>{shown.text}</bdi> {shown.help && <bdi>{shown.help}</bdi>}{' '}
            <button type="button" onClick={() => (notice.value = undefined)}>
              Dismiss
            </button>
          </p>
        )}
      </div>
    </div>
  )
}

function capitalized(text: string): string {
  const ended = /[.!?]$/.test(text) ? text : `${text}.`
  return ended.charAt(0).toUpperCase() + ended.slice(1)
}
