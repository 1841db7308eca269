import { createHash } from 'node:crypto'
import { machineTimers, type Timers } from '../timers.ts'
import { pickField } from './pick-field.mjs'
import { UnfitCall } from './unfit-call.ts'
import { createUntrustedThread, type UntrustedThread } from './untrusted-thread.ts'

/** What is done with schemas and answers that anybody may have written, without holding up anybody else. */
export interface UntrustedWork {
  /** Rejects with an UnfitCall for arguments that the schema does not allow, or that cannot be checked. */
  check(schema: object, args: object): Promise<void>
  /** Why nothing can be checked against a schema; undefined where it can. */
  faultOfSchema(schema: object): Promise<string | undefined>
  /** The field of an answer that a path leads to, as text. Rejects with an UnfitCall where there is none. */
  pick(text: string, path: string): Promise<string>
  close(): Promise<void>
}

/** The longest answer that is read on the spot, in characters: within a few milliseconds, however it is nested. */
const longestHere = 32_768
/** How many schemas that took too long are remembered, and how long, in milliseconds. */
const mostRemembered = 1000
const rememberedMs = 60_000

const tooLong = 'it takes too long to find out'

/** Schemas, and answers that are long, go to a thread; a schema that hangs it is not tried again for a while. */
export function createUntrustedWork({
  timers = machineTimers,
  thread = createUntrustedThread(timers),
}: {
  readonly timers?: Timers
  readonly thread?: UntrustedThread
} = {}): UntrustedWork {
  /** Until when a schema is not tried again. */
  const hanging = new Map<string, number>()

  const faultOf = async (schema: string, args?: string): Promise<string | undefined> => {
    const id = createHash('sha256').update(schema).digest('base64')
    if ((hanging.get(id) ?? 0) > timers.now()) return tooLong
    const answer = await thread.run<{ fault?: string }>({ schema, ...(args !== undefined && { args }) })
    if (answer === 'busy') return 'too many wait to be checked'
    if (answer !== 'late') return answer.fault
    if (hanging.size >= mostRemembered) hanging.clear()
    hanging.set(id, timers.now() + rememberedMs)
    return tooLong
  }
  return {
    async check(schema, args) {
      const fault = await faultOf(JSON.stringify(schema), JSON.stringify(args))
      if (fault !== undefined) throw new UnfitCall(`The arguments do not fit the function: ${fault}.`)
    },
    faultOfSchema: schema => faultOf(JSON.stringify(schema)),
    async pick(text, path) {
      const isShort = text.length <= longestHere || path === ''
      const picked = isShort ? pickField(text, path) : await thread.run<ReturnType<typeof pickField>>({ text, path })
      if (picked === 'late' || picked === 'busy') throw new UnfitCall('The answer takes too long to read.')
      if ('fault' in picked) throw new UnfitCall(picked.fault)
      return picked.value
    },
    close: () => thread.close(),
  }
}
