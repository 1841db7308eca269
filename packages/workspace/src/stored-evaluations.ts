import type { EvaluatedState } from '@scenewright/checker/evaluations'
import type { createMemory } from '@scenewright/compiler'
import type { ProjectConfig } from '@scenewright/model/config'
import { fromBytes, toParts } from './number-lists.ts'
import { type PackedDecisions, packDecisions, unpackDecisions } from './packed-decisions.ts'

type Memory = ReturnType<typeof createMemory>
type Texts = NonNullable<EvaluatedState['texts']>

/** The name of the last evaluated state in the memory. */
const name = 'evaluated'

/** Configs for different sources, which are used in turn, have a state each. */
function subjectOf({ sources }: ProjectConfig): string {
  return JSON.stringify(sources)
}

/** A state, and what identifies the task that was evaluated. */
export interface StoredEvaluations {
  readonly content: string
  readonly state: EvaluatedState
}

/** A state without its long lists of numbers. */
interface Head extends Pick<EvaluatedState, 'language' | 'trainingSize' | 'scenarios'> {
  readonly content: string
  readonly frame: string
  readonly groups: readonly StoredGroup[]
  readonly words?: readonly string[]
}

interface StoredGroup {
  readonly name: string
  readonly words: readonly string[]
  /** The sizes of its lists among all similarities and whole numbers. */
  readonly sizes: readonly [similarities: number, wholes: number]
}

/** With more messages, predicting the decisions from the records is as fast as reading them, and takes less memory. */
const maxDecided = 50_000

/** What is stored. */
interface Stored {
  /** JSON. */
  readonly head: Uint8Array
  readonly similarities: Float64Array
  readonly wholes: Uint16Array | Uint32Array
  /** Absent from a state of many messages. */
  readonly decisions?: PackedDecisions
  readonly texts?: Omit<Texts, 'language' | 'lexicon' | 'scenarios'> & {
    readonly features: Texts['lexicon']['features']
  }
}

/** Stores the last evaluated state of a project, from which its next check evaluates only what may have changed. */
export function storeEvaluated(memory: Memory, config: ProjectConfig, { content, state }: StoredEvaluations): void {
  const { language, trainingSize, scenarios, decided, texts } = state
  const packed = Array.from(state.groups.values(), group => group.packed)
  const similarities = packed.map(group => group.similarities)
  const wholes = packed.map(group => group.wholes)
  const isShort = wholes.every(list => list instanceof Uint16Array)
  const messages = Array.from(decided.byGroup.values()).reduce((sum, { predictions }) => sum + predictions.length, 0)
  const groups = Array.from(state.groups, ([group, { words, packed: own }]): StoredGroup => {
    const sizes = [own.similarities.length, own.wholes.length] as const
    return { name: group, words, sizes }
  })
  const decisions = messages <= maxDecided ? packDecisions(state) : undefined
  const words = texts && { words: texts.lexicon.words }
  const head: Head = { content, language, trainingSize, scenarios, frame: decided.frame, groups, ...words }
  const stored: Stored = {
    head: new TextEncoder().encode(JSON.stringify(head)),
    similarities: join(Float64Array, similarities),
    wholes: isShort ? join(Uint16Array, wholes) : join(Uint32Array, wholes),
    ...(decisions && { decisions }),
    ...(texts && { texts: plainTexts(texts) }),
  }
  memory.storeBytes(name, subjectOf(config), toParts(stored))
}

function plainTexts({ lexicon, counts, idfs, vectors, sumLengths, trials }: Texts): NonNullable<Stored['texts']> {
  return { features: lexicon.features, counts, idfs, vectors, sumLengths, trials }
}

/** The stored state; undefined if there is none. */
export function findEvaluated(memory: Memory, config: ProjectConfig): StoredEvaluations | undefined {
  const bytes = memory.findBytes(name, subjectOf(config))
  if (bytes === undefined) return undefined
  // Signed by this user for this same build.
  const stored = fromBytes<Stored>(bytes)
  const head: Head = JSON.parse(Buffer.from(stored.head).toString())
  const { content, language, trainingSize, scenarios, frame, groups, words = [] } = head
  let [similarity, whole] = [0, 0]
  const records = groups.map(group => {
    const [similaritySize, wholeSize] = group.sizes
    const similarities = stored.similarities.subarray(similarity, similarity + similaritySize)
    const wholes = stored.wholes.subarray(whole, whole + wholeSize)
    similarity += similaritySize
    whole += wholeSize
    return [group.name, { words: group.words, packed: { similarities, wholes } }] as const
  })
  const { texts, decisions } = stored
  const keys = scenarios.map(({ key }) => key)
  const decided = decisions && unpackDecisions(decisions, keys)
  return {
    content,
    state: {
      language,
      trainingSize,
      scenarios,
      groups: new Map(records),
      decided: { frame, byGroup: new Map(decided?.map((own, at) => [groups[at]?.name ?? '', own])) },
      ...(texts && { texts: { ...texts, language, scenarios, lexicon: { features: texts.features, words } } }),
    },
  }
}

function join<List extends Float64Array | Uint16Array | Uint32Array>(
  create: new (size: number) => List,
  lists: readonly ArrayLike<number>[],
): List {
  const all = new create(lists.reduce((sum, { length }) => sum + length, 0))
  let next = 0
  for (const list of lists) {
    all.set(list, next)
    next += list.length
  }
  return all
}
