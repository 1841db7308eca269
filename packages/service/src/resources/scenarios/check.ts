import { alwaysCondition, nodeTypes } from '@scenewright/model'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Infer } from '../../http/schema.ts'
import type { Bot } from '../bots/table.ts'
import { defaultGroupName } from '../knowledge/group-store.ts'
import type { definition, importDocument } from './schema.ts'

/** A definition in the form of requests and the database. */
export type StoredDefinition = Infer<typeof definition>

/** Throws an HttpError 400 that names the node or edge if a definition is inconsistent. */
export function checkDefinition({ start_node_id, nodes, edges }: StoredDefinition): void {
  const ids = new Set<string>()
  for (const node of nodes) {
    if (ids.has(node.id)) throw invalid(`The node "${node.id}" occurs twice.`)
    ids.add(node.id)
    const text = Object.hasOwn(node, 'text') ? (node as { readonly text?: unknown }).text : undefined
    if (node.type === nodeTypes.reply && (typeof text !== 'string' || text.trim() === '')) {
      throw invalid(
        `The node "${node.id}" of the type ${nodeTypes.reply} requires the field "text", which must not be blank.`,
      )
    }
  }
  if (!ids.has(start_node_id)) throw invalid(`The start node "${start_node_id}" does not exist.`)
  for (const { id, source, target } of edges) {
    for (const end of [source, target]) {
      if (!ids.has(end)) throw invalid(`The edge "${id}" refers to the unknown node "${end}".`)
    }
  }
}

/** Throws an HttpError 400 that names the first node or edge that this service does not support. */
export function checkExecutable(definition: StoredDefinition): void {
  const [first] = findUnsupported(definition)
  if (first !== undefined) throw invalid(first)
}

/** A sentence for each node and edge that this service does not support. */
export function findUnsupported({ nodes, edges }: StoredDefinition): readonly string[] {
  const known: readonly string[] = Object.values(nodeTypes)
  return [
    ...nodes.flatMap(({ id, type }) =>
      known.includes(type) ? [] : `The node "${id}" has the type "${type}", which is not supported.`,
    ),
    ...edges.flatMap(({ id, condition }) =>
      condition === undefined || condition.type === alwaysCondition
        ? []
        : `The edge "${id}" has the condition "${condition.type}", which is not supported.`,
    ),
  ]
}

function invalid(message: string): HttpError {
  return new HttpError(400, message)
}

type Dependencies = NonNullable<Infer<typeof importDocument>['dependencies']>

/** Rejects with an HttpError 400 that lists the names of the scenario's dependencies that its bot does not have. */
export async function checkDependencies(
  bot: Bot,
  { functions = [], knowledge_groups = [] }: Dependencies,
  kysely: Kysely<Tables>,
): Promise<void> {
  const present = functions.length === 0 ? new Set<string>() : await functionsOf(bot, kysely)
  const groups = knowledge_groups.length === 0 ? new Set<string>() : await groupsOf(bot, kysely)
  const missing = [
    ...missingOf('function', functions, present),
    ...missingOf('knowledge group', knowledge_groups, groups),
  ]
  if (missing.length > 0)
    throw new HttpError(400, `The scenario depends on items that the bot does not have: ${missing.join(', ')}.`)
}

/** Including inactive ones, because they exist. */
async function functionsOf(bot: Bot, kysely: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const rows = await kysely
    .selectFrom('functions')
    .select('name')
    .where('bot_id', '=', bot.id)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ name }) => name))
}

/** The default group is created on first use, so it always counts as present. */
async function groupsOf(bot: Bot, kysely: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const rows = await kysely.selectFrom('knowledge_groups').select('name').where('bot_id', '=', bot.id).execute()
  return new Set([defaultGroupName, ...rows.map(({ name }) => name)])
}

function missingOf(kind: string, wanted: readonly { readonly name: string }[], present: ReadonlySet<string>) {
  return wanted.filter(({ name }) => !present.has(name)).map(({ name }) => `${kind} "${name}"`)
}
