import { type GitSetting, runGit } from '@scenewright/git'
import { scratchFolder } from '../../paths.ts'
import { storeDeadline, watchDeadline } from '../deadline.ts'
import { makeScratch, type Scratch } from './scratch.ts'

/** A commit, and the commits to compare with it. */
export interface CommitQuestion {
  /** A folder of the repository, absolute. */
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  readonly head: string
  readonly commits: readonly string[]
}

/** The commits that the head does not contain, and those for which this is unknown. */
export interface CommitAnswer {
  readonly missing: readonly string[]
  readonly uncertain: readonly string[]
}

/**
 * Finds the commits that a head does not contain. If the clone has only part of the history, or not the head, the rest
 * is fetched from the remote `origin`: commits without files, into a temporary repository that is deleted when the
 * process ends.
 */
export async function missingCommits(question: CommitQuestion): Promise<CommitAnswer> {
  const { root, env, signal, head } = question
  const deadline = { ...storeDeadline, signal }
  const setting: GitSetting = { folder: root, env, watch: giveUp => watchDeadline(deadline, giveUp) }
  const commits = [...new Set(question.commits)].filter(commit => commit !== head)
  const here = await sorted(args => runGit(setting, args), head, commits)
  const open = [...here.missing, ...here.uncertain]
  const isComplete = open.length === 0 || ((await hasAllHistory(setting)) && (await hasCommit(setting, head)))
  if (isComplete) return { missing: open, uncertain: [] }
  const known = await fetched(setting, head, open).catch(() => undefined)
  if (known === undefined) return { missing: [], uncertain: open }
  const there = await sorted(known.run, head, open)
  return { missing: [...there.missing, ...there.uncertain], uncertain: [] }
}

async function sorted(run: Scratch['run'], head: string, commits: readonly string[]): Promise<CommitAnswer> {
  const found: { readonly missing: string[]; readonly uncertain: string[] } = { missing: [], uncertain: [] }
  for (const commit of commits) {
    // A commit from a state or a file can be any text.
    const isCommit = /^[0-9a-f]{40,64}$/.test(commit)
    const code = isCommit ? (await run(['merge-base', '--is-ancestor', commit, head])).code : 1
    if (code === 1) found.missing.push(commit)
    else if (code !== 0) found.uncertain.push(commit)
  }
  return found
}

async function hasAllHistory(setting: GitSetting): Promise<boolean> {
  const { stdout } = await runGit(setting, ['rev-parse', '--is-shallow-repository'])
  return stdout.toString('utf8').trim() === 'false'
}

async function hasCommit(setting: GitSetting, commit: string): Promise<boolean> {
  const { code } = await runGit(setting, ['rev-parse', '--quiet', '--verify', '--end-of-options', `${commit}^{commit}`])
  return code === 0
}

/** A repository with the history of the head; undefined if the remote does not provide it. */
async function fetched(setting: GitSetting, head: string, commits: readonly string[]): Promise<Scratch | undefined> {
  const scratch = await makeScratch(setting, scratchFolder(setting.folder), 'origin')
  const fetch = (wanted: readonly string[]) =>
    scratch.run(['fetch', '--quiet', '--no-tags', '--filter=tree:0', '--end-of-options', 'origin', ...wanted])
  if ((await fetch([head])).code !== 0) return undefined
  // A commit that the remote no longer has is not contained in the head.
  for (const commit of commits) await fetch([commit])
  return scratch
}
