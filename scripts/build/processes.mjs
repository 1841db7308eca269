// Child processes that never outlive this one: each leads a group of its own, and the groups are ended on any way out.
import { spawn } from 'node:child_process'

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
const running = new Set()

for (const [signal, exitCode] of Object.entries(exitCodes)) {
  process.on(signal, async () => {
    await stopAll()
    process.exit(exitCode)
  })
}
process.on('exit', () => {
  for (const child of running) endGroup(child, 'SIGKILL')
})

/** Starts a program in a group of its own. */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { detached: true, ...options })
  running.add(child)
  child.once('close', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/** Runs a program to its end; promises what it printed. A failure is an error that names the program. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options })
    let printed = ''
    child.stdout?.on('data', data => {
      printed += data
    })
    child.once('error', reject)
    child.once('close', status => {
      if (status === 0) resolve(printed)
      else reject(new Error(`${[command, ...args].join(' ')} ended with ${status}`))
    })
  })
}

/** Asks every program to end, and ends those that have not after a few seconds. */
export async function stopAll() {
  const children = [...running]
  for (const child of children) endGroup(child, 'SIGTERM')
  await Promise.race([
    Promise.all(children.map(child => new Promise(resolve => child.once('close', resolve)))),
    new Promise(resolve => setTimeout(resolve, 5_000).unref()),
  ])
  for (const child of running) endGroup(child, 'SIGKILL')
}

function endGroup(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It has ended already.
  }
}
