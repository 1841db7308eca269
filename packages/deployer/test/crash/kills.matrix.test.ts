import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { beforeAll, expect, test } from 'vitest'
import { byTier } from '../../../../test/tier.ts'
import { gitEnvironment } from '../git-repositories.ts'
import { bundle, type Program } from '../process/bundle.ts'
import type { DeploySettings } from '../process/deploy.ts'
import type { Deployment } from './deployment.ts'
import type { FaultKind } from './fault-proxy.ts'
import { type Row, tryRows } from './matrix.ts'
import { everything, few } from './rounds.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

/** A write to git takes some processes, so what is killed there has fewer points. */
const homes = [
  { home: 'file', rounds: everything },
  { home: 'git', rounds: few },
] as const

function start(program: Program, deployment: Deployment, round: number, die?: DeploySettings['die']): ChildProcess {
  const { root, home, environment, clock, sources } = deployment
  const settings: DeploySettings = {
    root,
    home,
    environment,
    account: stage.account,
    sources: sources(round),
    now: clock.now,
    ...(die !== undefined && { die }),
  }
  return program.start([JSON.stringify(settings)], gitEnvironment)
}

type Signal = 'SIGKILL' | 'SIGTERM'

/** Whether a process was killed, or ended as it was told to; one that was not has done all that it should. */
async function wasEnded(process: ChildProcess): Promise<boolean> {
  const [code, signal] = await once(process, 'exit')
  if (signal === 'SIGKILL' || code === 143) return true
  expect(code).toBe(0)
  return false
}

/** The process is ended while its request is on the way: the service gets it, or does not. */
function atRequests(program: Program, signal: Signal, kind: FaultKind): Row[] {
  return homes.map(({ home, rounds }) => ({
    name: `${signal} at a request, ${kind}, ${home}`,
    rounds,
    home,
    async attempt(deployment, point, round) {
      let process: ChildProcess | undefined
      deployment.traffic.fault = { at: point, kind, act: () => process?.kill(signal) }
      process = start(program, deployment, round)
      return wasEnded(process)
    },
  }))
}

function atWrites(program: Program, signal: Signal, when: 'before' | 'after'): Row[] {
  return homes.map(({ home, rounds }) => ({
    name: `${signal} ${when} a write, ${home}`,
    rounds,
    home,
    attempt: (deployment, point, round) => wasEnded(start(program, deployment, round, { signal, when, point })),
  }))
}

test('a deploy that was killed or stopped ends with one record per key', async () => {
  const program = await bundle('deploy')
  const rows = (['SIGKILL', 'SIGTERM'] as const).flatMap(signal => [
    ...atRequests(program, signal, 'a reset, nothing done'),
    ...atRequests(program, signal, 'a reset, done'),
    ...atWrites(program, signal, 'before'),
    ...atWrites(program, signal, 'after'),
  ])
  const tried = await tryRows(stage, rows)
  const points = [...tried.values()].reduce((sum, one) => sum + one, 0)
  console.log(`crash matrix: ${points} kills and stops in ${tried.size} rows, each deploy brought to its end`)
  for (const [name, count] of tried) expect(count, name).toBeGreaterThan(byTier({ once: 0, full: 1 }))
  expect(points).toBeGreaterThanOrEqual(byTier({ once: 16, full: 146 }))
})
