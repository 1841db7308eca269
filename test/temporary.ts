import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { freemem, hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning } from '../packages/model/src/system.ts'

const gibibyte = 2 ** 30

const prefix = 'scenewright-tests-'

/**
 * Creates one temporary folder for a run of Vitest: the tests and the programs that they start write to it. It is removed
 * when this process ends. It is in memory if there is room, because the tests create and remove a hundred thousand small
 * files: on a disk, that takes a tenth of the processor time of all tests, and more time if the disk is busy.
 */
export function setup(): void {
  // Vitest calls this for each project, and some tests run Vitest.
  if (process.env.SCENEWRIGHT_TEST_KEPT !== undefined) return
  const usual = tmpdir()
  const parent = hasRoom('/dev/shm') ? '/dev/shm' : usual
  removeAbandoned(parent)
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  // PostgreSQL runs as another user if this process runs as root.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.env.SCENEWRIGHT_TEST_KEPT = usual
  process.once('exit', () => {
    endPrograms(folder)
    removeOnceQuiet(folder)
  })
}

/**
 * Ends the programs that the tests have started and not ended: Vitest kills a process that needs more than half a second
 * to end, as on a busy machine, and such a process ends nothing. Only Linux tells which programs these are: those whose
 * environment names the folder.
 */
function endPrograms(folder: string): void {
  if (!existsSync('/proc/self/environ')) return
  const others = readdirSync('/proc').filter(name => /^\d+$/.test(name) && name !== String(process.pid))
  for (const pid of others) {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`=${folder}`)) continue
      // PostgreSQL removes its shared memory.
      const isServer = readFileSync(`/proc/${pid}/comm`, 'latin1').startsWith('postgres')
      process.kill(Number(pid), isServer ? 'SIGQUIT' : 'SIGKILL')
    } catch {
      // It has just ended, or belongs to another user.
    }
  }
}

/** Where to keep what later runs on this machine use too. */
export function keptFolder(): string {
  return process.env.SCENEWRIGHT_TEST_KEPT ?? tmpdir()
}

/** Whether a folder in memory takes what all tests write, and programs can be run from it. */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 4 * gibibyte && freemem() > 8 * gibibyte && canRun(folder)
  } catch {
    return false
  }
}

function canRun(folder: string): boolean {
  const own = mkdtempSync(join(folder, prefix))
  try {
    const program = join(own, 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
    execFileSync(program)
    return true
  } finally {
    rmSync(own, { recursive: true })
  }
}

/** Removes a folder into which programs that are about to end may still write, for a moment. */
function removeOnceQuiet(folder: string): void {
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let attempts = 50; existsSync(folder) && attempts > 0; attempts -= 1) {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Something was written meanwhile. What is left in the end, the next run removes.
      Atomics.wait(clock, 0, 0, 100)
    }
  }
}

/** Removes what runs have left that ended without a chance to do so. What cannot be removed stays. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1])
    if (!(pid > 0) || isRunning({ pid, host: hostname(), started: '' })) continue
    const folder = join(parent, name)
    try {
      for (const disk of disksIn(folder)) execFileSync('umount', ['--lazy', disk], { stdio: 'pipe' })
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // It may belong to another user.
    }
  }
}

/** The file systems that tests have mounted in a folder, such as a small disk. Only Linux lists them. */
function disksIn(folder: string): readonly string[] {
  if (!existsSync('/proc/mounts')) return []
  const mounted = readFileSync('/proc/mounts', 'utf8').split('\n')
  return mounted.map(line => line.split(' ')[1] ?? '').filter(place => place.startsWith(`${folder}/`))
}
