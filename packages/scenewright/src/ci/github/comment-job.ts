import { type CiSetup, reportFiles } from '../setup.ts'
import { shellQuoted } from '../shell-quoted.ts'
import { lines } from '../yaml-lines.ts'
import { fromHere } from './check-job.ts'
import { job, step } from './steps.ts'

/**
 * Writes the diff and the plan into one comment on the pull request, the same one every time. It is a job of its own, so
 * that what may write comments runs nothing of the pull request's: it checks nothing out, and fetches the toolkit.
 */
export function commentJob({ environments, folder, callAlone }: CiSetup): string {
  if (environments.length === 0) return ''
  const head = lines(
    'needs: check',
    '# A pull request from a fork has no token that may write; its reports are in the summary of the run.',
    `if: ${fromHere} && github.actor != 'dependabot[bot]'`,
    'runs-on: ubuntu-latest',
    'timeout-minutes: 5',
    'concurrency:',
    `  group: scenewright-comment-\${{ github.ref }}`,
    '  cancel-in-progress: true',
    'permissions:',
    '  actions: read # the reports of the job before',
    '  pull-requests: write',
  )
  const token = (name: string) => `${name}: \${{ github.token }}`
  // In a folder of their own: none of them can choose what npx runs.
  const files = Object.values(reportFiles).map(file => `reports/${file}`)
  const name = folder === '' ? '' : ` --name ${shellQuoted(folder.slice(0, -1))}`
  const download =
    'gh run download "$GITHUB_RUN_ID" --repo "$GITHUB_REPOSITORY" --name scenewright-reports --dir reports'
  return job(
    'comment',
    head,
    lines(
      lines('- uses: actions/setup-node@v6', '  with:', '    node-version: 22'),
      step('Reports', download, { env: token('GH_TOKEN') }),
      step('Comment', `${callAlone} ci comment --file ${files.join(' ')}${name}`, { env: token('GITHUB_TOKEN') }),
    ),
  )
}
