import type { Deployment } from './deployment.ts'
import { openDeployment } from './deployment.ts'
import type { Rounds } from './rounds.ts'
import type { Stage } from './stage.ts'

/** One row of the matrix: a way to go wrong, at every point of a deploy. */
export interface Row {
  readonly name: string
  readonly rounds: Rounds
  readonly home: 'file' | 'git'
  /** A bot of its own for each point, which has nothing before. */
  readonly isFirst?: true
  /** Deploys with the fault at the point, counted from 1; false where the deploy has no such point. */
  readonly attempt: (deployment: Deployment, point: number, round: number) => Promise<boolean>
}

const mostPoints = 100

/** Goes through several rows at once; resolves with the points of each. */
export async function tryRows(stage: Stage, rows: readonly Row[]): Promise<Map<string, number>> {
  const tried = new Map<string, number>()
  const queue = rows.values()
  const lanes = Array.from({ length: 4 }, async () => {
    for (const row of queue) tried.set(row.name, await tryRow(stage, row))
  })
  await Promise.all(lanes)
  return tried
}

/** Goes through the points of a row, each time to the end; resolves with how many it has. */
async function tryRow(stage: Stage, row: Row): Promise<number> {
  let deployment = await openDeployment(stage, row.rounds, row.home)
  for (let point = 1; point <= mostPoints; point += 1) {
    const round = row.isFirst ? 0 : point - 1
    if (row.isFirst && point > 1) deployment = await openDeployment(stage, row.rounds, row.home)
    await deployment.prepare(round)
    deployment.traffic.count = 0
    const isHit = await row.attempt(deployment, point, round)
    deployment.traffic.fault = undefined
    try {
      await deployment.recover(round)
    } catch (error) {
      throw new Error(`${row.name}, ${row.home}, at ${point}`, { cause: error })
    }
    if (!isHit) return point - 1
  }
  throw new Error(`${row.name} has no end`)
}
