import { installedCall as call, installScript, namesToolkitTest, unsetCredentials } from '../install.ts'
import { indented, lines, shellQuoted } from '../quoting.ts'
import { type CiSetup, orNoReport, ownName, reportFiles } from '../setup.ts'

/** The job that saves the plan of a merge request as a file for the merge request to link to. */
export function planJob({ folder, environments }: CiSetup): string {
  const last = environments.at(-1)
  if (last === undefined) return ''
  return lines(
    `${ownName('plan', folder)}:`,
    `  extends: ${ownName('.scenewright', folder)}`,
    '  stage: plan',
    '  timeout: 15 minutes',
    '  interruptible: true',
    '  needs: [] # runs even if a check fails',
    '  rules:',
    '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"',
    '  script:',
    '    - |',
    indented(
      lines(
        // A state in git is read from the target project, any other with variables of that project.
        `if [ "\${CI_MERGE_REQUEST_PROJECT_PATH:-}" != "\${CI_PROJECT_PATH:-}" ]${last.state === 'git' ? ' && [ -z "$target" ]' : ''}; then`,
        "  echo 'No plan: this fork cannot read the state of the target project.'",
        '  exit 0',
        'fi',
        'code=0',
        `${call} plan --env ${last.name} --format markdown > ${reportFiles.plan} || code=$?`,
        orNoReport('plan'),
        'exit "$code"',
      ),
      6,
    ),
    '  allow_failure:',
    '    exit_codes: 4 # a request of an earlier pipeline waits for a person; no fault of this change',
    '  artifacts:',
    '    when: always',
    '    expose_as: Scenewright plan',
    `    paths: [${JSON.stringify(folder + reportFiles.plan)}]`,
  )
}

/**
 * Writes the diff and the plan into one note on the merge request, always the same one, if there is a token for it. The
 * job installs the command line from the lockfile of the default branch: a merge request can change its own lockfile
 * and .npmrc, and code that it chooses must not run with the token.
 */
export function commentJob({ environments, folder, install }: CiSetup): string {
  if (environments.length === 0) return ''
  const files = Object.values(reportFiles).map(
    file => `"$reports"/${folder === '' ? file : shellQuoted(folder + file)}`,
  )
  const name = folder === '' ? '' : ` --name ${shellQuoted(folder.slice(0, -1))}`
  return lines(
    `${ownName('comment', folder)}:`,
    '  image: node:22',
    '  stage: plan',
    '  timeout: 5 minutes',
    '  interruptible: true',
    `  needs: [${ownName('check', folder)}, ${ownName('plan', folder)}]`,
    '  variables:',
    '    GIT_STRATEGY: none',
    '  rules:',
    '    - if: $CI_PIPELINE_SOURCE == "merge_request_event" && $SCENEWRIGHT_GITLAB_TOKEN',
    '      when: always # also where the check or the plan failed: an older note would be out of date',
    '  script:',
    '    - |',
    indented(
      lines(
        '# Only what the default branch names may run with the token: a new folder, and what it installs from.',
        'reports="$PWD"',
        'cd "$(mktemp -d)"',
        'git clone --quiet --depth 1 --no-checkout --branch "$CI_DEFAULT_BRANCH" "$CI_REPOSITORY_URL" .',
        `git sparse-checkout set --no-cone ${install.reads.map(shellQuoted).join(' ')}`,
        'git checkout --quiet',
        `if ! ${namesToolkitTest(install, folder)}; then`,
        "  echo 'No comment: the default branch does not list scenewright in package.json yet.'",
        '  exit 0',
        'fi',
        install.folder !== '' && toFolder(install.folder),
        `(${unsetCredentials} && ${installScript(install)})`,
        `${call} ci comment --file ${files.join(' ')}${name}`,
      ),
      6,
    ),
  )
}

/** The script line that changes from the top of the repository to the project's folder, `bots/shop/`. */
export function toFolder(folder: string): string {
  return `cd ${shellQuoted(folder.slice(0, -1))}`
}

/** The lines that install the project's packages, and then change to its folder. */
export function setUp({ folder, install }: CiSetup): readonly string[] {
  const own = install.folder === '' ? '' : `${toFolder(install.folder)} && `
  // Variables of the project are in the environment of every line, but the package installation must not see all.
  return [`(${own}${unsetCredentials} && ${installScript(install)})`, ...(folder === '' ? [] : [toFolder(folder)])]
}
