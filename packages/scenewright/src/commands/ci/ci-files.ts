import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CiHostName, ciHosts } from './hosts.ts'
import { type CiHost, type CiSetup, plainSetup, starterSetup } from './setup.ts'

/** A file that a host needs for a setup. */
export interface CiFile {
  readonly host: CiHostName
  /** From the top of the repository. */
  readonly path: string
  readonly text: string
  /** `written`: to be written, because there is none, or only that of a starter project. `foreign`: a user changed it. */
  readonly status: 'written' | 'unchanged' | 'foreign'
  /** The file that is there belongs to a project whose folder gives the same name. */
  readonly isOfAnother?: true
}

/** The files that the hosts need, compared with those in the repository. Writes nothing. */
export async function planFiles(top: string, hosts: readonly CiHostName[], setup: CiSetup): Promise<readonly CiFile[]> {
  const files: CiFile[] = []
  for (const host of hosts) {
    const { path: pathOf, render } = ciHosts[host]
    const path = pathOf(setup.folder)
    const text = render(setup)
    const there = await readText(join(top, path))
    // The CI files of a starter project may be replaced as long as they are unmodified.
    const isOurs = there === undefined || [plainSetup, starterSetup(setup)].some(each => render(each) === there)
    const status = there === text ? 'unchanged' : isOurs ? 'written' : 'foreign'
    // Each file names reports in the folder of its project.
    const isOfAnother = status === 'foreign' && there?.includes(setup.folder) === false
    files.push({ host, path, text, status, ...(isOfAnother && { isOfAnother }) })
    if (setup.folder !== '') files.push(...(await writableEntry(top, host)))
  }
  return files
}

/** A file that was written by hand is not changed; its owner gets the required changes. */
async function writableEntry(top: string, host: CiHostName): Promise<readonly CiFile[]> {
  const { entry }: CiHost = ciHosts[host]
  if (entry === undefined) return []
  const there = await readText(join(top, entry.path))
  if (there !== undefined && there !== entry.text) return []
  return [{ host, path: entry.path, text: entry.text, status: there === undefined ? 'written' : 'unchanged' }]
}

/** The lines to add to a file that the host reads instead of the generated one. */
export async function includeAdvice(top: string, host: CiHostName, { folder }: CiSetup): Promise<string> {
  const { entry, path }: CiHost = ciHosts[host]
  if (folder === '' || entry === undefined) return ''
  const there = (await readText(join(top, entry.path))) ?? ''
  const included = there.replace(/(^|\s)#.*/g, '')
  if ([entry.includes, path(folder)].some(name => included.includes(name))) return ''
  return `\n"${entry.path}" does not include the new file. Add under \`include:\` the line \`- local: ${entry.includes}\`, and the stages check, plan and deploy.\n`
}

async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined)
}
