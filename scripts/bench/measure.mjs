import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runNode } from './run-node.mjs'
import { temporary } from './temporary.mjs'

/** The time from a program's start to its end, in milliseconds. */
export async function wallTime(program) {
  const started = process.hrtime.bigint()
  await runNode(program)
  return Number(process.hrtime.bigint() - started) / 1e6
}

/** The processor time of a program and of the processes it forks, in milliseconds: its own and the system's for it. */
export async function cpuTime(program) {
  const usages = await resources(program)
  return sum(usages.map(({ userCPUTime, systemCPUTime }) => userCPUTime + systemCPUTime)) / 1000
}

/** The peak memory of a program, in KiB; that of its child processes is added, as if all peaked together. */
export async function peakMemory(program) {
  return sum((await resources(program)).map(({ maxRSS }) => maxRSS))
}

const preload = fileURLToPath(new URL('resources.cjs', import.meta.url))
const usagesFile = join(temporary, 'resources')

async function resources({ args, cwd, env }) {
  rmSync(usagesFile, { force: true })
  await runNode({ args: ['-r', preload, ...args], cwd, env: { ...env, SCENEWRIGHT_BENCH_RESOURCES: usagesFile } })
  return readFileSync(usagesFile, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
