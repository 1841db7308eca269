import type { Turn, TurnScore } from '@scenewright/simulator'
import { decisionWords, reasonLabels } from '../../../render/turn-words.ts'
import { hrefOf } from '../route.ts'
import type { StartNode } from './conversation.ts'

interface Props {
  readonly turn: Turn
  readonly start: StartNode | undefined
  readonly onPick: (label: string) => void
}

/** A message and its results: the replies, the decision, the walk, and the scores with their reasons. */
export function TurnView({ turn, start, onPick }: Props) {
  const { user, replies, offer = [], decision } = turn
  return (
    <>
      <p class="bubble customer">
        <span class="hidden">Customer: </span>
        <bdi>{user}</bdi>
      </p>
      {replies.map((reply, index) => (
        <p key={index} class="bubble bot">
          <span class="hidden">Bot: </span>
          <bdi>{reply}</bdi>
        </p>
      ))}
      {offer.length > 0 && (
        <ul class="offer" aria-label="The bot asks which is meant">
          {offer.map(({ scenario, label }) => (
            <li key={scenario}>
              <button type="button" onClick={() => onPick(label)}>
                <bdi>{label}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      <details class="why" open>
        <summary>
          <bdi>{start === undefined ? decisionWords(decision) : `walks from ${start.node}`}</bdi>
        </summary>
        <Walk turn={turn} keyOfWalk={start?.key ?? (decision.kind === 'start' ? decision.scenario : undefined)} />
        <Scores scores={turn.scores} />
      </details>
    </>
  )
}

function Walk({ turn, keyOfWalk }: { readonly turn: Turn; readonly keyOfWalk: string | undefined }) {
  if (turn.walk.length === 0 || keyOfWalk === undefined) return null
  return (
    <ol class="walk" aria-label="Walk">
      {turn.walk.map((node, index) => (
        <li key={index}>
          <a href={hrefOf({ view: 'flow', key: keyOfWalk, node })}>
            <bdi>{node}</bdi>
          </a>
        </li>
      ))}
    </ol>
  )
}

/** Scenarios with less confidence explain nothing. */
const maxScores = 5

function Scores({ scores }: { readonly scores: readonly TurnScore[] }) {
  const shown = scores
    .filter(({ confidence, excluded }) => confidence > 0 || excluded !== undefined)
    .slice(0, maxScores)
  if (shown.length === 0) return <p class="soft">No scenario has anything in common with the message.</p>
  return (
    <div class="wide">
      <table class="scores">
        <thead>
          <tr>
            <th scope="col">Scenario</th>
            <th scope="col">Confidence</th>
            <th scope="col">Reasons</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(score => (
            <tr key={score.scenario}>
              <th scope="row">
                <a href={hrefOf({ view: 'flow', key: score.scenario })}>
                  <bdi>{score.scenario}</bdi>
                </a>
              </th>
              <td>
                <meter min={0} max={100} value={score.confidence} aria-label={`Confidence of ${score.scenario}`} />{' '}
                {score.confidence.toFixed(1)} of {score.min_confidence}
                {score.out === 'ran' && ', has run already'}
              </td>
              <td>
                <Reasons score={score} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Reasons({ score: { reasons } }: { readonly score: TurnScore }) {
  const words = reasons.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  const rows = [
    ...reasons.filter(({ kind }) => kind !== 'word').map(({ kind, text }) => [reasonLabels[kind], text] as const),
    ...(words.length > 0 ? [[reasonLabels.word, words.join(', ')] as const] : []),
  ]
  return (
    <ul>
      {rows.map(([label, text]) => (
        <li key={`${label} ${text}`}>
          <span class="soft">{label}:</span> <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  )
}
