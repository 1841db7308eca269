import { setTimeout as wait } from 'node:timers/promises'
import type { GitOutcome } from '@scenewright/git'
import { type GitPlace, gitRefusal } from './git-refusal.ts'

type Run = (args: readonly string[]) => Promise<GitOutcome>

/** How often a push is retried after a conflict with another one. */
const tries = 12

/**
 * Moves a ref from the commit `expected`, or from nothing, to `token`; false if it is elsewhere. If the result of a
 * push is unclear, the position of the ref afterwards decides: the response may have been lost, or another push may
 * have come first.
 */
export async function pushState(
  run: Run,
  at: GitPlace,
  { expected, token }: { readonly expected: string | null; readonly token: string },
): Promise<boolean> {
  const { remote, ref } = at
  const place = { ...at, hasState: expected !== null }
  const lease = `--force-with-lease=${ref}:${expected ?? ''}`
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await run(['push', '--porcelain', '--no-verify', lease, remote, `${token}:${ref}`])
    if (outcome.code === 0) return true
    if (outcome.stdout.includes('(stale info)')) return false
    const present = await look(run, place, outcome)
    if (present === token) return true
    if (present !== expected) return false
    if (!isContention(outcome) || attempt >= tries) throw gitRefusal(withReport(outcome), place)
    await wait(20 + Math.random() * 40 * attempt)
  }
}

/** The present commit of the ref; `push` is the reason for asking. */
async function look(run: Run, place: GitPlace, push: GitOutcome): Promise<string | null> {
  const { remote, ref } = place
  const outcome = await run(['ls-remote', remote, ref])
  if (outcome.code !== 0) throw gitRefusal(push.isGivenUp ? push : outcome, place)
  const lines = outcome.stdout.toString('utf8').split('\n')
  return lines.find(line => line.endsWith(`\t${ref}`))?.split('\t')[0] ?? null
}

/** Another push to the same ref is in progress: one of the two is rejected. */
function isContention({ stdout, stderr }: GitOutcome): boolean {
  const printed = stdout.toString('utf8') + stderr
  return /cannot lock ref|failed to (lock|update ref)|\.lock'?: File exists|incorrect old value|fetch first/i.test(
    printed,
  )
}

/** Adds the reason for a refused push, which git prints to standard output. */
function withReport(outcome: GitOutcome): GitOutcome {
  const lines = outcome.stdout.toString('utf8').split('\n')
  const report = lines.filter(line => line.startsWith('!')).map(line => line.replace(/^.*?\t.*?\t/, ''))
  const remote = outcome.stderr.split('\n').filter(line => !/^To |failed to push/.test(line))
  return { ...outcome, stderr: [...remote, ...report].join('\n') }
}
