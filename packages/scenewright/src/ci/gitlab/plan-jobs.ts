import { type CiSetup, reportFiles } from '../setup.ts'
import { shellQuoted } from '../shell-quoted.ts'
import { indented, lines } from '../yaml-lines.ts'

/** What a merge request would do, as a file that it links to. */
export function planJob({ call, folder, environments }: CiSetup): string {
  const last = environments.at(-1)
  if (last === undefined) return ''
  return lines(
    'plan:',
    '  extends: .scenewright',
    '  stage: plan',
    '  timeout: 15 minutes',
    '  interruptible: true',
    '  rules:',
    '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"',
    '  script:',
    `    - ${call} plan --env ${last.name} --format markdown > ${reportFiles.plan}`,
    '  allow_failure:',
    '    exit_codes: 4 # a request of an earlier pipeline waits for a person; no fault of this change',
    '  artifacts:',
    '    when: always',
    '    expose_as: Scenewright plan',
    `    paths: [${JSON.stringify(folder + reportFiles.plan)}]`,
  )
}

/**
 * Writes the diff and the plan into one note on the merge request, the same one every time, where there is a token that
 * may. What holds the token runs nothing of the merge request's.
 */
export function commentJob({ environments, folder, callAlone }: CiSetup): string {
  if (environments.length === 0) return ''
  const files = Object.values(reportFiles).map(
    file => `"$reports"/${folder === '' ? file : shellQuoted(folder + file)}`,
  )
  const name = folder === '' ? '' : ` --name ${shellQuoted(folder.slice(0, -1))}`
  return lines(
    'comment:',
    '  image: node:22',
    '  stage: plan',
    '  timeout: 5 minutes',
    '  interruptible: true',
    '  needs: [check, plan]',
    '  variables:',
    '    GIT_STRATEGY: none',
    '  rules:',
    '    - if: $CI_PIPELINE_SOURCE == "merge_request_event" && $SCENEWRIGHT_GITLAB_TOKEN',
    '  script:',
    '    - |',
    indented(
      lines(
        '# In a folder of its own: what an earlier job has left here must not choose what runs with the token.',
        'reports="$PWD"',
        'cd "$(mktemp -d)"',
        `${callAlone} ci comment --file ${files.join(' ')}${name}`,
      ),
      6,
    ),
  )
}
