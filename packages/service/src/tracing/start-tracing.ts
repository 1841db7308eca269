import type { lookup } from 'node:dns'
import { createGuardedFetch } from '../egress/guarded-fetch.ts'
import type { Timers } from '../runtime/timers.ts'
import { type Environment, readTracingSettings } from './settings.ts'
import { noTracing, type Tracing } from './tracing.ts'

/** The maximum size of a collector's response, in bytes. */
const maxAnswerBytes = 64 * 1024

/** The dependencies of tracing. */
interface TracingOptions {
  readonly resolve?: typeof lookup
  readonly timers: Timers
  readonly onError: (error: unknown) => void
}

/**
 * Starts to record traces if the environment names a collector; the library is loaded only then. Rejects with an
 * OperationError `usage` for an invalid variable.
 */
export async function startTracing(
  environment: Environment | undefined,
  { resolve, timers, onError }: TracingOptions,
): Promise<Tracing> {
  const settings = readTracingSettings(environment)
  if (settings === undefined) return noTracing
  const fetch = createGuardedFetch({
    maxResponseBytes: maxAnswerBytes,
    allowedOrigins: [new URL(settings.endpoint).origin],
    ...(resolve && { resolve }),
  })
  const { createTracing } = await import('./open-telemetry.ts')
  return createTracing(settings, { fetch, timers, onError })
}
