import { type CiInstall, installedCall as call, installScript, namesToolkitTest } from '../install.ts'
import { type CiSetup, orNoReport, ownName, reportFiles } from '../setup.ts'
import { shellQuoted } from '../shell-quoted.ts'
import { indented, lines, scalar } from '../yaml-lines.ts'
import { fromHere } from './check-job.ts'
import { actions, job, setUpNode, step } from './steps.ts'

/**
 * Writes the diff and the plan into one comment on the pull request, the same one every time. The job's token may write
 * comments, so nothing that the pull request chooses may run here: the command line comes from the lockfile of the
 * branch that is deployed, and neither the lockfile nor the .npmrc of the pull request is checked out.
 */
export function commentJob({ branch, environments, folder, install }: CiSetup): string {
  if (environments.length === 0) return ''
  const head = lines(
    'needs: check',
    '# A pull request from a fork has no token that may write; its reports are in the summary of the run.',
    `if: \${{ !cancelled() && ${fromHere} && github.actor != 'dependabot[bot]' }}`,
    'runs-on: ubuntu-latest',
    'timeout-minutes: 5',
    'concurrency:',
    `  group: ${ownName('scenewright-comment', folder)}-\${{ github.ref }}`,
    '  cancel-in-progress: true',
    'permissions:',
    '  actions: read # the reports of the job before',
    '  contents: read # the lockfile',
    '  pull-requests: write',
  )
  const token = (name: string) => `${name}: \${{ github.token }}`
  // Outside of the checkout: no report can be taken for a file that npm reads.
  const files = Object.values(reportFiles).map(file => `"$RUNNER_TEMP/reports/${file}"`)
  const name = folder === '' ? '' : ` --name ${shellQuoted(folder.slice(0, -1))}`
  const download = lines(
    '# Where the job before ended early there are none, and a comment of an earlier run is out of date.',
    'gh run download "$GITHUB_RUN_ID" --repo "$GITHUB_REPOSITORY" --name scenewright-reports --dir "$RUNNER_TEMP/reports" || {',
    '  mkdir -p "$RUNNER_TEMP/reports"',
    '  cd "$RUNNER_TEMP/reports"',
    `  ${orNoReport('diff')}`,
    '}',
  )
  const when = "steps.install.outputs.installed == 'true'"
  return job(
    'comment',
    head,
    lines(
      checkout(branch, install),
      `${setUpNode}\n    package-manager-cache: false # runs of the pull request may have written the cache`,
      step('Install', installOrNot(install, folder), { id: 'install' }),
      step('Reports', download, { when, env: token('GH_TOKEN') }),
      step('Comment', `${call} ci comment --file ${files.join(' ')}${name}`, {
        when,
        ...(install.folder !== '' && { folder: install.folder.slice(0, -1) }),
        env: token('GITHUB_TOKEN'),
      }),
    ),
  )
}

function checkout(branch: string, { reads }: CiInstall): string {
  return lines(
    `- uses: ${actions.checkout}`,
    '  with:',
    `    ref: ${scalar(branch)} # never the pull request: what is installed from here sees the token`,
    '    persist-credentials: false',
    '    sparse-checkout-cone-mode: false',
    '    sparse-checkout: |',
    indented(reads.join('\n'), 6),
  )
}

/** A branch without the toolkit installs nothing, which is so on the pull request that adds it. */
function installOrNot(install: CiInstall, folder: string): string {
  return lines(
    `if ! ${namesToolkitTest(install, folder)}; then`,
    "  echo '::notice::No comment: the default branch does not list scenewright in package.json yet.'",
    '  exit 0',
    'fi',
    install.folder !== '' && `cd ${shellQuoted(install.folder.slice(0, -1))}`,
    installScript(install),
    'echo installed=true >> "$GITHUB_OUTPUT"',
  )
}
