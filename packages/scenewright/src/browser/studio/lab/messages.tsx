import { withoutMasks } from '@scenewright/model/masks'
import type { NearMiss } from '@scenewright/simulator/lab'
import type { LabReport } from '../../../commands/lab/lab-report.ts'
import { addOperation, drafts } from '../editing/drafts.ts'
import { announce, reportError } from '../notices.tsx'
import { loadScenario, project } from '../project.ts'
import { hrefOf } from '../route.ts'
import { countOf, percentOf } from '../texts.tsx'
import { evaluated, pasted, readMessages } from './report.ts'

/** Customers' messages to evaluate, and what comes of them. */
export function Messages({ report }: { readonly report: LabReport | undefined }) {
  const evaluate = (event: Event) => {
    event.preventDefault()
    evaluated.value = readMessages(pasted.peek())
  }
  return (
    <section class="card" aria-labelledby="messages">
      <h2 id="messages">Customers’ messages</h2>
      <form onSubmit={evaluate}>
        <label>
          Messages, one per line
          <textarea
            rows={6}
            value={pasted.value}
            dir="auto"
            aria-describedby="messages-help"
            onInput={event => (pasted.value = event.currentTarget.value)}
          />
        </label>
        <p id="messages-help" class="soft">
          A tab and a key after a message name the scenario that it should start, or <code>none</code>. Nothing leaves
          this machine.
        </p>
        <button type="submit">Evaluate</button>
      </form>
      {report?.replay && <Replay report={report} />}
    </section>
  )
}

function Replay({ report }: { readonly report: LabReport }) {
  const { replay, evaluation, nearMisses = [] } = report
  if (replay === undefined) return null
  return (
    <>
      <p role="status">
        {countOf(replay.messages, 'message')}: {replay.started} start a scenario, {replay.asked} are asked about,{' '}
        {replay.none} start nothing.
        {evaluation && outcomesText(evaluation)}
      </p>
      {evaluation && evaluation.confusions.length > 0 && (
        <table>
          <caption>Messages that start another scenario</caption>
          <thead>
            <tr>
              <th scope="col">Expected</th>
              <th scope="col">Started</th>
              <th scope="col">Messages</th>
            </tr>
          </thead>
          <tbody>
            {evaluation.confusions.slice(0, 30).map(({ expected, started, count }) => (
              <tr key={`${expected} ${started}`}>
                <td>
                  <bdi>{expected}</bdi>
                </td>
                <td>
                  <bdi>{started}</bdi>
                </td>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <NearMisses misses={nearMisses} />
    </>
  )
}

/** As in the report of the command line: a message that should start nothing is never one that starts the right one. */
function outcomesText({ messages, right, wrong, outOfScope }: NonNullable<LabReport['evaluation']>): string {
  const inScope = messages - outOfScope.messages
  const inScopeText = ` Of ${countOf(inScope, 'message')} that should start a scenario, ${percentOf(right, inScope)} start the right scenario, and ${percentOf(wrong, inScope)} a wrong one.`
  const outsideText = ` Of ${countOf(outOfScope.messages, 'message')} that should start nothing, ${percentOf(outOfScope.started, outOfScope.messages)} start a scenario.`
  return (inScope > 0 ? inScopeText : '') + (outOfScope.messages > 0 ? outsideText : '')
}

const maxMisses = 50

function NearMisses({ misses }: { readonly misses: readonly NearMiss[] }) {
  const isReadOnly = project.value?.isReadOnly
  return (
    <section aria-labelledby="near-misses">
      <h3 id="near-misses">Near misses</h3>
      {misses.length === 0 && <p class="soft">No message is close to a scenario without starting one.</p>}
      <ul class="pairs">
        {misses.slice(0, maxMisses).map(({ message, scenario, confidence, lacks, gains, takes }) => (
          <li key={message}>
            <p>
              “<bdi>{message}</bdi>” lacks {lacks.toFixed(1)} to start{' '}
              <a href={hrefOf({ view: 'flow', key: scenario })}>
                <bdi>{scenario}</bdi>
              </a>{' '}
              ({confidence.toFixed(1)})
            </p>
            {gains !== undefined && takes !== undefined && (
              <p class="soft">
                As an example, it would start {countOf(gains, 'message')} more, and take {takes} from others.
              </p>
            )}
            {!isReadOnly && <NewExample scenario={scenario} message={message} />}
          </li>
        ))}
      </ul>
      {misses.length > maxMisses && (
        <p class="soft">
          {countOf(misses.length - maxMisses, 'more message')}: run{' '}
          <code>scenewright lab --replay FILE --format json</code>.
        </p>
      )}
    </section>
  )
}

/** A message without words besides masked personal data is no example. */
function NewExample({ scenario, message }: Pick<NearMiss, 'scenario' | 'message'>) {
  const text = withoutMasks(message)
  if (text === '') return null
  if (isAdded(scenario, text)) return <p class="soft">Added, not saved yet.</p>
  return (
    <button type="button" onClick={() => void addExample(scenario, text)}>
      Add as example<span class="hidden"> “{message}”</span>
    </button>
  )
}

function isAdded(key: string, text: string): boolean {
  return drafts.value.get(key)?.operations.some(each => each.kind === 'add-text' && each.text === text) ?? false
}

async function addExample(key: string, text: string): Promise<void> {
  const scenario = await loadScenario(key).catch(reportError)
  if (scenario === undefined) return
  if (!scenario.isEditable) return announce(`Add it in your editor: ${scenario.file} contains code.`)
  addOperation(scenario, { kind: 'add-text', list: 'examples', text })
  announce(`Added an example to ${key}. It is not saved yet.`)
}
