interface Flag {
  readonly usual: string
  readonly tuned: string
}

/**
 * The space for new objects stays at a megabyte instead of growing to 48. Where memory is mapped slowly, as in some
 * virtual machines, using a page for the first time takes longer than collecting the garbage in it. A check of 1,000
 * scenarios after one example has changed takes a fifth less there, with 16,000 page faults instead of 22,400.
 */
const smallNewSpace: Flag = { usual: '--semi-space-growth-factor=2', tuned: '--semi-space-growth-factor=1' }

/** By default, the space for old objects may grow to four times of what is in use. */
const slowHeapGrowth: Flag = { usual: '--heap-growing-percent=0', tuned: '--heap-growing-percent=100' }

/** How V8 is tuned for a kind of run. */
const flagsFor = {
  /**
   * V8 is designed for long-running programs: it optimizes code early, and lets the space for new objects grow to 48 MB
   * per thread, although nothing here outlives the processing of a file. Without and with (Node 20, `npm run bench`):
   * processor time of a check of 1,000 TypeScript sources 1.25 s and 1.12 s; peak memory of a check of 10,000 YAML
   * sources 215 MB and 140 MB, of a lab report on 1,000 scenarios 198 MB and 140 MB.
   */
  manyFiles: [smallNewSpace, slowHeapGrowth, ...optimizeAfter(200_000)],
  /** The results of an earlier run are read, and little is computed. */
  recalled: [smallNewSpace],
  /**
   * The heap grows to twice what is in use before it is collected, rather than to four times: a service that has
   * answered 10,000 completions takes 155 MB instead of up to 205, with the same processor time.
   */
  service: [slowHeapGrowth],
  /**
   * Of the code that evaluates one change, nearly all runs for a moment, and optimizing it takes processor time from it.
   * A check of 1,000 scenarios after one example has changed takes a tenth less; with twice or half the budget it takes
   * longer. Without inlining, which is most of the time of optimizing, it takes an eighth less again. If all of 1,760
   * messages are evaluated again, it takes a twentieth less, though a twentieth more of this thread.
   */
  oneChange: [smallNewSpace, ...optimizeAfter(400_000), { usual: '--turbo-inlining', tuned: '--no-turbo-inlining' }],
} satisfies Record<string, readonly Flag[]>

/** Later versions count calls instead, and have no such flag. */
function optimizeAfter(budget: number): readonly Flag[] {
  if (!process.versions.v8.startsWith('11.')) return []
  return [{ usual: '--interrupt-budget=67584', tuned: `--interrupt-budget=${budget}` }]
}

const tuned = new Set<Flag>()

let isListening = false

/**
 * Tunes V8 for a kind of run. V8 reads the flags whenever they matter; a new thread resets them. While a bundle is
 * loaded, they are reset: with other flags, V8 rejects its compiled code.
 */
export function tuneEngine(kind: keyof typeof flagsFor): void {
  if (!isListening) {
    isListening = true
    process.getBuiltinModule('node:diagnostics_channel').subscribe('scenewright:compiling', message => {
      const { isCompiling } = message as { readonly isCompiling: boolean }
      for (const { usual, tuned: other } of tuned) setFlag(isCompiling ? usual : other)
    })
  }
  for (const flag of flagsFor[kind]) {
    setFlag(flag.tuned)
    tuned.add(flag)
  }
}

/** Resets V8: with other flags it does not use cached compiled code, and the code that it caches is useless later. */
export function restoreEngine(): void {
  for (const { usual } of tuned) setFlag(usual)
  tuned.clear()
}

/**
 * Collects garbage now, 0.1 s in a large project. V8 lets it grow to as much as is in use, and a thread that waits
 * collects none: before other work takes much memory, it gives back what it no longer uses.
 */
export function collectGarbage(): void {
  setFlag('--expose-gc')
  // Undefined if another thread has reset the flag meanwhile.
  const collect: (() => void) | undefined = process.getBuiltinModule('node:vm').runInNewContext('globalThis.gc')
  setFlag('--no-expose-gc')
  collect?.()
}

/**
 * Collects garbage as soon as this thread has nothing else to do, 0.2 s in a large project, and returns the memory to
 * the system. Otherwise V8 keeps 32 MB for new objects, and pages with few old ones.
 */
export async function shrinkHeap(): Promise<void> {
  // Some builds of Node have none.
  if (!process.features.inspector) return
  const { Session } = process.getBuiltinModule('node:inspector/promises')
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}

function setFlag(flag: string): void {
  process.getBuiltinModule('node:v8').setFlagsFromString(flag)
}
