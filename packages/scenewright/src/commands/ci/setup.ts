import { textHash } from '@scenewright/model/text-hash'
import type { CommentHost, HostSetting } from './comment/comment-host.ts'
import { type CiInstall, npmInstall } from './install.ts'

/** The CI settings of a project. */
export interface CiSetup {
  /** The path from the top of the repository to the project: empty, or `bots/shop/`. */
  readonly folder: string
  /** The branch that is deployed after each merge. */
  readonly branch: string
  readonly install: CiInstall
  /** Whether there are conversation tests to run. */
  readonly hasTests: boolean
  /** In deployment order; if empty, nothing is deployed. */
  readonly environments: readonly CiEnvironment[]
}

/** An environment to deploy to, and the location of its state. */
export interface CiEnvironment {
  readonly name: string
  readonly state: 'git' | 'http' | 's3'
}

/** The variables for access to a state outside git; for one in git, the token of the checkout is used. */
export const stateVariables: { readonly [type in CiEnvironment['state']]: readonly string[] } = {
  git: [],
  http: ['SCENEWRIGHT_STATE_USERNAME', 'SCENEWRIGHT_STATE_PASSWORD'],
  s3: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
}

/**
 * The instructions for accounts of states outside git; empty if all are in git. `read`, `write`: where the host stores
 * each.
 */
export function stateAccounts(
  environments: readonly CiEnvironment[],
  { read, write }: { readonly read: string; readonly write: string },
): readonly string[] {
  const names = new Set(environments.flatMap(({ state }) => stateVariables[state]))
  if (names.size === 0) return []
  return [`${[...names].join(', ')}: an account with read access to the state ${read}, one with write access ${write}`]
}

/** The variables with the account of the service. */
export const accountVariables = ['SCENEWRIGHT_EMAIL', 'SCENEWRIGHT_API_KEY'] as const

/**
 * A name in a repository, or in a pipeline, that other projects share: it contains the project's folder. A folder with
 * characters that a name cannot have adds a part of its hash, as other folders have the same words.
 */
export function ownName(name: string, folder: string): string {
  if (folder === '') return name
  const path = folder.slice(0, -1)
  if (/^[\w/-]+$/.test(path)) return `${name}-${path.replace(/[/-]+/g, '-')}`
  return [name, ...(path.match(/\w+/g) ?? []), textHash(path).slice(0, 8)].join('-')
}

/** The setup of a starter project: it has tests, and deploys nothing. */
export function starterSetup({ folder, branch, install }: Pick<CiSetup, 'folder' | 'branch' | 'install'>): CiSetup {
  return { folder, branch, install, hasTests: true, environments: [] }
}

/** That of a starter project outside a repository. */
export const plainSetup = starterSetup({ folder: '', branch: 'main', install: npmInstall('') })

/** The files of a diff and a plan for a comment, below the project's folder. */
export const reportFiles = { diff: 'scenewright-diff.md', plan: 'scenewright-plan.md' } as const

/** The diff as a page, below the project's folder. */
export const diffPage = 'scenewright-diff.html'

/**
 * The script lines that add a link to the page below the first line of the diff, for `ci comment`. `url` is a shell
 * word.
 */
export function linkToPage(url: string): string {
  const { diff } = reportFiles
  return `{ head -n 1 ${diff}; printf '\\n[The diff as a page](%s)\\n' ${url}; tail -n +2 ${diff}; } > ${diffPage}.md\nmv ${diffPage}.md ${diff}`
}

/** The script line that writes a placeholder sentence if a report was not created, so that no older one remains. */
export function orNoReport(kind: keyof typeof reportFiles): string {
  const file = reportFiles[kind]
  return `[ -s ${file} ] || echo '**scenewright**: the ${kind} of this change could not be created. See the log of the run.' > ${file}`
}

/** A repository host that runs CI. */
export interface CiHost {
  /** Its name, for people. */
  readonly title: string
  /** The file of a project in this folder, from the top of the repository. */
  readonly path: (folder: string) => string
  /** The file that the host reads instead of the files of projects in folders; one for all of them. */
  readonly entry?: { readonly path: string; readonly text: string; readonly includes: string }
  /** Pure: equal setups give equal text. */
  readonly render: (setup: CiSetup) => string
  /** The evidence for this host in a repository or in the server of a remote. */
  readonly signs: { readonly files: readonly string[]; readonly remote: RegExp }
  /** The one-time setup steps on the host, one per line. */
  readonly todo: (setup: CiSetup) => readonly string[]
  /** A variable that only the runs of this host have. */
  readonly ownVariable: string
  /** Opens the comments of the pull request of a run. */
  readonly comments: (setting: HostSetting) => Promise<CommentHost>
}
