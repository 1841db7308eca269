import { useEffect, useRef, useState } from 'preact/hooks'
import type { EditAnswer } from '../../../commands/studio/protocol.ts'
import { writeEdit } from '../editing/history.ts'
import { announce, reportError } from '../notices.tsx'
import { project } from '../project.ts'
import { revision } from '../resource.ts'
import { hrefOf } from '../route.ts'
import { countOf } from '../texts.tsx'
import { answers, askAgain, litWalk, messages, resetChat, say, startNode } from './conversation.ts'
import { TurnView } from './turn-view.tsx'

/** A conversation with the bot of the sources as they are saved, and why it answers as it does. */
export function ChatView() {
  const now = revision.value
  const shown = useRef(now)
  // A new bot is prepared before the first message. One that has changed may answer otherwise.
  useEffect(() => {
    if (shown.current !== now || messages.peek().length === 0) void askAgain()
    shown.current = now
  }, [now])
  const { turns, broken } = answers.value
  return (
    <>
      <p class="lead">Decisions are simulated with the saved sources: the service may decide differently.</p>
      {broken.length > 0 && <p class="notice warn">{countOf(broken.length, 'source')} with errors cannot answer.</p>}
      <ol class="turns" aria-label="Conversation">
        {turns.map((turn, index) => (
          <li key={index}>
            <TurnView turn={turn} start={startNode.value} onPick={label => void say(label)} />
          </li>
        ))}
      </ol>
      <MessageForm />
      {litWalk.value !== undefined && (
        <p>
          <a href={hrefOf({ view: 'flow', key: litWalk.value.key })}>Show the last walk in the flow</a>
        </p>
      )}
      {turns.length > 0 && !project.value?.isReadOnly && <SaveTest />}
    </>
  )
}

function MessageForm() {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const start = startNode.value
  const send = (event: Event) => {
    event.preventDefault()
    const message = text.trim()
    if (message === '') return
    setText('')
    void say(message)
  }
  return (
    <form class="message-form" onSubmit={send}>
      {start && (
        <p>
          The next message starts at the node <bdi>{start.node}</bdi> of{' '}
          <code>
            <bdi>{start.key}</bdi>
          </code>
          .
        </p>
      )}
      <div class="inline">
        <input
          ref={input}
          aria-label="Message"
          placeholder="Write as a customer would"
          maxLength={2000}
          autocomplete="off"
          dir="auto"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
        <button type="submit" class="primary">
          Send
        </button>
        <button
          type="button"
          onClick={() => {
            resetChat()
            input.current?.focus()
          }}
        >
          New conversation
        </button>
      </div>
    </form>
  )
}

/** Keeps the conversation as a test beside the scenario that it started. */
function SaveTest() {
  const [name, setName] = useState('')
  const started = answers.value.turns.flatMap(({ decision }) => (decision.kind === 'start' ? [decision.scenario] : []))
  const [key] = started
  if (key === undefined || startNode.value !== undefined) return null
  const save = (event: Event) => {
    event.preventDefault()
    const body = { name: name.trim(), messages: messages.peek(), key }
    if (body.name === '') return announce('Enter a name for the test.')
    void writeEdit('/api/save-test', body, `the test "${body.name}"`).then(clear, reportError)
  }
  const clear = (_answer: EditAnswer) => setName('')
  return (
    <form class="card save-test" onSubmit={save}>
      <h2>Save as test</h2>
      <p>
        The test expects exactly these answers. It is saved next to{' '}
        <code>
          <bdi>{key}</bdi>
        </code>
        .
      </p>
      <div class="inline labelled">
        <label>
          Name of the test
          <input value={name} dir="auto" onInput={event => setName(event.currentTarget.value)} />
        </label>
        <button type="submit">Save as test</button>
      </div>
    </form>
  )
}
