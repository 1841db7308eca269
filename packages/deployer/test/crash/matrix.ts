import { byTier } from '../../../../test/tier.ts'
import { type Deployment, openDeployment } from './deployment.ts'
import type { FaultKind } from './fault-proxy.ts'
import type { Rounds } from './rounds.ts'
import type { Stage } from './stage.ts'

/** One row of the matrix: a way to go wrong, at the points of a deploy. */
export interface Row {
  readonly name: string
  readonly rounds: Rounds
  readonly home: 'file' | 'git'
  /** A bot of its own for each deploy, which has nothing before. */
  readonly isFirst?: true
  /** Deploys with the fault at the point, counted from 1; false where the deploy has no such point. */
  readonly attempt: (deployment: Deployment, point: number, round: number) => Promise<boolean>
  /** The faults of a row in which requests go wrong. */
  readonly kinds?: readonly FaultKind[]
  /** One operation meets each fault; without, every operation does. */
  readonly isSpread?: true
}

/** A row in which requests go wrong on their way. */
export function atRequests({ kinds, ...row }: Omit<Row, 'attempt'> & Required<Pick<Row, 'kinds'>>): Row {
  const [kind] = kinds
  return {
    ...row,
    kinds,
    async attempt(deployment, point, round) {
      const { traffic } = deployment
      traffic.fault = { at: point, ...(kind !== undefined && { kind }) }
      await deploy(deployment, round)
      return traffic.count >= point
    },
  }
}

function deploy({ apply, sources, client, traffic }: Deployment, round: number): Promise<void> {
  return apply(sources(round), { client: traffic.silence.watch(client) })
}

/** Runs one deploy of a row, and brings it to its end; resolves with what the attempt says. */
type Try = <Result>(attempt: (deployment: Deployment, round: number) => Promise<Result>) => Promise<Result>

const maxPoints = 100

/**
 * Goes through several rows at once; resolves with the points of each. The full tier takes every point of a deploy.
 * Otherwise a request of each operation meets each fault, unless its row spreads them, and everything else happens at a
 * few points.
 */
export async function tryRows(stage: Stage, rows: readonly Row[]): Promise<Map<string, number>> {
  const tried = new Map<string, number>()
  const queue = rows.entries()
  const lanes = Array.from({ length: 4 }, async () => {
    const run = deployments(stage)
    for (const [index, row] of queue) {
      const deployed: Try = attempt => run(row, attempt)
      tried.set(
        row.name,
        await byTier({ once: () => tryFew(row, index, deployed), full: () => tryAll(row, deployed) })(),
      )
    }
  })
  await Promise.all(lanes)
  return tried
}

/** Every point of a deploy, up to the first that it does not have. */
async function tryAll({ name, attempt }: Row, deployed: Try): Promise<number> {
  for (let point = 1; point <= maxPoints; point += 1) {
    if (!(await deployed((deployment, round) => attempt(deployment, point, round)))) return point - 1
  }
  throw new Error(`${name} has no end`)
}

async function tryFew(row: Row, index: number, deployed: Try): Promise<number> {
  if (row.kinds !== undefined) return tryEach(row, row.kinds, deployed)
  const points = row.rounds.points(index)
  for (const point of points) await tryNear(row, point, deployed)
  return points.length
}

/** The point, or the last one before it that the deploy has: on a busy machine one write of the state takes more along. */
async function tryNear({ name, attempt }: Row, last: number, deployed: Try): Promise<void> {
  for (let point = last; point > 0; point -= 1) {
    if (await deployed((deployment, round) => attempt(deployment, point, round))) return
  }
  throw new Error(`${name} has no point`)
}

/** Requests meet the faults, in as many deploys as that takes: one that fails has no successors. */
async function tryEach(row: Row, kinds: readonly FaultKind[], deployed: Try): Promise<number> {
  const { name, isSpread, rounds } = row
  const { operations } = rounds
  const met = (at: number) => kinds.filter((_, index) => !isSpread || index % operations.length === at)
  const planned = new Map(operations.map((operation, index) => [operation, met(index)]))
  const left = () => [...planned.values()].reduce((sum, faults) => sum + faults.length, 0)
  const all = left()
  for (let before = all; before > 0; before = left()) {
    await deployed((deployment, round) => {
      deployment.traffic.planned = planned
      return deploy(deployment, round)
    })
    if (left() === before) throw new Error(`${name} does not meet ${JSON.stringify([...planned])}`)
  }
  return all
}

interface Open {
  readonly deployment: Deployment
  round: number
}

/** Runs deploys, each to its end. Rows with the same rounds share a bot, and go on where the last one ended. */
function deployments(stage: Stage) {
  const open = { file: new Map<Rounds, Open>(), git: new Map<Rounds, Open>() }
  const opened = async ({ rounds, home, isFirst }: Row): Promise<Open> => {
    const known = open[home].get(rounds)
    if (known !== undefined && !isFirst) return known
    const fresh = { deployment: await openDeployment(stage, rounds, home), round: 0 }
    open[home].set(rounds, fresh)
    return fresh
  }
  return async <Result>(
    row: Row,
    attempt: (deployment: Deployment, round: number) => Promise<Result>,
  ): Promise<Result> => {
    const one = await opened(row)
    const { deployment, round } = one
    one.round += 1
    await deployment.prepare(round)
    deployment.traffic.count = 0
    const result = await attempt(deployment, round)
    deployment.traffic.fault = undefined
    deployment.traffic.planned = new Map()
    try {
      await deployment.recover(round)
    } catch (error) {
      throw new Error(`${row.name}, ${row.home}, in round ${round}`, { cause: error })
    }
    return result
  }
}
