import type { CallOptions, Client } from '@scenewright/client'
import { type ImportDocument, isObject, OperationError } from '@scenewright/model'
import { nearest } from '@scenewright/model/text'
import type { Plan, PlanEntry } from './plan-types.ts'

/** The page size of the list of functions. */
const pageSize = 100

/** Far more than any bot has: an endless list is cut off there. */
const maxFunctions = 10_000

/** Whether a plan sends a scenario that depends on functions, so that they must be requested from the service. */
export function needsFunctions({ entries }: Plan): boolean {
  return entries.some(entry => functionsOf(entry).length > 0)
}

/** Rejects, with an OperationError `sources`, a plan that sends a scenario whose functions the bot does not have. */
export async function requireFunctions(
  plan: Plan,
  client: Pick<Client, 'listFunctions'>,
  call: CallOptions = {},
): Promise<void> {
  if (!needsFunctions(plan)) return
  const present = await functionsOfBot(plan.environment.bot, client, call)
  const missing = plan.entries.flatMap(entry => {
    return functionsOf(entry).flatMap(name => (present.has(name) ? [] : [{ key: entry.key, name }]))
  })
  const [first, ...others] = missing
  if (first === undefined) return
  const near = nearest(first.name, present)
  const more = others.map(({ key, name }) => `; "${key}" needs "${name}"`).join('')
  throw new OperationError('sources', `the bot lacks the function "${first.name}" that "${first.key}" needs${more}`, {
    help: near === undefined ? 'create the function on the service, and plan again' : `did you mean "${near}"?`,
  })
}

/** Returns the functions named in the document to send, given as strings or as objects with a name. */
function functionsOf({ steps, document }: PlanEntry): readonly string[] {
  if (document === undefined || !steps.some(({ kind }) => kind === 'create' || kind === 'update')) return []
  return namesIn(document)
}

function namesIn({ dependencies }: ImportDocument): readonly string[] {
  const functions = dependencies?.functions
  if (!Array.isArray(functions)) return []
  return functions.flatMap((one: unknown) => {
    const name = isObject(one) ? one.name : one
    return typeof name === 'string' ? [name] : []
  })
}

async function functionsOfBot(
  bot: string,
  client: Pick<Client, 'listFunctions'>,
  call: CallOptions,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  let [skip, total] = [0, 1]
  while (skip < Math.min(total, maxFunctions)) {
    const { data, meta } = await client.listFunctions({ bot_unique_id: bot, skip, take: pageSize }, call)
    for (const { name } of data) if (name !== undefined) names.add(name)
    // A service may return fewer than requested.
    skip += data.length === 0 ? maxFunctions : data.length
    total = meta.total
  }
  return names
}
