import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small disk in memory. */
export interface SmallDisk {
  readonly folder: string
  /** Fills it up to the last byte. */
  fill(): void
  /** Frees again what `fill` took. */
  free(): void
  remove(): void
}

/** Why this machine has no small disks for the tests; undefined if it has. */
export const withoutDisks: string | undefined = findReason()

export const onSmallDisk = withoutDisks === undefined ? 'on a small disk' : `on a small disk (skipped: ${withoutDisks})`

function findReason(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root of Linux can mount one'
  try {
    newSmallDisk(1).remove()
    return undefined
  } catch {
    return 'root must not mount one here'
  }
}

/** Mounts a disk of so many megabytes. */
export function newSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'service-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder], { stdio: 'pipe' })
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize))
      } catch (error) {
        // Others have taken the last bytes meanwhile.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    },
    free: () => rmSync(filler),
    remove() {
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    },
  }
}
