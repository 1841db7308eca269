import type { Plan } from '@scenewright/deployer'
import { OperationError } from '@scenewright/model'

/** The default limit for deactivations in one deploy: this many scenarios, or this share of them. */
const usual = { number: 3, part: 0.1 }

/** Rejects, with an OperationError `usage`, a plan that deactivates more scenarios than a person has confirmed. */
export function refuseDeactivations({ entries, known, environment }: Plan, max: number | undefined): void {
  const off = entries.filter(({ steps }) => steps.some(step => step.kind === 'deactivate' && step.record === undefined))
  const limit = max ?? Math.max(usual.number, known * usual.part)
  if (off.length <= limit) return
  throw new OperationError(
    'usage',
    `${off.length} scenarios would be deactivated, but the limit of one deploy is ${Math.floor(limit)}`,
    {
      help: `if that is intended, use --max-deactivations ${off.length}, or set max_deactivations in the environment "${environment.name}"`,
    },
  )
}
