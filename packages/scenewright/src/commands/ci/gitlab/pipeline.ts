import { gitlabNotes } from '../comment/gitlab-notes.ts'
import { installedCall as call } from '../install.ts'
import { indented, lineScalar, lines, shellQuoted } from '../quoting.ts'
import {
  type CiHost,
  type CiSetup,
  diffPage,
  linkToPage,
  orNoReport,
  ownName,
  reportFiles,
  stateAccounts,
} from '../setup.ts'
import { deployJob, deployPlanJob } from './deploy-job.ts'
import { operateJob, pipelineForm } from './operate-job.ts'
import { commentJob, planJob, setUp } from './plan-jobs.ts'

const written = '# Written by `scenewright ci init`; yours to change.'

const rules = lines(
  'workflow:',
  '  rules:',
  '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"',
  '    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
)

/** The files of all projects in folders. */
const included = '.gitlab/scenewright-*.yml'

/** A pipeline of GitLab CI. */
export const pipeline: CiHost = {
  title: 'GitLab CI',
  path: folder => (folder === '' ? '.gitlab-ci.yml' : `.gitlab/${ownName('scenewright', folder)}.yml`),
  entry: {
    path: '.gitlab-ci.yml',
    text: `${written}\n${rules}\n\n${stages(true)}\n\ninclude:\n  - local: ${included}\n`,
    includes: included,
  },
  signs: { files: ['.gitlab-ci.yml', '.gitlab'], remote: /\bgitlab\b/ },
  ownVariable: 'CI_API_V4_URL',
  comments: async setting => gitlabNotes(setting),
  todo: ({ environments }) =>
    environments.length === 0
      ? []
      : [
          'Settings > CI/CD > Variables: SCENEWRIGHT_EMAIL and SCENEWRIGHT_API_KEY, masked and protected, one for each environment',
          ...stateAccounts(environments, {
            read: 'for all environments',
            write: 'scoped to the environment, protected',
          }),
          ...(environments.some(({ state }) => state === 'git')
            ? ['Settings > CI/CD > Job token permissions: allow Git push requests to the repository']
            : []),
          'set the process mode of the resource groups to oldest_first, as docs/ci.md shows',
        ],
  render: setup => {
    const { environments } = setup
    const jobs = [
      checkJob(setup),
      planJob(setup),
      commentJob(setup),
      ...environments.flatMap((environment, index) => [
        deployPlanJob(setup, environment, environments[index - 1]),
        deployJob(setup, environment),
      ]),
      operateJob(setup),
    ]
    return `${[head(setup), ...jobs].filter(part => part !== '').join('\n\n')}\n`
  },
}

/**
 * A pipeline of a merge request contains only the source branch, unless the project uses merged results: changes merged
 * to the target meanwhile would be missing, and a plan would revert them.
 */
const mergeTarget = lines(
  'target=',
  `if [ -n "\${CI_MERGE_REQUEST_TARGET_BRANCH_NAME:-}" ]; then`,
  '  # The pipeline of a fork runs in the fork, which has no state, and whose branches may be old.',
  `  [ "\${CI_MERGE_REQUEST_PROJECT_PATH:-}" = "\${CI_PROJECT_PATH:-}" ] || git remote set-url origin "\${CI_REPOSITORY_URL%"$CI_PROJECT_PATH.git"}$CI_MERGE_REQUEST_PROJECT_PATH.git"`,
  '  if git fetch --quiet origin "refs/heads/$CI_MERGE_REQUEST_TARGET_BRANCH_NAME"; then',
  '    target="$(git rev-parse FETCH_HEAD)"',
  '    git -c user.name=scenewright -c user.email=scenewright@localhost merge --quiet --no-edit "$target"',
  '  else',
  `    [ "\${CI_MERGE_REQUEST_PROJECT_PATH:-}" != "\${CI_PROJECT_PATH:-}" ] || exit 1`,
  "    echo 'The fork cannot read the target branch, so newer changes of the target are missing here.'",
  '  fi',
  'fi',
)

/** A path in a URL that Markdown reads as one, whatever the path contains. */
function urlPath(path: string): string {
  const escaped = (character: string) => `%${character.charCodeAt(0).toString(16)}`
  return path.replace(/[^\w./-]+/g, encodeURIComponent).replace(/[!'()*]/g, escaped)
}

function stages(hasDeploy: boolean): string {
  return `stages: [${['check', ...(hasDeploy ? ['plan', 'deploy'] : [])].join(', ')}]`
}

function head(setup: CiSetup): string {
  const { folder, environments } = setup
  const before = [`|\n${indented(mergeTarget, 2)}`, ...setUp(setup).map(lineScalar)]
  const shared = lines(
    `${ownName('.scenewright', folder)}:`,
    '  image: node:22',
    '  variables:',
    '    GIT_DEPTH: "0" # needed to find the merge base',
    `  before_script:\n${indented(before.map(line => `- ${line}`).join('\n'), 4)}`,
  )
  // If several projects share a pipeline, none decides when it runs, and which stages it has.
  const top = folder === '' ? `${written}\n${rules}\n\n${stages(environments.length > 0)}` : written
  return [top, pipelineForm(setup), shared].filter(part => part !== '').join('\n\n')
}

/** The job that checks a merge request, and merged changes before a deploy. */
function checkJob({ folder, hasTests, environments }: CiSetup): string {
  const { diff } = reportFiles
  return lines(
    `${ownName('check', folder)}:`,
    `  extends: ${ownName('.scenewright', folder)}`,
    '  stage: check',
    '  timeout: 15 minutes',
    '  interruptible: true',
    environments.length > 0 &&
      lines(
        '  rules:',
        '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"',
        '    - if: $SCENEWRIGHT_ACTION == "deploy"',
      ),
    '  script:',
    '    - |',
    indented(
      lines(
        'code=0',
        '# Of a merge request what it changes, of the default branch everything.',
        '# The merged result is compared with the target; where it could not be merged, with what both have in common.',
        `base="\${target:-\${CI_MERGE_REQUEST_DIFF_BASE_SHA:-}}"`,
        `${call} check \${base:+"--changed=$base"} --format gitlab > gl-code-quality-report.json || ${call} check \${base:+"--changed=$base"} || code=$?`,
        hasTests && `${call} test --format junit > scenewright-tests.xml || ${call} test || code=$?`,
        `if [ -n "$base" ]; then`,
        `  ${call} diff "$base" --format markdown > ${diff} || code=$?`,
        `  ${orNoReport('diff')}`,
        `  if ${call} diff "$base" --format html --interactive > ${diffPage}; then`,
        indented(
          linkToPage(
            `"$CI_JOB_URL"/artifacts/file/${folder === '' ? diffPage : shellQuoted(urlPath(folder) + diffPage)}`,
          ),
          4,
        ),
        '  fi',
        'fi',
        'exit "$code"',
      ),
      6,
    ),
    '  artifacts:',
    '    when: always',
    '    expose_as: Scenewright diff',
    `    paths: [${[diff, diffPage].map(file => JSON.stringify(folder + file)).join(', ')}]`,
    '    reports:',
    `      codequality: ${JSON.stringify(`${folder}gl-code-quality-report.json`)}`,
    hasTests && `      junit: ${JSON.stringify(`${folder}scenewright-tests.xml`)}`,
  )
}
