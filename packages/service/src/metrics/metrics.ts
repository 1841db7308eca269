import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Model } from '../providers/model.ts'
import type { Providers } from '../providers/providers.ts'
import { type Timers, valueWithinSecond } from '../runtime/timers.ts'

/** Records events of the service for its metrics. Contains no data of customers. */
export interface Meters {
  /** `route` is the operation's path with unfilled parameters, to limit their number. */
  requestAnswered(
    request: { readonly method: string; readonly route: string; readonly status: number },
    ms: number,
  ): void
  completionAccepted(): void
  completionFinished(status: 'SUCCESS' | 'OPERATOR' | 'ERROR'): void
  deliveryAttempted(outcome: 'delivered' | 'again' | 'failed'): void
  /** `ms` includes the wait for other processes that claim. */
  workClaimed(queue: 'completions' | 'deliveries', ms: number): void
  functionCalled(outcome: 'answered' | 'failed', ms: number): void
  /** `provider` is one of the four provider ids, or `embeddings`. */
  providerCalled(provider: string, outcome: 'answered' | 'failed', ms: number): void
  statementCarriedOut(ms: number): void
  /** `again`: the job was interrupted, and will be continued. */
  jobEnded(kind: 'scan' | 'transfer', outcome: 'done' | 'again' | 'failed', ms: number): void
  oldDeleted(kind: 'completions' | 'attachments' | 'keys', count: number): void
  clockJudged(isTrusted: boolean): void
  lockLost(): void
}

const ignore = (): void => {}

/** Records nothing. */
export const noMeters: Meters = {
  requestAnswered: ignore,
  completionAccepted: ignore,
  completionFinished: ignore,
  deliveryAttempted: ignore,
  workClaimed: ignore,
  functionCalled: ignore,
  providerCalled: ignore,
  statementCarriedOut: ignore,
  jobEnded: ignore,
  oldDeleted: ignore,
  clockJudged: ignore,
  lockLost: ignore,
}

/** The same models, with each request's time and outcome recorded. */
export function measuredProviders(providers: Providers, meters: Meters, timers: Timers): Providers {
  return {
    model(id) {
      const model = providers.model(id)
      return model === undefined ? undefined : measuredModel(model, id, { meters, timers })
    },
  }
}

function measuredModel(
  model: Model,
  id: string,
  { meters, timers }: { readonly meters: Meters; readonly timers: Timers },
): Model {
  return {
    version: model.version,
    versions: signal => model.versions(signal),
    async ask(request) {
      const begunAt = timers.now()
      const tell = (outcome: 'answered' | 'failed') => meters.providerCalled(id, outcome, timers.now() - begunAt)
      try {
        const reply = await model.ask(request)
        tell('answered')
        return reply
      } catch (error) {
        tell('failed')
        throw error
      }
    },
  }
}

/** The number of waiting items, and the age of the oldest, in seconds; 0 if nothing waits. */
interface QueueFigures {
  readonly waiting: number
  readonly oldestWaiting: number
  readonly undelivered: number
  readonly oldestDue: number
  readonly scans: number
  readonly transfers: number
}

/** The sources of the figures that are read when the metrics are. */
interface FigureSources {
  readonly kysely: Kysely<Tables>
  readonly timers: Timers
  /** Whether the lock of this process is held. */
  readonly canClaim: () => boolean
}

/** The metrics of the service, in the format of Prometheus. */
export interface Metrics {
  readonly meters: Meters
  readonly contentType: string
  /** The names of all series; a histogram has three. */
  readonly names: ReadonlySet<string>
  /** All current metrics; those of the queues are read from the database, and NaN if it does not respond. */
  text(sources: FigureSources): Promise<string>
}

/** The upper bounds of the histogram buckets, in seconds. */
const fast = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const slow = [...fast, 5, 10, 30, 60]
const jobs = [0.1, 1, 10, 60, 300, 1800]

/** Starts to measure. The library is loaded here, because many services are never scraped. */
export async function createMetrics(): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `scenewright_${name}`, help, labelNames, registers })
  const histogram = <Label extends string>(
    named: { readonly name: string; readonly help: string; readonly buckets: number[] },
    ...labelNames: Label[]
  ) => new Histogram({ ...named, name: `scenewright_${named.name}`, labelNames, registers })
  const gauge = (name: string, help: string) => new Gauge({ name: `scenewright_${name}`, help, registers })

  const requests = histogram(
    { name: 'http_request_seconds', help: 'Duration of an HTTP request.', buckets: fast },
    'method',
    'route',
    'status',
  )
  const accepted = counter('completions_accepted_total', 'Completions that were accepted.')
  const finished = counter('completions_settled_total', 'Completions with a final result.', 'status')
  const attempts = counter('delivery_attempts_total', 'Attempts to deliver a result.', 'outcome')
  const claims = histogram(
    { name: 'claim_seconds', help: 'Duration of a claim of waiting work.', buckets: fast },
    'queue',
  )
  const functions = histogram(
    { name: 'function_call_seconds', help: 'Duration of a call of a bot’s function.', buckets: slow },
    'outcome',
  )
  const providers = histogram(
    { name: 'provider_call_seconds', help: 'Duration of a request to a language model.', buckets: slow },
    'provider',
    'outcome',
  )
  const statements = histogram({
    name: 'database_statement_seconds',
    help: 'Duration of a statement, without the wait for a connection.',
    buckets: fast,
  })
  const jobTimes = histogram(
    { name: 'job_seconds', help: 'Duration of a run of a scan or a transfer.', buckets: jobs },
    'kind',
    'outcome',
  )
  const deleted = counter('retention_deleted_total', 'Rows that were deleted because of their age.', 'kind')
  const trusted = gauge('retention_clock_trusted', 'Whether the clock is trusted, so that old data is deleted.')
  const losses = counter('lock_lost_total', 'How often the lock that shows that this process is alive was lost.')
  const figures = {
    isHeld: gauge('lock_held', 'Whether the lock that shows that this process is alive is held.'),
    waiting: gauge('completions_waiting', 'Completions without a final result.'),
    oldestWaiting: gauge('completions_oldest_waiting_seconds', 'Age of the oldest completion without a final result.'),
    undelivered: gauge('deliveries_waiting', 'Results that are not delivered yet.'),
    oldestDue: gauge('deliveries_oldest_due_seconds', 'How long the oldest delivery that is due has waited.'),
    scans: gauge('scans_waiting', 'Scans that have not ended.'),
    transfers: gauge('transfers_waiting', 'Transfers that have not ended.'),
    isUp: gauge('database_up', 'Whether the database responds.'),
  }
  return {
    contentType: registry.contentType,
    names: new Set(registry.getMetricsAsArray().flatMap(({ name, type }) => seriesOf(name, String(type)))),
    meters: {
      requestAnswered: (labels, ms) => requests.observe({ ...labels, status: String(labels.status) }, ms / 1000),
      completionAccepted: () => accepted.inc(),
      completionFinished: status => finished.inc({ status }),
      deliveryAttempted: outcome => attempts.inc({ outcome }),
      workClaimed: (queue, ms) => claims.observe({ queue }, ms / 1000),
      functionCalled: (outcome, ms) => functions.observe({ outcome }, ms / 1000),
      providerCalled: (provider, outcome, ms) => providers.observe({ provider, outcome }, ms / 1000),
      statementCarriedOut: ms => statements.observe(ms / 1000),
      jobEnded: (kind, outcome, ms) => jobTimes.observe({ kind, outcome }, ms / 1000),
      oldDeleted: (kind, count) => deleted.inc({ kind }, count),
      clockJudged: isTrusted => trusted.set(isTrusted ? 1 : 0),
      lockLost: () => losses.inc(),
    },
    async text(sources) {
      const read = await readQueueFigures(sources)
      figures.isUp.set(read === undefined ? 0 : 1)
      figures.isHeld.set(sources.canClaim() ? 1 : 0)
      for (const name of ['waiting', 'oldestWaiting', 'undelivered', 'oldestDue', 'scans', 'transfers'] as const) {
        figures[name].set(read?.[name] ?? Number.NaN)
      }
      return registry.metrics()
    },
  }
}

function seriesOf(name: string, type: string): readonly string[] {
  return type === 'histogram' ? ['bucket', 'count', 'sum'].map(part => `${name}_${part}`) : [name]
}

/** Undefined if the database does not respond within a second. */
async function readQueueFigures({
  kysely,
  timers,
}: Pick<FigureSources, 'kysely' | 'timers'>): Promise<QueueFigures | undefined> {
  const query = sql<QueueFigures>`
    select c.waiting, c.oldest as "oldestWaiting", d.undelivered, d.oldest as "oldestDue",
      (select count(*)::float8 from scans where status = 'RUNNING') as scans,
      (select count(*)::float8 from transfers where status in ('PENDING', 'RUNNING')) as transfers
    from (
      select count(*)::float8 as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
      from completions where status in ('PENDING', 'PROCESSING')
    ) c, (
      select count(*)::float8 as undelivered,
        greatest(0, coalesce(extract(epoch from now() - min(due_at)), 0))::float8 as oldest
      from deliveries
    ) d
  `.execute(kysely)
  return (await valueWithinSecond(query, timers))?.rows[0]
}
