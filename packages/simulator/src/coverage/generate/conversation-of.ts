import type { Expectation, ReplyExpectation } from '@scenewright/model'
import type { Turn } from '../../dialogue/turn.ts'
import type { StartingDialogue } from './create-finder.ts'

/** A conversation in the form of a file of tests. */
export interface GeneratedConversation {
  readonly name: string
  readonly turns: readonly { readonly user: string; readonly expect: Expectation }[]
}

/** Longer ones say nothing to who reads them. */
const longestWalk = 100
const mostReplies = 20
const longestReply = 60

/** A dialogue as a test: at each turn what came of the message must come of it again. */
export function conversationOf({ scenario, turns }: StartingDialogue): GeneratedConversation {
  const name = turns.length === 1 ? `starts ${scenario}` : `offers ${scenario}, and starts it when it is picked`
  return { name, turns: turns.map(turn => ({ user: turn.user, expect: expectationOf(turn) })) }
}

function expectationOf({ decision, walk, replies, outcome }: Turn): Expectation {
  switch (decision.kind) {
    case 'none':
      return { starts: 'none' }
    case 'clarify':
      return { clarifies: decision.candidates }
    case 'start': {
      const said = replies.slice(0, mostReplies).flatMap(expectedReply)
      return {
        starts: decision.scenario,
        ...(walk.length > 0 && walk.length <= longestWalk && { walk }),
        ...(said.length > 0 && { replies: said }),
        ends: outcome === 'ended',
      }
    }
  }
}

/** The whole of a short reply; of a longer one how it begins, so that not every change of wording fails. */
function expectedReply(text: string): readonly ReplyExpectation[] {
  const line = text.split('\n').find(part => part.trim() !== '') ?? ''
  const start = beginning(line.trim())
  if (start === '') return []
  return start === text ? [text] : [{ contains: start }]
}

/** As many whole words as fit, or a part of the first one. */
function beginning(line: string): string {
  const characters = [...line]
  if (characters.length <= longestReply) return line
  const cut = characters.slice(0, longestReply).join('')
  const space = cut.lastIndexOf(' ')
  return space > 0 ? cut.slice(0, space) : cut
}
