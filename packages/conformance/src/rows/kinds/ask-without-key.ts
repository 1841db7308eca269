import { setTimeout as delay } from 'node:timers/promises'
import type { Request } from '../../http/connection.ts'
import type { Reply } from '../../http/reply.ts'
import type { Subject } from '../../subject/subject.ts'

/** The longest total time to wait for a service that has received too many wrong keys, in seconds. */
const maxWaitSeconds = 130

/**
 * Sends a wrong authorization, or none. If there were too many of these, it waits as the service requests and tries
 * again, several times if needed, because other rows send wrong keys too.
 */
export async function askWithoutKey(subject: Subject, request: Request): Promise<Reply> {
  const { wait = waitByClock } = subject.options
  let waited = 0
  for (;;) {
    const reply = await subject.send(request)
    const seconds = Math.max(1, Number(reply.headers['retry-after']))
    if (reply.status !== 429 || !(waited + seconds <= maxWaitSeconds)) return reply
    await wait(seconds * 1000, subject.signal)
    waited += seconds
  }
}

function waitByClock(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal })
}
