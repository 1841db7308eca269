import type { Row } from '../row.ts'
import { access } from './access.ts'
import { agents } from './agents.ts'
import { bots } from './bots.ts'
import { completions } from './completions.ts'
import { dialogues } from './dialogues.ts'
import { errors } from './errors.ts'
import { functions } from './functions.ts'
import { journal } from './journal.ts'
import { knowledge } from './knowledge.ts'
import { preflight } from './preflight.ts'
import { robustness } from './robustness.ts'
import { scans } from './scans.ts'
import { scenarios } from './scenarios.ts'
import { transfers } from './transfers.ts'
import { versions } from './versions.ts'
import { webhookDelivery } from './webhook-delivery.ts'
import { webhookEvent } from './webhook-event.ts'

/** Every row, in the order of its id. */
export const allRows: readonly Row[] = [
  ...access,
  ...bots,
  ...scenarios,
  ...versions,
  ...functions,
  ...knowledge,
  ...preflight,
  ...scans,
  ...transfers,
  ...completions,
  ...dialogues,
  ...journal,
  ...agents,
  ...webhookEvent,
  ...webhookDelivery,
  ...errors,
  ...robustness,
]
