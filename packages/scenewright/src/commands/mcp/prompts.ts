import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

interface Prompt {
  readonly name: string
  readonly title: string
  readonly argument: { readonly name: string; readonly description: string; readonly isRequired: boolean }
  text(argument: string | undefined): string
}

const prompts: readonly Prompt[] = [
  {
    name: 'write_scenario',
    title: 'Write a scenario',
    argument: {
      name: 'topic',
      description: 'What customers ask about, and what the bot should answer',
      isRequired: true,
    },
    text: topic => `Write a scenario for this topic: ${topic}

1. Call overview with a word of the topic as filter. If a scenario already covers it, propose a change of that one instead.
2. Read scenewright://schemas/scenario for the format.
3. Write a trigger description, at least eight examples as customers write them, exclusions for topics nearby, and a flow that ends in END. Write conversation tests next to it.
4. Call propose_edit for each file until it adds no finding. Then call lab with the key, and ask with messages that are not among the examples.
5. Show the result and what is still open. Do not invent facts about the company: mark them as questions.`,
  },
  {
    name: 'fix_findings',
    title: 'Fix findings',
    argument: { name: 'paths', description: 'Files or folders; by default, the whole project', isRequired: false },
    text: paths => `Fix the findings of ${paths ?? 'the project'}, errors first.

1. Call check. For each rule that occurs, read scenewright://rules/<rule>.
2. Fix causes, one file at a time, and check every edit with propose_edit: it must fix findings and add none.
3. Keep what the bot says to customers as it is, unless a finding is about that text. Suppress nothing without asking.
4. Call test and diff at the end, and report each change of an answer.`,
  },
  {
    name: 'review_change',
    title: 'Review a change',
    argument: {
      name: 'base',
      description: 'The revision to compare with; by default, where the branch began',
      isRequired: false,
    },
    text: base => `Review the change since ${base ?? 'the branch began'} for its effect on customers.

1. Call diff, and read all pages of it. Breaking and risky changes come first.
2. Call check and test.
3. For every message that is answered differently, decide whether the change intends it; call ask where it is unclear.
4. Report: what customers will notice, what is likely a mistake, and what has no test.`,
  },
]

/** Adds the prompts that users can select. */
export function addPrompts(server: McpServer): void {
  for (const { name, title, argument, text } of prompts) {
    const value = z.string().max(2000).describe(argument.description)
    const argsSchema = z.object({ [argument.name]: argument.isRequired ? value : value.optional() })
    server.registerPrompt(name, { title, argsSchema }, args => ({
      messages: [{ role: 'user', content: { type: 'text', text: text(args[argument.name]) } }],
    }))
  }
}
