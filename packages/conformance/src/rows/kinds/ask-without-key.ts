import { setTimeout as delay } from 'node:timers/promises'
import type { Request } from '../../http/connection.ts'
import type { Reply } from '../../http/reply.ts'
import type { Subject } from '../../subject/subject.ts'

/** The longest time to wait for a service that has received too many wrong keys, in seconds. */
const longestWait = 65

/**
 * Sends a wrong authorization, or none. If there were too many of these, it waits as the service requests and tries
 * again.
 */
export async function askWithoutKey(subject: Subject, request: Request): Promise<Reply> {
  const reply = await subject.send(request)
  const seconds = Number(reply.headers['retry-after'])
  if (reply.status !== 429 || !(seconds <= longestWait)) return reply
  const { wait = waitByClock } = subject.options
  await wait(seconds * 1000, subject.signal)
  return subject.send(request)
}

function waitByClock(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal })
}
