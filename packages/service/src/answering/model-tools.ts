import type { BotFunction } from '../database/tables.ts'
import type { ModelTool } from '../providers/model.ts'
import type { Knowledge, Passage } from '../resources/knowledge/search.ts'
import type { Disguise } from './disguise.ts'
import type { Question } from './question.ts'
import { shortened } from './within-room.ts'

/** Calls a function with what a model gave. Rejects only where the signal is aborted. */
export type CallFunction = (
  called: BotFunction,
  args: unknown,
  signal: AbortSignal,
) => Promise<{ readonly kind: 'value'; readonly value: string } | { readonly kind: 'refused'; readonly reason: string }>

/** What the tools of a model work with. */
export interface ToolMeans {
  readonly knowledge: Knowledge
  readonly disguise: Disguise
  /** The bot's functions that are switched on; none where the bot may call none. */
  readonly functions: readonly BotFunction[]
  readonly callFunction: CallFunction
}

/** The tools of one question, and what came of them. */
interface Tools {
  readonly offered: readonly ModelTool[]
  /** How many functions were called. */
  calls(): number
  /** Passages that searches found. */
  found(): readonly Passage[]
}

const mostPassages = 6
/** Names that a provider takes. */
const longestName = 64

/** The longest answer of a function that a model reads, in characters. */
const longestResult = 50_000

/** The search of the knowledge base, but for the mode DIRECT, and the bot's functions. */
export async function createTools(question: Question, means: ToolMeans): Promise<Tools> {
  let calls = 0
  const found: Passage[] = []
  const count = () => {
    calls += 1
  }
  const search = question.completion.mode === 'DIRECT' ? [] : [searchTool(question, means, found)]
  const functions: ModelTool[] = []
  for (const each of means.functions) functions.push(await functionTool(each, means, count))
  const offered = named([...search, ...functions])
  return { offered, calls: () => calls, found: () => found }
}

function searchTool({ bot }: Question, { knowledge, disguise }: ToolMeans, found: Passage[]): ModelTool {
  return {
    name: 'search_knowledge_base',
    description: 'Searches the knowledge base for passages about a question.',
    schema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for, in the language of the knowledge base.' },
      },
      required: ['query'],
    },
    async call(args) {
      const query = typeof args === 'object' && args !== null && 'query' in args ? String(args.query) : ''
      const passages = await knowledge.search(bot, disguise.show(query), { take: mostPassages })
      found.push(...passages)
      const hidden = await disguise.hide(passages.map(({ name, text }) => `${name}\n${text}`).join('\n\n'))
      return hidden === '' ? 'Nothing was found.' : hidden
    },
  }
}

/** The function gets what the customer really said; the model gets its answer disguised, as what is said of it. */
async function functionTool(
  each: BotFunction,
  { disguise, callFunction }: ToolMeans,
  count: () => void,
): Promise<ModelTool> {
  return {
    name: each.name,
    description: await disguise.hide(each.description),
    schema: { type: 'object', properties: {}, ...(await hideExplanations(each.input_schema_json, disguise)) },
    async call(args, signal) {
      count()
      const result = await callFunction(each, showAll(args, disguise), signal)
      const told = result.kind === 'value' ? result.value : `The function failed: ${result.reason}`
      return disguise.hide(shortened(told, longestResult))
    },
  }
}

/** A schema whose explanations and examples are disguised; the rest of it says what is allowed, and stays. */
async function hideExplanations(schema: object, disguise: Disguise): Promise<object> {
  const hidden = await Promise.all(
    Object.entries(schema).map(async ([name, value]: [string, unknown]) => {
      if (typeof value === 'string' && (explanations.has(name) || Array.isArray(schema))) {
        return [name, await disguise.hide(value)]
      }
      return [name, typeof value === 'object' && value !== null ? await hideExplanations(value, disguise) : value]
    }),
  )
  return Array.isArray(schema) ? hidden.map(([, value]) => value) : Object.fromEntries(hidden)
}

const explanations: ReadonlySet<string> = new Set(['title', 'description', '$comment', 'default', 'const'])

/** Every text within a value shown again. */
function showAll(value: unknown, disguise: Disguise): unknown {
  return JSON.parse(JSON.stringify(value ?? {}), (_key, inner: unknown) =>
    typeof inner === 'string' ? disguise.show(inner) : inner,
  )
}

/** Each under a name that providers take, and no two under one. */
function named(tools: readonly ModelTool[]): readonly ModelTool[] {
  const taken = new Set<string>()
  return tools.map(tool => {
    const base = tool.name.replaceAll(/[^\w-]/g, '_').slice(0, longestName - 4) || 'function'
    let name = base
    for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`
    taken.add(name)
    return { ...tool, name }
  })
}
