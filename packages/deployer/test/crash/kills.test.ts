import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
afterAll(() => stage.close())

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

/** Whether a process was killed; one that was not has done all that it should. */
async function wasKilled(process: ChildProcess): Promise<boolean> {
  const [code, signal] = await once(process, 'exit')
  if (signal === 'SIGKILL') return true
  expect(code).toBe(0)
  return false
}

/** The process is killed while its request is on the way: the service gets it, or does not. */
function atRequests(program: Program, kind: FaultKind): Row[] {
  return homes.map(({ home, rounds }) => ({
    name: `kill -9 at a request, ${kind}, ${home}`,
    rounds,
    home,
    async attempt(deployment, point, round) {
      let process: ChildProcess | undefined
      deployment.traffic.fault = { at: point, kind, act: () => process?.kill('SIGKILL') }
      process = start(program, deployment, round)
      return wasKilled(process)
    },
  }))
}

function atWrites(program: Program, when: 'before' | 'after'): Row[] {
  return homes.map(({ home, rounds }) => ({
    name: `kill -9 ${when} a write, ${home}`,
    rounds,
    home,
    attempt: (deployment, point, round) => wasKilled(start(program, deployment, round, { when, point })),
  }))
}

test('killed at any point of a deploy, it comes to its end with one record a key', async () => {
  const program = await bundle('deploy')
  const tried = await tryRows(stage, [
    ...atRequests(program, 'a reset, nothing done'),
    ...atRequests(program, 'a reset, done'),
    ...atWrites(program, 'before'),
    ...atWrites(program, 'after'),
  ])
  const points = [...tried.values()].reduce((sum, one) => sum + one, 0)
  console.log(`crash matrix: ${points} kills in ${tried.size} rows, each deploy brought to its end`)
  for (const [name, count] of tried) expect(count, name).toBeGreaterThan(1)
}, 600_000)
