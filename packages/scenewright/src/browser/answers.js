// Both bots of the page of a diff answer messages: the same simulator as on the command line.
import { createBot, newDialogue, takeTurn } from '@scenewright/simulator'
import { element, isolated } from './element.js'
import { turnView } from './turn-view.js'

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
  const mark = before === after ? ['same', 'same answer'] : ['changed', '~ other answer']
  list.prepend(
    element('li', { class: 'answered' }, [
      element('p', { class: 'message' }, [
        element('q', {}, [isolated(message)]),
        ' ',
        element('span', { class: `mark ${mark[0]}` }, [mark[1]]),
      ]),
      element(
        'div',
        { class: 'pair' },
        turns.map((turn, at) => turnView(sides[at].name, turn)),
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
