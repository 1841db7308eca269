import type { BehaviourChange } from '@scenewright/differ'
import { escaped, quotation } from '../../../../render/escaped.ts'
import { count } from '../../../../render/text.ts'
import { decisionText } from '../format.ts'

/** A person reads no more of them. */
const mostMessages = 200

/** Messages with another answer, each with what the customer read before, and reads now. */
export function behaviourSection(behaviour: readonly BehaviourChange[]): string {
  if (behaviour.length === 0) return ''
  const shown = behaviour.slice(0, mostMessages)
  const left = behaviour.length - shown.length
  return [
    '<section aria-labelledby="messages">',
    `<h2 id="messages">${count(behaviour.length, 'message gets a different answer', 'messages get a different answer')}</h2>`,
    '<ul class="messages">',
    ...shown.map(messageItem),
    '</ul>',
    ...(left > 0 ? [`<p class="soft">${left} more; <code>scenewright diff --format json</code> has all.</p>`] : []),
    '</section>',
  ].join('\n')
}

function messageItem({ message, before, after }: BehaviourChange): string {
  return `<li class="answered"><p class="message">${quotation(message)}</p><div class="pair">${answer('Before', before)}${answer('After', after)}</div></li>`
}

function answer(word: string, given: BehaviourChange['before']): string {
  const replies = given.replies.map(reply => `<p class="reply"><bdi>${escaped(reply)}</bdi></p>`)
  const what = given.kind === 'start' ? `starts ${decisionText(given)}` : decisionText(given)
  return `<div><p class="soft"><b>${word}</b>: <bdi>${escaped(what)}</bdi></p>${replies.join('')}</div>`
}
