import { type Client, type ScenarioRecord, ServiceError } from '@scenewright/client'
import type { Actor, Scheduler, Way } from './scheduler.ts'

/** A scenario on the service of a model. */
interface ModelRecord {
  readonly id: string
  title: string
  is_active: boolean
  versions: readonly ModelVersion[]
}

// A type: the records of the client are open, which an interface does not fit.
type ModelVersion = {
  readonly unique_id: string
  readonly version: number
  readonly status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  readonly definition: unknown
}

/** A request on its way, which may take effect at any time up to `deadline`, whatever its sender has heard. */
interface Travelling {
  readonly deadline: number
  state: 'travelling' | 'arrived' | 'lost'
  readonly arrive: () => void
}

/** The service of a model, and the network before it. */
export interface ModelService {
  readonly records: ModelRecord[]
  /** The titles of all creates that took effect. */
  readonly created: string[]
  readonly requests: Travelling[]
  client(actor: Actor): Client
  /** Makes a scenario as a person does in the service's own editor, and switches it on. Its id. */
  makeByHand(title: string, definition: unknown): string
  /** Publishes another definition of a record, as a person does. */
  editByHand(id: string, definition: unknown): void
}

interface ModelServiceOptions {
  readonly scheduler: Scheduler
  readonly clock: { readonly now: number }
  /** How long a request may take to arrive, in milliseconds. */
  readonly latenessMs: number
  /** Is called when a create leaves. */
  readonly onCreate: (title: string, actor: Actor) => void
}

export function modelService({ scheduler, clock, latenessMs, onCreate }: ModelServiceOptions): ModelService {
  const records: ModelRecord[] = []
  const created: string[] = []
  const requests: Travelling[] = []
  let lastId = 0
  const newId = () => `x${++lastId}`

  function send(actor: Actor, effect: () => ModelRecord, signal?: AbortSignal): Promise<ScenarioRecord> {
    let answer: Way<ScenarioRecord> = lost
    const request: Travelling = {
      deadline: clock.now + latenessMs,
      state: 'travelling',
      arrive: () => {
        if (request.state !== 'travelling') return
        request.state = 'arrived'
        answer = attempt(effect)
      },
    }
    requests.push(request)
    return scheduler
      .effect(
        actor,
        waysOf(request, () => answer()),
        signal,
      )
      .catch(error => {
        throw error === signal?.reason ? uncertain() : error
      })
  }

  const find = (id: string) => {
    const record = records.find(one => one.id === id)
    if (record === undefined) throw refused(404)
    return record
  }

  const publishedByHand = (versions: readonly ModelVersion[], definition: unknown) => {
    const version = { unique_id: newId(), version: versions.length + 1, status: 'PUBLISHED' as const, definition }
    return [version, ...versions.map(one => publishedIf(one, version.unique_id))]
  }

  return {
    records,
    created,
    requests,
    makeByHand(title, definition) {
      const record = { id: newId(), title, is_active: true, versions: publishedByHand([], definition) }
      records.push(record)
      created.push(title)
      return record.id
    },
    editByHand(id, definition) {
      const record = find(id)
      record.versions = publishedByHand(record.versions, definition)
    },
    client: actor => ({
      ...unused,
      importScenario(_bot, { scenario: { title, definition } }, call = {}) {
        onCreate(title, actor)
        return send(
          actor,
          () => {
            const draft = { unique_id: newId(), version: 1, status: 'DRAFT', definition } as const
            const record = { id: newId(), title, is_active: false, versions: [draft] }
            records.push(record)
            created.push(title)
            return record
          },
          call.signal,
        )
      },
      updateScenario(_bot, id, { title, definition }, call = {}) {
        return send(
          actor,
          () => {
            const record = find(id)
            if (title !== undefined) record.title = title
            if (definition !== undefined) record.versions = withDraft(record.versions, definition, newId)
            return record
          },
          call.signal,
        )
      },
      publishVersion({ scenario, version }, activate, call = {}) {
        return send(
          actor,
          () => {
            const record = find(scenario)
            if (!record.versions.some(({ unique_id }) => unique_id === version)) throw refused(404)
            record.versions = record.versions.map(one => publishedIf(one, version))
            if (activate) record.is_active = true
            return record
          },
          call.signal,
        )
      },
      switchScenario(_bot, id, isActive, call = {}) {
        return send(
          actor,
          () => {
            const record = find(id)
            if (isActive && !record.versions.some(({ status }) => status === 'PUBLISHED')) throw refused(400)
            record.is_active = isActive
            return record
          },
          call.signal,
        )
      },
    }),
  }
}

/** How a request and its answer may go, well first. Where it has arrived already, nobody can have turned it away. */
function waysOf(request: Travelling, answer: Way<ScenarioRecord>): readonly Way<ScenarioRecord>[] {
  const turnedAway = (error: () => ServiceError) => () => {
    if (request.state === 'arrived') throw uncertain()
    request.state = 'lost'
    throw error()
  }
  const arrived = () => {
    request.arrive()
    return answer()
  }
  return [
    arrived,
    // The answer is lost: the request has arrived, never does, or is still under way.
    () => {
      arrived()
      throw uncertain()
    },
    turnedAway(uncertain),
    lost,
    lost,
    // The answer is cut: before the id, or behind it.
    () => {
      arrived()
      throw unreadable()
    },
    () => {
      throw unreadable(arrived().unique_id)
    },
    () => ({ unique_id: arrived().unique_id, versions: [] }),
    turnedAway(() => new ServiceError('refused', { outcome: 'not-sent' })),
    turnedAway(() => refused(400)),
    turnedAway(() => new ServiceError('slower', { outcome: 'rejected', status: 429, retryAfterMs: 1000 })),
  ]
}

function attempt(effect: () => ModelRecord): Way<ScenarioRecord> {
  try {
    const { id, is_active, versions } = effect()
    return () => ({ unique_id: id, is_active, versions })
  } catch (error) {
    return () => {
      throw error
    }
  }
}

function withDraft(
  versions: readonly ModelVersion[],
  definition: unknown,
  newId: () => string,
): readonly ModelVersion[] {
  const isDraft = ({ status }: ModelVersion) => status === 'DRAFT'
  if (versions.some(isDraft)) return versions.map(one => (isDraft(one) ? { ...one, definition } : one))
  return [{ unique_id: newId(), version: versions.length + 1, status: 'DRAFT', definition }, ...versions]
}

function publishedIf(version: ModelVersion, wanted: string): ModelVersion {
  if (version.unique_id === wanted) return { ...version, status: 'PUBLISHED' }
  return version.status === 'PUBLISHED' ? { ...version, status: 'ARCHIVED' } : version
}

function lost(): never {
  throw uncertain()
}

function uncertain(): ServiceError {
  return new ServiceError('no answer', { outcome: 'uncertain' })
}

function unreadable(remoteId?: string): ServiceError {
  return new ServiceError('cut', {
    outcome: 'applied-unreadable',
    status: 201,
    ...(remoteId !== undefined && { remoteId }),
  })
}

function refused(status: number): ServiceError {
  return new ServiceError('refused', { outcome: 'rejected', status })
}

function notInTheModel(): never {
  throw new Error('a deploy asks for nothing else')
}

const unused: Client = {
  listBots: async () => ({ data: [], meta: { total: 0 } }),
  createBot: notInTheModel,
  changeBot: notInTheModel,
  createScenario: notInTheModel,
  importScenario: notInTheModel,
  updateScenario: notInTheModel,
  publishVersion: notInTheModel,
  switchScenario: notInTheModel,
  createFunction: notInTheModel,
  listFunctions: notInTheModel,
  complete: notInTheModel,
  createDialogue: notInTheModel,
  readJournal: notInTheModel,
}
