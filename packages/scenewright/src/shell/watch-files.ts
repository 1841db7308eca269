import { relative, sep } from 'node:path'
import { withForwardSlashes } from '@scenewright/model/system'

const skipped = new Set(['node_modules', '.git', '.scenewright'])

/** The watched files, and what is called when they change. */
export interface FileWatch {
  readonly files: RegExp
  /** How long to wait for further changes, in milliseconds: after the last one, or only after the first one. */
  readonly settleMs: number
  readonly settlesAfter: 'last' | 'first'
  /** With the names of new, changed and deleted files, relative to the root, with forward slashes. */
  readonly onChange: (files: readonly string[]) => void
}

/** Watches files below `root`. Resolves when every later change is reported. */
export async function watchFiles(
  root: string,
  { files, settleMs, settlesAfter, onChange }: FileWatch,
): Promise<{ close(): Promise<void> }> {
  // Loaded here, because few commands need it.
  const { watch } = await import('chokidar')
  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    // Editors replace a file by another one: both events are reported, which is one change.
    atomic: false,
    ignored: (path, stats) => isSkipped(relative(root, path)) || (stats?.isFile() === true && !files.test(path)),
  })
  let changed: string[] = []
  let timer: NodeJS.Timeout | undefined
  watcher.on('all', (_event, path) => {
    if (!files.test(path)) return
    changed.push(withForwardSlashes(relative(root, path)))
    if (settlesAfter === 'last') clearTimeout(timer)
    else if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      const names = changed
      changed = []
      onChange([...new Set(names)])
    }, settleMs)
  })
  await new Promise<void>(resolve => watcher.once('ready', resolve))
  return {
    close: async () => {
      clearTimeout(timer)
      await watcher.close()
    },
  }
}

function isSkipped(path: string): boolean {
  return path.split(sep).some(part => skipped.has(part))
}
