import type { GitOutcome } from '@scenewright/git'
import { OperationError } from '@scenewright/model'
import { branchFor } from './state-ref.ts'

/** The location of a state in git, for messages. */
export interface GitPlace {
  readonly remote: string
  readonly ref: string
  /** Whether a state is already there. */
  readonly hasState?: boolean
}

/** Returns the error for a failed git read or write: `network` if the remote was not reached, else `state`. */
export function gitRefusal(outcome: GitOutcome, place: GitPlace): OperationError {
  const { remote, ref } = place
  const { isGivenUp, stderr } = outcome
  const cause = new Error(stderr)
  if (isGivenUp) {
    const help = `check that \`git ls-remote ${remote}\` works here, and try again`
    return new OperationError('network', `the remote "${remote}" did not answer in time`, { help, cause })
  }
  const known = refusals.find(({ signs }) => signs.test(stderr))
  if (known === undefined) {
    return new OperationError('state', `the state ${ref} of "${remote}" cannot be used: ${saying(stderr)}`, { cause })
  }
  const { code = 'state', what, help } = known
  return new OperationError(code, `${what(remote, ref)}: ${saying(stderr)}`, {
    help: typeof help === 'string' ? help : help(place),
    cause,
  })
}

/** Returns the relevant message of git: its last error from the remote, else its own. */
function saying(stderr: string): string {
  const lines = stderr.split('\n').map(line => line.trim())
  const line = lines.find(text => /^(fatal|error|remote): |rejected\]/.test(text)) ?? lines.find(text => text !== '')
  return line?.replace(/^(fatal|error|remote): /, '').replace(/^(error|fatal): /, '') ?? 'no reason given'
}

interface KnownRefusal {
  readonly signs: RegExp
  readonly code?: 'network' | 'usage'
  readonly what: (remote: string, ref: string) => string
  readonly help: string | ((place: GitPlace) => string)
}

const failure = {
  code: 'network',
  what: (remote: string) => `the remote "${remote}" failed`,
  help: 'try again later',
} as const

/** The first match counts. */
const refusals: readonly KnownRefusal[] = [
  {
    signs: /dubious ownership/i,
    code: 'usage',
    what: () => 'git does not trust the repository',
    help: 'it belongs to another user: `git config --global --add safe.directory <its folder>` trusts it',
  },
  {
    signs:
      /could not resolve host|connection (refused|timed out|reset|closed)|network is unreachable|no route to host|failed to connect|operation timed out|\b(ssl|tls)\b|gnutls/i,
    code: 'network',
    what: remote => `the remote "${remote}" could not be reached`,
    help: 'check the network connection, and try again',
  },
  {
    signs:
      /(error: |HTTP )(408|429|5\d\d)\b|empty reply|transfer closed|not closed cleanly|(send|recv) failure|RPC failed; curl/i,
    ...failure,
  },
  {
    signs:
      /authentication failed|could not read (username|password)|permission denied \(|invalid (username|credentials)|error: 401|terminal prompts disabled|host key verification failed/i,
    what: remote => `the remote "${remote}" requires credentials`,
    help: 'provide credentials to git: in CI the token of the checkout, elsewhere a credential helper or an ssh key',
  },
  {
    signs:
      /permission to .* denied|error: 403|not allowed to (push|upload)|write access|insufficient permission|access denied|read[- ]?only|marked as read only/i,
    what: remote => `the remote "${remote}" denies access to this account`,
    help: 'the token needs write access: `permissions: contents: write` in GitHub Actions, write_repository in GitLab',
  },
  {
    signs: /repository .*not found|not appear to be a git repository|does not exist|no such file or directory/i,
    what: remote => `there is no repository at the remote "${remote}"`,
    help: '`git remote -v` shows its address; a private repository needs credentials with read access',
  },
  {
    signs: /remote rejected|hook declined|hidden ref|protected|funny ref|refusing/i,
    what: (remote, ref) => `the remote "${remote}" does not accept ${ref}`,
    help: otherRef,
  },
  // Without a reason, unless it is in the status of HTTP.
  { signs: /^(?!.*RPC failed; HTTP 4).*(early EOF|hung up unexpectedly)/is, ...failure },
]

/**
 * How a state gets a ref that the remote accepts. One that is already at a refused ref cannot be moved: the ref could not
 * be marked as moved.
 */
function otherRef({ remote, ref, hasState = false }: GitPlace): string {
  const isBranch = ref.startsWith('refs/heads/')
  const other = isBranch ? 'refs/heads/<name>' : branchFor(ref)
  const start = isBranch
    ? 'if the branch is protected, let this account push to it'
    : 'the remote may accept only branches'
  if (hasState) {
    return `${start}; for another ref: \`scenewright state export --out state.json\`, then set \`ref: ${other}\` under \`state\` in the config, then \`scenewright state restore state.json\``
  }
  const call = `scenewright state move --to git${remote === 'origin' ? '' : ` --remote ${remote}`} --ref ${other}`
  return isBranch
    ? `${start}; another one works with \`${call}\``
    : `${start}: for a new state, \`scenewright state init\` finds one; a state in another backend moves there with \`${call}\``
}
