import type { EvaluatedState } from '@scenewright/checker/evaluations'
import type { createMemory } from '@scenewright/compiler'

type Memory = ReturnType<typeof createMemory>

/** The name of the last evaluated state in the memory; there is one per project. */
const name = 'evaluated'

type StoredGroup = readonly [name: string, words: readonly string[], similarities: string, wholes: string, bytes: 2 | 4]

interface StoredState extends Pick<EvaluatedState, 'language' | 'trainingSize' | 'scenarios'> {
  readonly groups: readonly StoredGroup[]
}

/** Stores the last evaluated state of a project, from which its next check evaluates only what may have changed. */
export function storeEvaluated(memory: Memory, { groups, language, trainingSize, scenarios }: EvaluatedState): void {
  const stored: StoredState = {
    language,
    trainingSize,
    scenarios,
    groups: Array.from(
      groups,
      ([
        group,
        {
          words,
          packed: { similarities, wholes },
        },
      ]) => {
        return [group, words, encode(similarities), encode(wholes), wholes instanceof Uint16Array ? 2 : 4]
      },
    ),
  }
  memory.store(name, '', stored)
}

/** The stored state; undefined if there is none. */
export function findEvaluated(memory: Memory): EvaluatedState | undefined {
  const stored = memory.find<StoredState>(name, '')
  if (stored === undefined) return undefined
  return {
    ...stored,
    groups: new Map(
      stored.groups.map(([group, words, similarities, wholes, bytes]) => {
        const packed = {
          similarities: new Float64Array(decode(similarities)),
          wholes: bytes === 2 ? new Uint16Array(decode(wholes)) : new Uint32Array(decode(wholes)),
        }
        return [group, { words, packed }]
      }),
    ),
  }
}

/** A cache is read on the machine that wrote it, so the order of the bytes is the same. */
function encode({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

function decode(text: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(text, 'base64')).buffer
}
