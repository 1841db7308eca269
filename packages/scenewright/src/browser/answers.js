// Both bots of the page of a diff answer messages: the same simulator as on the command line.
import { createBot, newDialogue, takeTurn } from '@scenewright/simulator'
import { element, isolated } from './element.js'
import { turnView } from './turn-view.js'

const { bots } = JSON.parse(document.getElementById('data').textContent)
const section = document.getElementById('answers')
const form = section.querySelector('form')
const sides = ['base', 'head'].map(name => ({
  parts: bots[name],
  region: section.querySelector(`.${name}`),
  list: section.querySelector(`.${name} ol`),
  dialogue: newDialogue,
}))
section.hidden = false

form.addEventListener('submit', event => {
  event.preventDefault()
  const message = form.elements.message.value.trim()
  if (message === '') return
  const turns = sides.map(side => answer(side, message))
  const [base, head] = turns.map(turnWithoutScores)
  const marks = [[], [mark(base === head)]]
  for (const [at, side] of sides.entries()) {
    const asked = element('p', { class: 'message' }, [element('q', {}, [isolated(message)]), ...marks[at]])
    side.list.prepend(element('li', { class: 'answered' }, [asked, turnView('Bot', turns[at])]))
    // The answers to one message have the same height on both sides.
    side.region.style.setProperty('--rows', side.list.children.length + 1)
    side.list.style.setProperty('--rows', side.list.children.length)
  }
  form.elements.message.value = ''
})

form.addEventListener('reset', () => {
  for (const side of sides) {
    side.dialogue = newDialogue
    side.list.replaceChildren()
  }
  form.elements.message.focus()
})

function mark(isSame) {
  const [kind, words] = isSame ? ['same', 'same answer'] : ['changed', '~ other answer']
  return element('span', { class: `mark ${kind}` }, [words])
}

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
