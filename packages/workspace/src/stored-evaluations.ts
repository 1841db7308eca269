import type { EvaluatedState } from '@scenewright/checker/evaluations'
import type { createMemory } from '@scenewright/compiler'
import type { ProjectConfig } from '@scenewright/model/config'
import { fromBytes, toParts } from './number-lists.ts'
import { type PackedDecisions, packDecisions, unpackDecisions } from './packed-decisions.ts'
import { type PackedTexts, type PresentScenario, packTexts, unpackTexts } from './packed-texts.ts'

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

/** A state without its long lists. */
interface Head extends Pick<EvaluatedState, 'language' | 'trainingSize'> {
  readonly content: string
  readonly frame: string
  /** The keys of the scenarios. */
  readonly keys: readonly string[]
  /** The names of the groups. */
  readonly groups: readonly string[]
  /** The words of the messages of a group, by its index; absent if it has none. */
  readonly messageWords: readonly (readonly [group: number, words: readonly string[]])[]
  /** The words of the lexicon. */
  readonly words?: readonly string[]
}

/** With more messages, predicting the decisions from the records is as fast as reading them, and takes less memory. */
const maxDecided = 50_000

/** What is stored. */
interface Stored {
  /** JSON. */
  readonly head: Uint8Array
  readonly scenarios: PackedTexts
  /** By group, the sizes of its lists among all similarities and whole numbers. */
  readonly sizes: Uint32Array
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
  const groups = [...state.groups.values()]
  const similarities = groups.map(({ packed }) => packed.similarities)
  const wholes = groups.map(({ packed }) => packed.wholes)
  const isShort = wholes.every(list => list instanceof Uint16Array)
  const messages = Array.from(decided.byGroup.values()).reduce((sum, { predictions }) => sum + predictions.length, 0)
  const decisions = messages <= maxDecided ? packDecisions(state) : undefined
  const head: Head = {
    content,
    language,
    trainingSize,
    frame: decided.frame,
    keys: scenarios.map(({ key }) => key),
    groups: [...state.groups.keys()],
    messageWords: groups.flatMap(({ words }, at) => (words.length === 0 ? [] : [[at, words] as const])),
    ...(texts && { words: texts.lexicon.words }),
  }
  const stored: Stored = {
    head: new TextEncoder().encode(JSON.stringify(head)),
    scenarios: packTexts(scenarios),
    sizes: Uint32Array.from(groups.flatMap(({ packed }) => [packed.similarities.length, packed.wholes.length])),
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

/** The stored state; undefined if there is none. It uses the texts of the present scenarios that still have them. */
export function findEvaluated(
  memory: Memory,
  config: ProjectConfig,
  present?: readonly PresentScenario[],
): StoredEvaluations | undefined {
  const bytes = memory.findBytes(name, subjectOf(config))
  if (bytes === undefined) return undefined
  // Signed by this user for this same build.
  const stored = fromBytes<Stored>(bytes)
  const { texts, decisions, sizes } = stored
  const head: Head = JSON.parse(new TextDecoder().decode(stored.head))
  const { content, language, trainingSize, keys, frame, groups, words = [] } = head
  const scenarios = unpackTexts(stored.scenarios, keys, present)
  const messageWords = new Map(head.messageWords)
  let [similarity, whole] = [0, 0]
  const records = groups.map((group, at) => {
    const [similaritiesEnd, wholesEnd] = [similarity + (sizes[2 * at] ?? 0), whole + (sizes[2 * at + 1] ?? 0)]
    const packed = {
      similarities: stored.similarities.subarray(similarity, similaritiesEnd),
      wholes: stored.wholes.subarray(whole, wholesEnd),
    }
    similarity = similaritiesEnd
    whole = wholesEnd
    return [group, { words: messageWords.get(at) ?? noWords, packed }] as const
  })
  const decided = decisions && unpackDecisions(decisions, keys)
  return {
    content,
    state: {
      language,
      trainingSize,
      scenarios,
      groups: new Map(records),
      decided: { frame, byGroup: new Map(decided?.map((own, at) => [groups[at] ?? '', own])) },
      ...(texts && { texts: { ...texts, language, scenarios, lexicon: { features: texts.features, words } } }),
    },
  }
}

const noWords: readonly string[] = []

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
