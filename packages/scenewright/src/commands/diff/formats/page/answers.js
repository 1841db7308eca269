// Both bots of the page answer messages: the same simulator as on the command line. Texts are always set as text.
import { createBot, newDialogue, takeTurn } from '@scenewright/simulator'
import { reasonLabels, turnWords } from '../../../../render/turn-words.ts'

/** Scenarios with less confidence explain nothing. */
const maxScores = 3

const { bots } = JSON.parse(document.getElementById('data').textContent)
const section = document.getElementById('answers')
const form = section.querySelector('form')
const list = section.querySelector('ol')
const sides = [
  { name: 'Before', parts: bots.base, dialogue: newDialogue },
  { name: 'After', parts: bots.head, dialogue: newDialogue },
]
section.hidden = false

form.addEventListener('submit', event => {
  event.preventDefault()
  const message = form.elements.message.value.trim()
  if (message === '') return
  const turns = sides.map(side => answer(side, message))
  const [before, after] = turns.map(turnWithoutScores)
  const isSame = before === after
  list.prepend(
    element('li', { class: 'answered' }, [
      element('p', { class: 'message' }, [
        element('q', {}, [element('bdi', {}, [message])]),
        ' ',
        element('span', { class: `mark ${isSame ? 'same' : 'changed'}` }, [isSame ? 'same answer' : '~ other answer']),
      ]),
      element(
        'div',
        { class: 'pair' },
        turns.map((turn, at) => turnElement(sides[at].name, turn)),
      ),
    ]),
  )
  form.elements.message.value = ''
})

form.addEventListener('reset', () => {
  for (const side of sides) side.dialogue = newDialogue
  list.replaceChildren()
  form.elements.message.focus()
})

/** A bot is created with the first message: that takes some tenths of a second for hundreds of scenarios. */
function answer(side, message) {
  side.bot ??= createBot(
    side.parts.scenarios.map(index => bots.scenarios[index]),
    side.parts.settings,
  )
  const { turn, dialogue } = takeTurn(side.bot, side.dialogue, message)
  side.dialogue = dialogue
  return turn
}

function turnWithoutScores({ scores: _, ...turn }) {
  return JSON.stringify(turn)
}

function turnElement(name, turn) {
  const best = turn.scores.filter(({ confidence, excluded }) => confidence > 0 || excluded !== undefined)
  return element('div', {}, [
    element('p', { class: 'soft' }, [element('b', {}, [name]), ': ', element('bdi', {}, [turnWords(turn)])]),
    ...turn.replies.map(reply => element('p', { class: 'reply' }, [element('bdi', {}, [reply])])),
    ...(turn.offer === undefined
      ? []
      : [
          element(
            'ol',
            { class: 'offer' },
            turn.offer.map(({ label }) => element('li', {}, [element('bdi', {}, [label])])),
          ),
        ]),
    element('details', { class: 'why' }, [
      element('summary', {}, ['Why']),
      ...(best.length === 0 ? [element('p', {}, ['No scenario has anything in common with the message.'])] : []),
      ...best.slice(0, maxScores).map(scoreElement),
    ]),
  ])
}

function scoreElement({ scenario, confidence, min_confidence, out, reasons }) {
  const words = reasons.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  const texts = reasons.filter(({ kind }) => kind !== 'word')
  const rows = [
    ...texts.map(({ kind, text }) => [reasonLabels[kind], text]),
    ...(words.length > 0 ? [[reasonLabels.word, words.join(', ')]] : []),
  ]
  const has = out === 'ran' ? ', has run already' : ''
  return element('div', { class: 'score' }, [
    element('p', {}, [element('code', {}, [scenario]), ` ${confidence.toFixed(1)} of ${min_confidence}${has}`]),
    element(
      'ul',
      { class: 'texts' },
      rows.map(([label, text]) => element('li', {}, [`${label}: `, element('bdi', {}, [text])])),
    ),
  ])
}

function element(name, attributes, children) {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...children)
  return made
}
