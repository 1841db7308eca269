import { type Turn, takeTurns } from '@scenewright/simulator'
import { openBoundSources } from '@scenewright/workspace'
import { z } from 'zod'
import { shrink } from '../answers.ts'
import { defineTool } from './tool.ts'

const maxScores = 3

export const ask = defineTool({
  name: 'ask',
  description: "Simulate the bot's answers to the messages of one conversation, with the best scores.",
  input: z.strictObject({ messages: z.array(z.string().min(1).max(2000)).min(1).max(8) }),
  output: z.object({
    turns: z.array(
      z.object({
        user: z.string(),
        decision: z.object({
          kind: z.string(),
          scenario: z.string().optional(),
          candidates: z.array(z.string()).optional(),
        }),
        replies: z.array(z.string()),
        walk: z.array(z.string()),
        outcome: z.string(),
        scores: z.array(
          z.object({
            scenario: z.string(),
            confidence: z.number(),
            min_confidence: z.number(),
            out: z.string().optional(),
          }),
        ),
      }),
    ),
  }),
  async run(project, { messages }) {
    const { invocation, options } = project
    const { bot, ready } = await project.prepare(await openBoundSources(invocation, options))
    await ready(messages)
    return shrink({ turns: takeTurns(bot, messages).map(forAgent) })
  },
})

function forAgent({ user, decision, replies, walk, outcome, scores }: Turn) {
  return {
    user,
    decision: {
      kind: decision.kind,
      ...(decision.kind === 'start' && { scenario: decision.scenario }),
      ...(decision.kind === 'clarify' && { candidates: [...decision.candidates] }),
    },
    replies: [...replies],
    walk: [...walk],
    outcome,
    scores: scores.slice(0, maxScores).map(({ reasons: _reasons, scenario, confidence, min_confidence, out }) => ({
      scenario,
      confidence,
      min_confidence,
      ...(out !== undefined && { out }),
    })),
  }
}
