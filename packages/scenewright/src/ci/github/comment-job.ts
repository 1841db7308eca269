import type { CiSetup } from '../setup.ts'
import { lines } from '../yaml-lines.ts'
import { fromHere, planFile } from './check-job.ts'
import { job, step } from './steps.ts'

/**
 * Writes the plan into one comment on the pull request, the same one every time. It is a job of its own, so that what
 * may write comments runs nothing of the pull request's.
 */
export function commentJob({ environments }: CiSetup): string {
  if (environments.length === 0) return ''
  const head = lines(
    'needs: check',
    '# A pull request from a fork has no token that may write; its plan is in the summary of the run.',
    `if: ${fromHere} && github.actor != 'dependabot[bot]'`,
    'runs-on: ubuntu-latest',
    'timeout-minutes: 5',
    'concurrency:',
    `  group: scenewright-comment-\${{ github.ref }}`,
    '  cancel-in-progress: true',
    'permissions:',
    '  actions: read # the report of the job before',
    '  pull-requests: write',
  )
  const env = lines(`GH_TOKEN: \${{ github.token }}`, `PULL_REQUEST: \${{ github.event.pull_request.number }}`)
  return job('comment', head, step('Comment', script, { env }))
}

/** The comment is known by its first line, which nobody sees. */
const script = [
  'gh run download "$GITHUB_RUN_ID" --repo "$GITHUB_REPOSITORY" --name scenewright-reports',
  `marker="$(head -n 1 ${planFile})"`,
  'comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"',
  `mine='.[] | select(.user.type == "Bot" and (.body | startswith(env.MARKER))) | .id'`,
  'id="$(MARKER="$marker" gh api --paginate "$comments?per_page=100" --jq "$mine" | sed -n 1p)"',
  'if [ -n "$id" ]; then',
  `  gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field body=@${planFile}`,
  'else',
  `  gh api --silent --method POST "$comments" --field body=@${planFile}`,
  'fi',
].join('\n')
