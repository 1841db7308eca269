import { signal } from '@preact/signals'
import type { Turn } from '@scenewright/simulator'
import { loadPart, readAloud } from '../notices.tsx'
import { post } from '../session.ts'

/** The place where the last message begins a walk, whatever the decision would be. */
export interface StartNode {
  readonly key: string
  readonly node: string
}

interface ChatTurns {
  readonly turns: readonly Turn[]
  readonly broken: readonly string[]
}

/** The messages of the conversation, and the bot's answers to them. */
export const messages = signal<readonly string[]>([])
export const answers = signal<ChatTurns>({ turns: [], broken: [] })
export const startNode = signal<StartNode | undefined>(undefined)

/** The last walk: the flow shows it. */
export interface LitWalk {
  readonly key: string
  readonly nodes: readonly string[]
  readonly edges: readonly string[]
}

export const litWalk = signal<LitWalk | undefined>(undefined)

/** Starts a conversation whose next message begins at a node. */
export function startChatAt(start: StartNode): void {
  resetChat()
  startNode.value = start
}

/** Starts over. */
export function resetChat(): void {
  latest += 1
  asked = []
  messages.value = []
  answers.value = { turns: [], broken: [] }
  startNode.value = undefined
  litWalk.value = undefined
}

let latest = 0
/** The messages of the latest request, which may not be answered yet. */
let asked: readonly string[] = []

/** Sends a message. A screen reader reads the answer aloud. */
export async function say(message: string): Promise<void> {
  const turn = await ask([...asked, message])
  if (turn !== undefined) readAloud(turn.replies.length === 0 ? 'The bot sends no reply.' : turn.replies.join(' '))
}

/** Asks for all answers again, from changed sources. Without a message, this prepares the bot for the first one. */
export async function askAgain(): Promise<void> {
  await ask(asked)
}

/** Resolves with the last turn, unless another request has begun meanwhile. */
async function ask(all: readonly string[]): Promise<Turn | undefined> {
  latest += 1
  asked = all
  const number = latest
  const start = startNode.peek()
  const answered = post<ChatTurns>('/api/chat', { messages: all, ...(start && { start }) })
  const answer = await loadPart('chat', answered, () => number === latest)
  if (answer === undefined) {
    if (number === latest) asked = messages.peek()
    return undefined
  }
  messages.value = all
  answers.value = answer
  light(answer.turns.at(-1))
  return answer.turns.at(-1)
}

function light(turn: Turn | undefined): void {
  const key = startNode.peek()?.key ?? (turn?.decision.kind === 'start' ? turn.decision.scenario : undefined)
  litWalk.value = turn && key !== undefined ? { key, nodes: turn.walk, edges: turn.edges } : undefined
}
