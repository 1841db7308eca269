import { reasonLabels, turnWords } from '../render/turn-words.ts'
import { element, isolated } from './element.js'

/** Scenarios with less confidence explain nothing. */
const maxScores = 3

/** A turn of a dialogue: the decision, the walk, the replies, and why. */
export function turnView(name, turn) {
  const best = turn.scores.filter(({ confidence, excluded }) => confidence > 0 || excluded !== undefined)
  return element('div', {}, [
    element('p', { class: 'soft' }, [element('b', {}, [name]), ': ', isolated(turnWords(turn))]),
    ...turn.replies.map(reply => element('p', { class: 'reply' }, [isolated(reply)])),
    ...offer(turn),
    element('details', { class: 'why' }, [
      element('summary', {}, ['Why']),
      ...(best.length === 0 ? [element('p', {}, ['No scenario has anything in common with the message.'])] : []),
      ...best.slice(0, maxScores).map(scoreView),
    ]),
  ])
}

function offer({ offer: topics }) {
  if (topics === undefined) return []
  const items = topics.map(({ label }) => element('li', {}, [isolated(label)]))
  return [element('ol', { class: 'offer' }, items)]
}

function scoreView({ scenario, confidence, min_confidence, out, reasons }) {
  const words = reasons.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  const rows = [
    ...reasons.filter(({ kind }) => kind !== 'word').map(({ kind, text }) => [reasonLabels[kind], text]),
    ...(words.length > 0 ? [[reasonLabels.word, words.join(', ')]] : []),
  ]
  const ran = out === 'ran' ? ', has run already' : ''
  return element('div', { class: 'score' }, [
    element('p', { class: 'named' }, [
      element('code', {}, [scenario]),
      ` ${confidence.toFixed(1)} of ${min_confidence}${ran}`,
    ]),
    element(
      'ul',
      { class: 'texts' },
      rows.map(([label, text]) => element('li', {}, [`${label}: `, isolated(text)])),
    ),
  ])
}
