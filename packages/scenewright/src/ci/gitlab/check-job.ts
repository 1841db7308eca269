import { installedCall as call } from '../install.ts'
import { type CiSetup, diffPage, linkToPage, orNoReport, ownName, reportFiles } from '../setup.ts'
import { shellQuoted } from '../shell-quoted.ts'
import { indented, lines } from '../yaml-lines.ts'

/** What looks at a merge request, and at what was merged before it is deployed. */
export function checkJob({ folder, hasTests, environments }: CiSetup): string {
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
        `base="\${CI_MERGE_REQUEST_DIFF_BASE_SHA:-}"`,
        `target="refs/remotes/origin/\${CI_MERGE_REQUEST_TARGET_BRANCH_NAME:-}"`,
        '# The merged result is compared with the target; where it could not be merged, with what both have in common.',
        '[ -z "$base" ] || ! git merge-base --is-ancestor "$target" HEAD 2> /dev/null || base="$target"',
        `${call} check \${base:+"--changed=$base"} --format gitlab > gl-code-quality-report.json || ${call} check \${base:+"--changed=$base"} || code=$?`,
        hasTests && `${call} test --format junit > scenewright-tests.xml || ${call} test || code=$?`,
        `if [ -n "$base" ]; then`,
        `  ${call} diff "$base" --format markdown > ${diff} || code=$?`,
        `  ${orNoReport('diff')}`,
        `  if ${call} diff "$base" --format html > ${diffPage}; then`,
        indented(
          linkToPage(`"$CI_JOB_URL"/artifacts/file/${folder === '' ? diffPage : shellQuoted(folder + diffPage)}`),
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
