import type { Answer } from '@scenewright/client'
import type { OperationError } from '@scenewright/model'
import { type Deadline, systemClock, watchDeadline } from '../deadline.ts'
import { StateLocked } from '../store.ts'
import { type LockInfo, readHolder } from './lock-info.ts'

/** The server side of a lock: acquires and releases the lock of an address. */
export interface LockServer {
  /** Where it is, for messages. */
  readonly name: string
  /** How long to wait for a lock that another holds. */
  readonly deadline: Deadline
  lock(info: LockInfo): Promise<Answer>
  unlock(info: LockInfo): Promise<Answer>
  /** The error for any other response. */
  refusal(answer: Answer, doing: string): OperationError
}

/** Runs an action while it holds the lock; a StateLocked names the owner if the lock is not released in time. */
export async function withLock<Result>(
  server: LockServer,
  info: LockInfo,
  action: () => Promise<Result>,
): Promise<Result> {
  await waitForLock(server, info)
  try {
    return await action()
  } finally {
    await giveBack(server, info)
  }
}

async function waitForLock(server: LockServer, info: LockInfo): Promise<void> {
  const { clock = systemClock } = server.deadline
  let isOver = false
  const forget = watchDeadline(server.deadline, () => {
    isOver = true
  })
  try {
    while (!(await take(server, info, isOver))) await clock.pause(50 + Math.random() * 200)
  } finally {
    forget()
  }
}

async function take(server: LockServer, info: LockInfo, isLast: boolean): Promise<boolean> {
  const answer = await server.lock(info).catch(async error => {
    // If the response was lost, the lock may be ours.
    await giveBack(server, info)
    throw error
  })
  const { status, text } = answer
  if (isAccepted(answer)) return true
  if (status !== 423 && status !== 409) throw server.refusal(answer, 'lock')
  const holder = readHolder(text)
  if (holder.ID === info.ID) return true
  if (isLast) throw lockedBy(server, holder)
  return false
}

/** Tries it twice. If the lock cannot be released, the next writer sees it with its owner. */
async function giveBack(server: LockServer, info: LockInfo): Promise<void> {
  const { clock = systemClock } = server.deadline
  const isReleased = () => server.unlock(info).then(isAccepted, () => false)
  if (await isReleased()) return
  await clock.pause(500)
  await isReleased()
}

function isAccepted({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

function lockedBy({ name }: LockServer, { Who, Created, ID }: Partial<LockInfo>): StateLocked {
  const who = Who === undefined ? 'another' : `"${Who}"`
  const since = Created === undefined ? '' : ` since ${Created}`
  return new StateLocked('state', `the state ${name} is locked by ${who}${since}`, {
    help: `wait for it; if it is certainly no longer running, release the lock on the server${ID === undefined ? '' : `: ${ID}`}`,
  })
}
