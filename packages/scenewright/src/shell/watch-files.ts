import { relative, sep } from 'node:path'
import { withForwardSlashes } from '@scenewright/model/system'

const skipped = new Set(['node_modules', '.git', '.scenewright'])

/** The library leaves out changes of a file within 50 milliseconds after another one. */
const blindMs = 60

/** The watched files, and what is called when they change. */
export interface FileWatch {
  readonly files: RegExp
  /**
   * How long to wait for further changes, in milliseconds: after the last one, or only after the first one. In the
   * latter case files are reported twice, because their content may change once more without another event.
   */
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
  const again = new Set<NodeJS.Timeout>()
  const report = () => {
    const names = [...new Set(changed)]
    changed = []
    timer = undefined
    onChange(names)
    if (settlesAfter === 'last') return
    const second = setTimeout(() => {
      again.delete(second)
      onChange(names)
    }, blindMs)
    again.add(second)
  }
  watcher.on('all', (_event, path) => {
    if (!files.test(path)) return
    changed.push(withForwardSlashes(relative(root, path)))
    if (settlesAfter === 'last') clearTimeout(timer)
    else if (timer !== undefined) return
    timer = setTimeout(report, settleMs)
  })
  await new Promise<void>(resolve => watcher.once('ready', resolve))
  return {
    close: async () => {
      for (const each of [timer, ...again]) clearTimeout(each)
      await watcher.close()
    },
  }
}

function isSkipped(path: string): boolean {
  return path.split(sep).some(part => skipped.has(part))
}
