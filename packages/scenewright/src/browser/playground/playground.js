// The playground: sources in YAML, their findings, and the bot. All of it runs in this page.
import { newDialogue, takeTurn } from '@scenewright/simulator'
import { applyFixes } from '../../commands/check/fix/apply-fixes.ts'
import { starterSources } from '../../commands/init/starter-sources.ts'
import { element, isolated } from '../element.js'
import { turnView } from '../turn-view.js'
import { fileOf, loadParts, openProject } from './project.js'

/** More findings are not read. */
const maxFindings = 100

/** How long nothing is typed before the sources are evaluated, in milliseconds: that may take longer than a key press. */
const idle = 150

const part = id => document.getElementById(id)
const [editor, files, findings, form, turns] = ['editor', 'files', 'findings', 'ask', 'turns'].map(part)

if (window !== window.parent) document.documentElement.classList.add('embedded')

const texts = new Map(starterSources.map(({ path, text }) => [path, text]))
let opened = [...texts.keys()][0]
let project = { bot: undefined, findings: [] }
let dialogue = newDialogue
/** Every change has a number, so that a slower evaluation of an earlier text changes nothing. */
let latest = 0
let timer

editor.addEventListener('input', () => {
  // A byte order mark that is pasted is no part of the text, as in a file: places do not count it.
  texts.set(opened, editor.value.replace(/^\ufeff/, ''))
  outdate()
  timer = setTimeout(evaluate, idle)
})

files.addEventListener('change', () => open(files.value))

part('new').addEventListener('submit', event => {
  event.preventDefault()
  const input = event.target.elements.key
  const key = input.value.trim()
  const file = fileOf(key)
  const fault = file === undefined ? 'This is no key. An example: orders/refund' : texts.has(file) ? 'It exists.' : ''
  part('new-fault').textContent = fault
  if (fault !== '') return input.focus()
  texts.set(file, newSource(key))
  input.value = ''
  open(file)
  evaluate()
})

part('remove').addEventListener('click', () => {
  if (texts.size === 1) return
  texts.delete(opened)
  open([...texts.keys()][0])
  evaluate()
})

form.addEventListener('submit', event => {
  event.preventDefault()
  const message = form.elements.message.value.trim()
  if (message === '' || project.bot === undefined) return
  const said = element('p', { class: 'message' }, [element('q', {}, [isolated(message)])])
  turns.prepend(element('li', { class: 'answered' }, [said, answer(message)]))
  form.elements.message.value = ''
})

form.addEventListener('reset', () => {
  dialogue = newDialogue
  turns.replaceChildren()
  form.elements.message.focus()
})

open(opened)
// Later the network may be gone. The parts that only some sources need follow when the page can be used.
evaluate().then(() => setTimeout(loadParts, 1000))

function open(file) {
  opened = file
  files.replaceChildren(...[...texts.keys()].map(name => element('option', { value: name }, [name])))
  files.value = file
  editor.value = texts.get(file)
}

/** The findings are those of an earlier text until the next evaluation. */
function outdate() {
  clearTimeout(timer)
  latest += 1
  findings.setAttribute('aria-busy', 'true')
}

async function evaluate() {
  outdate()
  const number = latest
  try {
    const next = await openProject(texts, project)
    if (number !== latest) return
    project = next
    showFindings()
  } catch (error) {
    if (number !== latest) return
    part('count').textContent = `${internalError(error)}. The bot still has the sources before this change.`
    findings.replaceChildren()
  }
  findings.setAttribute('aria-busy', 'false')
}

/** Asks the bot, and returns what it does; after an internal error the conversation is as before. */
function answer(message) {
  try {
    const taken = takeTurn(project.bot, dialogue, message)
    const view = turnView('Bot', taken.turn)
    dialogue = taken.dialogue
    return view
  } catch (error) {
    return element('p', {}, [isolated(internalError(error))])
  }
}

/** What a person reads about an error of the program itself. Its stack is only of use to a developer. */
function internalError(error) {
  console.error(error)
  return `Internal error: ${error.message}`
}

function showFindings() {
  const all = project.findings
  const shown = all.slice(0, maxFindings).map(findingView)
  const rest = all.length - shown.length
  part('count').textContent = all.length === 0 ? 'No findings.' : `${all.length} finding${all.length === 1 ? '' : 's'}`
  findings.replaceChildren(...shown, ...(rest > 0 ? [element('li', {}, [`and ${rest} more`])] : []))
}

function findingView(finding) {
  const { file, range, severity, rule, message, help, fixes } = finding
  const place = element('button', { type: 'button', class: 'place' }, [`${file}:${range.start.line}`])
  place.addEventListener('click', () => goTo(file, range))
  const buttons = fixes.slice(0, 1).map(fix => {
    const button = element('button', { type: 'button' }, [fix.title])
    button.addEventListener('click', () => apply(fix))
    return button
  })
  return element('li', { class: `finding ${severity}` }, [
    element('p', {}, [place, ' ', element('b', {}, [severity]), ' ', element('code', {}, [rule])]),
    element('p', {}, [isolated(message)]),
    ...(help === undefined ? [] : [element('p', { class: 'soft' }, [isolated(help)])]),
    ...buttons,
  ])
}

function goTo(file, { start, end }) {
  open(file)
  const text = texts.get(file)
  const lines = text.split('\n')
  const offset = ({ line, column }) =>
    lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + column - 1
  // Not every browser scrolls to a selection. Long lines are wrapped, so that only the browser knows the height.
  editor.value = text.slice(0, offset(start))
  const height = editor.scrollHeight
  editor.value = text
  editor.focus()
  editor.setSelectionRange(offset(start), offset(end))
  editor.scrollTop = height - editor.clientHeight / 2
}

/** A fix changes one file or several. Its places are those of the text that was evaluated. */
function apply(fix) {
  if (findings.getAttribute('aria-busy') === 'true') return
  for (const file of new Set(fix.edits.map(edit => edit.file))) {
    const edits = fix.edits.filter(edit => edit.file === file)
    texts.set(file, applyFixes(texts.get(file), [{ ...fix, edits }]).text)
  }
  open(opened)
  evaluate()
}

function newSource(key) {
  const title = key.split('/').at(-1).replaceAll(/[-_]+/g, ' ')
  return `title: ${JSON.stringify(title)}
trigger_description: ${JSON.stringify(`The customer asks about ${title}.`)}
examples:
  - ${JSON.stringify(title)}
flow:
  nodes:
    answer:
      text: Write the reply here.
      next: done
    done: END
`
}
