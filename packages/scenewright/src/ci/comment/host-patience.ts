import { type Exchange, retryAfterMs } from '@scenewright/client'
import type { HostRequest } from './host-api.ts'

/** How often a request is sent at the most. */
export const mostAttempts = 4

/** Milliseconds before the second attempt, where the host does not say; twice as long before each further one. */
const firstPause = 500

/** A host that asks for more patience than this, in milliseconds, is not waited for. */
const longestPause = 60_000

/**
 * Milliseconds to wait before a request is sent again, after what came of this attempt, the first one being 1. Undefined
 * where to send it again would change nothing, or could write a second comment.
 */
export function pauseAfter(found: Exchange, { method }: HostRequest, attempt: number): number | undefined {
  if (found.kind !== 'answered') return undefined
  const { status, headers } = found.answer
  const asked = retryAfterMs(headers['retry-after'], Date.now())
  // GitHub says 403 as well as 429 to who calls too often; neither has done anything.
  const isRefused = status === 429 || (status === 403 && asked !== undefined)
  const isBroken = [500, 502, 503, 504].includes(status) && method !== 'POST'
  if (!isRefused && !isBroken) return undefined
  const pause = asked ?? firstPause * 2 ** (attempt - 1)
  return pause <= longestPause ? pause : undefined
}
