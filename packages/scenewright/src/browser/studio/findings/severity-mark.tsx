import type { Severity } from '@scenewright/model'

const signs = { error: '✕', warning: '▲', info: 'ℹ' } as const

/** A severity by a sign and a word, so that it does not depend on the color alone. */
export function SeverityMark({ severity }: { readonly severity: Severity }) {
  return (
    <b class={`severity ${severity}`}>
      <span aria-hidden="true">{signs[severity]}</span> {severity}
    </b>
  )
}

/** The numbers of findings by severity, those that are not zero. */
export function FindingCounts({ errors, warnings, infos }: Counts) {
  const counts = [
    ['error', errors],
    ['warning', warnings],
    ['info', infos],
  ] as const
  return (
    <>
      {counts.map(
        ([severity, count]) =>
          count > 0 && (
            <span key={severity} class={`count ${severity}`}>
              <span aria-hidden="true">{signs[severity]}</span> {count}
              <span class="hidden"> {count === 1 ? severity : `${severity}s`}</span>
            </span>
          ),
      )}
    </>
  )
}

interface Counts {
  readonly errors: number
  readonly warnings: number
  readonly infos: number
}
