import type { BehaviourChange } from '@scenewright/differ'
import { shorten } from '../../../terminal/wrap.ts'
import { count } from '../../count.ts'
import { escaped, quotation } from '../../escaped.ts'
import { decisionText } from '../format.ts'

/** A person reads no more of them. */
const mostMessages = 200

/** Of what the bot says so much is shown, in characters and in replies. */
const longestReply = 400
const mostReplies = 5

/** Messages that are answered otherwise, each with what the customer read before, and reads now. */
export function behaviourSection(behaviour: readonly BehaviourChange[]): string {
  if (behaviour.length === 0) return ''
  const shown = behaviour.slice(0, mostMessages)
  const left = behaviour.length - shown.length
  return [
    '<section aria-labelledby="messages">',
    `<h2 id="messages">${count(behaviour.length, 'message is', 'messages are')} answered otherwise</h2>`,
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
  const told = given.replies.slice(0, mostReplies)
  const left = given.replies.length - told.length
  const replies = told.map(reply => `<p class="reply"><bdi>${escaped(shorten(reply, longestReply))}</bdi></p>`)
  const more = left > 0 ? `<p class="soft">${count(left, 'more reply', 'more replies')}</p>` : ''
  const what = given.kind === 'start' ? `starts ${decisionText(given)}` : decisionText(given)
  return `<div><p class="soft"><b>${word}</b>: <bdi>${escaped(what)}</bdi></p>${replies.join('')}${more}</div>`
}
