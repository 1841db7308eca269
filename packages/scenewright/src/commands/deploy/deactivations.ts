import type { Plan } from '@scenewright/deployer'
import { OperationError } from '@scenewright/model'
import type { Command } from 'commander'
import { numberOption } from '../../shell/command.ts'

/** The option of the commands that may switch off many scenarios at once. */
export interface DeactivationsOption {
  readonly maxDeactivations?: number
}

/** Adds it. */
export function deactivationsOption(command: Command): Command {
  return command.option(
    '--max-deactivations <number>',
    'how many scenarios may be switched off (the greater of 3 and a tenth)',
    numberOption('--max-deactivations', 0),
  )
}

/** How much one deploy may switch off by default: so many scenarios, or this part of them. */
const usual = { number: 3, part: 0.1 }

/** Refuses, with an OperationError `usage`, a plan that switches off more scenarios than a person has reviewed. */
export function refuseDeactivations(plan: Plan, max: number | undefined): void {
  const problem = deactivationsProblem(plan, max)
  if (problem !== undefined) throw problem
}

/** The error that a plan switches off more scenarios than a person has reviewed. */
export function deactivationsProblem(
  { entries, known, environment }: Plan,
  max: number | undefined,
): OperationError | undefined {
  const off = entries.filter(({ steps }) => steps.some(step => step.kind === 'deactivate' && step.record === undefined))
  const limit = max ?? Math.max(usual.number, known * usual.part)
  if (off.length <= limit) return undefined
  return new OperationError(
    'usage',
    `${off.length} scenarios would be switched off, and at most ${Math.floor(limit)} may be in one deploy`,
    {
      help: `if that is meant, say --max-deactivations ${off.length}, or set max_deactivations in the environment "${environment.name}"`,
    },
  )
}
