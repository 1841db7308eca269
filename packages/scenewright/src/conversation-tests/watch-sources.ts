import { relative, sep } from 'node:path'
import { withForwardSlashes } from '@scenewright/model'

/** How long a change waits for others: editors write a file in several steps, and git writes many. */
const settleMs = 100

const skipped = new Set(['node_modules', '.git', '.scenewright'])

/** What a project can be made of: its sources, what they import, and its config. */
const isMadeOf = /\.(?:ya?ml|ts)$/

/** Tells of the files below `root` that have changed, relative to it, several at once. */
export async function watchSources(
  root: string,
  onChange: (files: readonly string[]) => void,
): Promise<{ close(): Promise<void> }> {
  // Loaded here: nothing else needs it.
  const { watch } = await import('chokidar')
  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path, stats) => isSkipped(relative(root, path)) || (stats?.isFile() === true && !isMadeOf.test(path)),
  })
  let changed: string[] = []
  let timer: NodeJS.Timeout | undefined
  watcher.on('all', (_event, path) => {
    if (!isMadeOf.test(path)) return
    changed.push(withForwardSlashes(relative(root, path)))
    clearTimeout(timer)
    timer = setTimeout(() => {
      const files = changed
      changed = []
      onChange(files)
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
