import { installedCall as call } from '../install.ts'
import { type CiEnvironment, type CiSetup, ownName } from '../setup.ts'
import { indented, lines } from '../yaml-lines.ts'
import { toFolder } from './to-folder.ts'

/** Plans a deploy of what was merged, and keeps the plan: it is what a person starts, and what is sent. */
export function deployPlanJob({ folder }: CiSetup, { name }: CiEnvironment, before: CiEnvironment | undefined): string {
  return lines(
    `${ownName(`plan-${name}`, folder)}:`,
    `  extends: ${ownName('.scenewright', folder)}`,
    '  stage: deploy',
    '  timeout: 15 minutes',
    '  interruptible: false',
    before !== undefined && `  needs: [${ownName(`deploy-${before.name}`, folder)}]`,
    '  rules:',
    '    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
    '  script:',
    '    - |',
    indented(
      lines(
        'code=0',
        `${call} plan --env ${name} --out ${planFile(name)} || code=$?`,
        '# 4: a request of an earlier pipeline waits for a person, which the deploy will say.',
        '[ "$code" -eq 4 ] || exit "$code"',
      ),
      6,
    ),
    '  artifacts:',
    '    expire_in: 90 days',
    `    paths: [${JSON.stringify(folder + planFile(name))}]`,
  )
}

function planFile(name: string): string {
  return `scenewright-plan-${name}.json`
}

/** Sends the plan of the job before; every environment but the first waits for a person. */
export function deployJob({ folder }: CiSetup, { name }: CiEnvironment, before: CiEnvironment | undefined): string {
  return lines(
    `${ownName(`deploy-${name}`, folder)}:`,
    `  extends: ${ownName('.scenewright', folder)}`,
    '  stage: deploy',
    '  timeout: 60 minutes',
    '  interruptible: false',
    `  needs: [${ownName(`plan-${name}`, folder)}]`,
    `  environment: ${name}`,
    `  resource_group: ${ownName(`scenewright-${name}`, folder)}`,
    '  rules:',
    '    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
    before !== undefined && '      when: manual',
    '  script:',
    `    - ${call} apply ${planFile(name)} --env ${name} --yes`,
    '  after_script:',
    '    - |',
    indented(
      lines(
        'if [ "$CI_JOB_STATUS" != success ]; then',
        folder !== '' && `  ${toFolder(folder)}`,
        "  echo 'Exit code 4 means that the answer to a request was lost, and that a person is needed:'",
        "  echo 'look in the service whether the scenario is there, and say so with scenewright resolve.'",
        `  ${call} status --env ${name} || true`,
        'fi',
      ),
      6,
    ),
    '  artifacts:',
    '    when: always',
    '    expire_in: 90 days',
    `    paths: [${JSON.stringify(`${folder}.scenewright/receipts/`)}]`,
  )
}
