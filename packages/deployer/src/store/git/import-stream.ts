/** The commit to create for a state. */
export interface StateCommit {
  /** The parent commit; null for the first. */
  readonly parent: string | null
  readonly message: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly state: string
  /** The payloads to add, by hash. */
  readonly payloads: ReadonlyMap<string, string>
}

/** Where the scratch repository has the imported commit. */
const nextRef = 'refs/scenewright/next'

/**
 * The stream from which `git fast-import` creates a commit and prints its id: one process for any number of objects.
 * The payloads of the parent are kept.
 */
export function importStream({ parent, message, at, state, payloads }: StateCommit): Buffer {
  const parts = [
    'feature done\n',
    `commit ${nextRef}\nmark :1\n`,
    `committer Scenewright <scenewright@scenewright.invalid> ${Math.floor(at / 1000)} +0000\n`,
    data(message),
    parent === null ? '' : `from ${parent}\n`,
    file('state.json', state),
    ...[...payloads].map(([hash, text]) => file(`payloads/${hash}.json`, text)),
    '\nget-mark :1\ndone\n',
  ]
  return Buffer.from(parts.join(''))
}

function file(path: string, text: string): string {
  return `M 100644 inline ${path}\n${data(text)}`
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`
}
