import type { Plan, PlanEntry } from '@scenewright/deployer'
import { missingCommits } from '@scenewright/deployer/state'
import { OperationError } from '@scenewright/model'
import { count } from '@scenewright/model/text'
import type { OpenProject } from '@scenewright/workspace'
import { isInGit, sourcesInGit } from '@scenewright/workspace/sources-in-git'
import type { Invocation } from '../../shell/command.ts'
import type { OlderOption } from './deploy-options.ts'

/** The commit of the sources: from git, or from a CI environment without a repository. */
export interface Revision {
  readonly commit?: string | undefined
  /** The commit of removed sources; undefined if it contains one of them. */
  readonly removalCommit?: string | undefined
  /** The sources, their imports, and the config, as far as they differ from the commit. */
  readonly uncommitted: readonly string[]
  isCommitted(file: string): boolean
}

/** Reads the commit of the sources from git, or else the CI environment. */
export async function openRevision(
  { env, signal }: Invocation,
  { project, reports, scenarios }: Pick<OpenProject, 'project' | 'reports' | 'scenarios'>,
): Promise<Revision> {
  const files = new Set(scenarios.map(({ file }) => file))
  const sources = reports.filter(({ file }) => files.has(file))
  const found = await sourcesInGit({ env, signal }, { project, reports: sources })
  if (found !== undefined) return { ...found, removalCommit: found.areRemovalsCommitted ? found.commit : undefined }
  const commit = env.GITHUB_SHA ?? env.CI_COMMIT_SHA
  return { commit, removalCommit: commit, uncommitted: [], isCommitted: () => true }
}

/** Lists uncommitted sources. Without a terminal, they are an OperationError `usage`. */
export function announceUncommitted(
  { terminal }: Invocation,
  { commit, uncommitted }: Revision,
  isAllowed: boolean,
): void {
  const [first] = uncommitted
  if (first === undefined) return
  const others = uncommitted.length - 1
  const files = others === 0 ? first : `${first} and ${count(others, 'other file')}`
  const from = commit === undefined ? 'there is no commit yet' : `they differ from ${short(commit)}`
  if (isAllowed || terminal.isInteractive()) terminal.err(`Not committed: ${files}; ${from}.\n`)
  else {
    throw new OperationError('usage', `the sources are not committed: ${files}; ${from}`, {
      help: 'commit them first, or deploy them anyway with --allow-dirty',
    })
  }
}

/** The deployed commits, and the new commit. */
interface Succession {
  readonly head: string | undefined
  readonly deployed: readonly (string | undefined)[]
}

interface Place extends OlderOption {
  readonly root: string
  readonly invocation: Invocation
}

/** Rejects, with an OperationError `state`, a commit that does not contain everything that is deployed. */
export function refuseOlderSources(plan: Plan, head: string | undefined, place: Place): Promise<void> {
  const deployed = [plan.deployed?.commit, ...plan.entries.filter(isSent).flatMap(commitsOf)]
  return refuseOlder([{ head, deployed }], place)
}

/** The same for each version of another environment, separately. Versions that were never committed are not compared. */
export function refuseOlderVersions({ entries }: Plan, place: Place): Promise<void> {
  // A version is as old as its text, whenever it was switched.
  const sent = entries.filter(isSent).map(entry => ({ head: entry.commit, deployed: versionsOf(entry) }))
  return refuseOlder(sent.filter(isKnown), place)
}

/**
 * The same for each scenario of a plan file. It is also rejected if the last deployed commit contains its commit: what it
 * would still change was reverted since. `head` is the commit of scenarios without their own, such as a removed source;
 * without it, they are not compared.
 */
export async function refuseOlderPlan(
  { deployed, entries }: Plan,
  head: string | undefined,
  place: Place,
): Promise<void> {
  const sent = entries
    .filter(isSent)
    .map(entry => ({ head: entry.commit ?? head, deployed: commitsOf(entry) }))
    .filter(isKnown)
  await refuseOlder(sent, place)
  if (place.allowOlder || deployed?.commit === undefined) return
  const { invocation, root } = place
  const { env, signal } = invocation
  const commits = [...new Set(sent.flatMap(one => one.head ?? []))].filter(commit => commit !== deployed.commit)
  if (commits.length === 0) return
  const { missing, uncertain } = await missingCommits({ root, env, signal, head: deployed.commit, commits })
  if (uncertain[0] !== undefined) throw uncertainOrder(uncertain[0], deployed.commit)
  const reverted = commits.find(commit => !missing.includes(commit))
  if (reverted !== undefined) throw older(reverted, deployed.commit)
}

function isKnown({ head }: Succession): boolean {
  return head !== undefined
}

/**
 * Rejects versions of a project in git that were never committed; `option` is the option that allows them, and `remedy`
 * says how some keys get a commit.
 */
export async function refuseUncommitted(
  { entries }: Plan,
  { invocation: { env, signal }, root }: Pick<Place, 'invocation' | 'root'>,
  { code, option, remedy, areRemovalsCommitted = true }: Uncommitted,
): Promise<void> {
  const uncommitted = entries.filter(entry => {
    const isRemoval = entry.reason === 'source-removed'
    const isUncommitted = isRemoval ? !areRemovalsCommitted : entry.document !== undefined
    return isUncommitted && entry.commit === undefined && isSent(entry)
  })
  const [first, ...others] = uncommitted
  if (first === undefined || !(await isInGit({ folder: root, env, signal }))) return
  const which =
    others.length === 0 ? `"${first.key}" comes` : `"${first.key}" and ${count(others.length, 'other')} come`
  throw new OperationError(code, `${which} from sources that were not committed`, {
    help: `commit them and ${remedy(uncommitted.map(({ key }) => key))}, or continue anyway with ${option}`,
  })
}

interface Uncommitted {
  readonly code: 'usage' | 'state'
  readonly option: string
  readonly remedy: (keys: readonly string[]) => string
  /** By default, true. */
  readonly areRemovalsCommitted?: boolean
}

function isSent({ steps }: PlanEntry): boolean {
  return steps.length > 0
}

function versionsOf({ before }: PlanEntry): readonly (string | undefined)[] {
  return [before?.published?.commit, before?.draft?.commit]
}

function commitsOf(entry: PlanEntry): readonly (string | undefined)[] {
  return [...versionsOf(entry), entry.before?.switched?.commit, entry.before?.tombstone?.commit]
}

async function refuseOlder(sent: readonly Succession[], { invocation, root, allowOlder }: Place): Promise<void> {
  if (allowOlder) return
  const { env, signal } = invocation
  const byHead = new Map<string, Set<string>>()
  for (const { head = '', deployed } of sent) {
    const known = byHead.get(head) ?? new Set()
    for (const commit of deployed) if (commit !== undefined && commit !== head) known.add(commit)
    byHead.set(head, known)
  }
  for (const [head, commits] of byHead) {
    const [first] = commits
    if (first === undefined) continue
    if (head === '') throw unknownHead(first)
    const { missing, uncertain } = await missingCommits({ root, env, signal, head, commits: [...commits] })
    if (missing[0] !== undefined) throw older(head, missing[0])
    if (uncertain[0] !== undefined) throw uncertainOrder(head, uncertain[0])
  }
}

function older(head: string, deployed: string): OperationError {
  return new OperationError('state', `${short(head)} does not contain ${short(deployed)}, which is deployed`, {
    help: 'it is older, or from another branch: deploy a commit that contains it, or use --allow-older',
  })
}

function uncertainOrder(head: string, deployed: string): OperationError {
  return new OperationError(
    'state',
    `git cannot determine whether ${short(head)} contains ${short(deployed)}, which is deployed`,
    {
      help: 'fetch the whole history: `git fetch --unshallow`, in GitHub Actions `fetch-depth: 0`, in GitLab CI `GIT_DEPTH: 0`; or use --allow-older to deploy anyway',
    },
  )
}

function unknownHead(deployed: string): OperationError {
  return new OperationError(
    'state',
    `${short(deployed)} is deployed, but its replacement does not come from a commit`,
    { help: 'deploy from a git repository, or use --allow-older to deploy anyway' },
  )
}

function short(commit: string): string {
  return commit.slice(0, 12)
}
