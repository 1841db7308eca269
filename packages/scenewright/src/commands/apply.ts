import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { createClient } from '@scenewright/client'
import { type ApplyEvent, apply as applyPlan, goalOfSources, type Plan, type Verdict } from '@scenewright/deployer'
import type { CommandDefinition, ExitCode, Invocation } from '../command.ts'
import {
  desiredScenarios,
  type EnvironmentOptions,
  environmentOption,
  openTarget,
  pause,
  runIdentity,
} from '../deploy.ts'
import { requireCredentials } from '../environment.ts'
import { openSoundSources } from '../project.ts'
import { eventText, summaryText } from '../report/apply-text.ts'
import { json } from '../report/json.ts'
import { text as planText } from '../report/plan/text.ts'
import { forwardInterrupt } from '../terminal/interrupt.ts'
import { progressLine } from '../terminal/progress.ts'
import { version } from '../version.ts'

interface Options extends EnvironmentOptions {
  readonly yes?: boolean
}

/** Deploy protocol, "Exit codes". Declined is an answer: there is something to do, and it was not done. */
const exitCodes: { readonly [verdict in Verdict]: ExitCode } = {
  done: 0,
  declined: 1,
  failed: 3,
  unknown: 4,
  conflict: 5,
}

export const apply: CommandDefinition<Options> = {
  compiles: true,
  formats: ['text', 'ndjson', 'json'],
  options: command => environmentOption(command).option('--yes', 'do not ask; without a terminal nobody is asked'),
  examples: [
    ['scenewright apply', 'show the plan, ask, import and publish'],
    ['scenewright apply --env production --yes --format ndjson', 'in CI: an event a line, the last one the summary'],
  ],
  async run(invocation, _args, options) {
    const { project, scenarios } = await openSoundSources(invocation, options)
    const { environment, store, receipts } = await openTarget(project, options)
    const { email, apiKey } = requireCredentials(environment.name, invocation.env)
    const client = createClient({ url: environment.url, email, apiKey, timeoutMs: environment.timeoutMs })
    const progress = progressLine(invocation.terminal)
    const summary = await applyPlan({
      store,
      client,
      receipts,
      goal: goalOfSources(desiredScenarios(scenarios)),
      environment,
      run: runIdentity(invocation),
      tool: version,
      now: Date.now,
      newId: randomUUID,
      pause,
      signal: invocation.signal,
      onEvent: event => {
        progress.show(event.event === 'sending' ? `${event.key}: ${event.step} …` : '')
        printEvent(invocation, options, event)
      },
      approve: plan => approve(invocation, options, plan),
    })
    if (options.format === 'json') invocation.terminal.out(json(summary))
    return exitCodes[summary.verdict]
  },
}

function printEvent({ terminal }: Invocation, { format }: Options, event: ApplyEvent): void {
  if (format === 'ndjson') terminal.out(`${JSON.stringify(event)}\n`)
  else if (format === 'text') {
    if (event.event === 'summary') terminal.out(summaryText(event, terminal.color.out))
    else terminal.err(eventText(event, terminal.color.err))
  }
}

async function approve(
  { terminal, stdin, signal }: Invocation,
  { format, yes }: Options,
  plan: Plan,
): Promise<boolean> {
  if (format === 'text') terminal.out(`${planText(plan, { color: terminal.color.out, now: Date.now() })}\n`)
  if (yes || !terminal.isInteractive()) return true
  const lines = createInterface({ input: stdin(), output: process.stderr })
  forwardInterrupt(lines)
  try {
    const answer = await lines.question('Apply this? (yes/no) ', { signal })
    return /^\s*y(es)?\s*$/i.test(answer)
  } catch (error) {
    // Ctrl-C at the question: nothing has been sent.
    if (signal.aborted) return false
    throw error
  } finally {
    lines.close()
  }
}
