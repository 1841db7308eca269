// Child processes that never outlive this one: each leads a group of its own, and the groups are ended on any way out.
import { spawn } from 'node:child_process'

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
const running = new Set()

for (const [signal, exitCode] of Object.entries(exitCodes)) process.on(signal, () => end(exitCode))

// npm passes a termination signal on to its shell alone: that the shell has gone is then all that there is to see.
const parent = process.ppid
setInterval(() => process.ppid !== parent && end(exitCodes.SIGTERM), 200).unref()

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
      // What is ended on purpose has not failed.
      else if (!isEnding) reject(new Error(`${[command, ...args].join(' ')} ended with ${status}`))
    })
  })
}

let isEnding = false

async function end(exitCode) {
  isEnding = true
  await stopAll()
  process.exit(exitCode)
}

/** How long a program that is asked to end may take, in milliseconds: a person waits at the prompt. */
const patience = 500

/** Asks every program to end, and ends those that have not soon. */
export async function stopAll() {
  const children = [...running]
  for (const child of children) endGroup(child, 'SIGTERM')
  await Promise.race([
    Promise.all(children.map(child => new Promise(resolve => child.once('close', resolve)))),
    new Promise(resolve => setTimeout(resolve, patience)),
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
