import type { LabReport } from '../../../commands/lab/lab-report.ts'
import { useResource } from '../resource.ts'
import { hrefOf } from '../route.ts'
import { countOf, percentOf } from '../texts.tsx'
import { Matrix } from './matrix.tsx'
import { Messages } from './messages.tsx'
import { lab, labParameters } from './report.ts'
import { ThresholdCurve } from './threshold-curve.tsx'

/** How well the examples tell the scenarios apart, and what customers' messages start. */
export function LabView() {
  const report = useResource(lab, labParameters.value)
  const error = lab.error.value
  return (
    <>
      <p class="lead">Each example is scored as if its scenario did not contain it.</p>
      <div role="status">
        {lab.isLoading.value && <p class="soft">Evaluating…</p>}
        {error && (
          <p class="notice bad">
            <bdi>{error.message}</bdi> <bdi>{error.help}</bdi>
          </p>
        )}
      </div>
      {report && <Examples report={report} />}
      {/* The report is an earlier one then. */}
      <Messages report={error ? undefined : report} />
    </>
  )
}

const outcomeLabels = {
  right: 'start their own scenario',
  asked: 'are asked about, their own offered',
  astray: 'are asked about, their own not offered',
  wrong: 'start another scenario',
  none: 'start nothing',
} as const

function Examples({ report }: { readonly report: LabReport }) {
  const { outcomes, examples, collisions } = report
  return (
    <>
      <section class="card" aria-labelledby="outcomes">
        <h2 id="outcomes">{countOf(examples.tried, 'example')}</h2>
        <dl class="figures">
          {(['right', 'asked', 'astray', 'wrong', 'none'] as const).map(outcome => (
            <div key={outcome}>
              <dt>{outcomeLabels[outcome]}</dt>
              <dd>
                {percentOf(outcomes[outcome], examples.tried)} <span class="soft">{outcomes[outcome]}</span>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section class="card" aria-labelledby="pairs">
        <h2 id="pairs">Confused pairs</h2>
        {collisions.length === 0 ? (
          <p>No two scenarios are confused.</p>
        ) : (
          <Pairs collisions={collisions.slice(0, maxPairs)} />
        )}
      </section>
      <Matrix report={report} />
      <ThresholdCurve thresholds={report.thresholds} />
    </>
  )
}

const maxPairs = 30

function Pairs({ collisions }: { readonly collisions: LabReport['collisions'] }) {
  return (
    <ul class="pairs">
      {collisions.map(({ scenarios, started, asked, examples, advice }) => (
        <li key={scenarios.join(' ')}>
          <details>
            <summary>
              <bdi>{scenarios[0]}</bdi> and <bdi>{scenarios[1]}</bdi>: {countOf(started, 'example')} started by the
              other, {asked} asked about
            </summary>
            <p class="soft">{adviceWords[advice.kind]}</p>
            <ul>
              {examples.map(({ scenario, text, rival, rival_confidence }) => (
                <li key={`${scenario} ${text}`}>
                  “<bdi>{text}</bdi>” of{' '}
                  <a href={hrefOf({ view: 'flow', key: scenario })}>
                    <bdi>{scenario}</bdi>
                  </a>{' '}
                  has {rival_confidence.toFixed(1)} for <bdi>{rival}</bdi>
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  )
}

const adviceWords: Readonly<Record<LabReport['collisions'][number]['advice']['kind'], string>> = {
  same: 'Both scenarios have this example: remove it from one.',
  merge: 'They may be one scenario.',
  exclusion: 'Add an exclusion to the one that should not start.',
  reword: 'Reword the examples.',
}
