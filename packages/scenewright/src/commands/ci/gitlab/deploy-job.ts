import { installedCall as call, execInstalled } from '../install.ts'
import { deployGroup } from '../operate.ts'
import { indented, lineScalar, lines, scalar } from '../quoting.ts'
import { type CiEnvironment, type CiSetup, ownName } from '../setup.ts'
import { setUp, toFolder } from './plan-jobs.ts'

/** The condition of a pipeline that deploys. */
const isDeploy = '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $SCENEWRIGHT_ACTION == "deploy"'

/**
 * Plans a deploy of merged changes, and saves the plan: exactly this plan is approved and applied. A job cannot be
 * skipped depending on an earlier job's result, so this one also writes the pipeline for the deploy.
 */
export function deployPlanJob(setup: CiSetup, environment: CiEnvironment, before: CiEnvironment | undefined): string {
  const { folder } = setup
  const { name } = environment
  return lines(
    `${ownName(`plan-${name}`, folder)}:`,
    `  extends: ${ownName('.scenewright', folder)}`,
    '  stage: deploy',
    '  timeout: 15 minutes',
    '  interruptible: false',
    before !== undefined && `  needs: [${ownName(`deploy-${before.name}`, folder)}]`,
    '  rules:',
    `    - if: ${isDeploy}`,
    '  script:',
    '    - |',
    indented(
      lines(
        'code=0',
        `${call} plan --env ${name} --out ${planFile(name)} --detailed-exitcode || code=$?`,
        `[ -s ${planFile(name)} ] || exit "$code"`,
        'case "$code" in',
        '  # Nobody is asked to start what does nothing. A pipeline needs a job.',
        `  0) echo '${nothingToDeploy}' > ${pipelineFile(name)}`,
        '    exit 0 ;;',
        '  # 4: a request of an earlier pipeline waits for a person, which the deploy will say.',
        '  2 | 4) ;;',
        '  *) exit "$code" ;;',
        'esac',
        `cat > ${pipelineFile(name)} << 'END'`,
        applyJob(setup, environment, before !== undefined),
        'END',
      ),
      6,
    ),
    '  artifacts:',
    '    expire_in: 90 days',
    `    paths: [${[planFile(name), pipelineFile(name)].map(file => JSON.stringify(folder + file)).join(', ')}]`,
  )
}

function planFile(name: string): string {
  return `scenewright-plan-${name}.json`
}

function pipelineFile(name: string): string {
  return `scenewright-deploy-${name}.yml`
}

/** Starts the pipeline that the plan job wrote, and has the same result. */
export function deployJob({ folder }: CiSetup, { name }: CiEnvironment): string {
  const plan = ownName(`plan-${name}`, folder)
  return lines(
    `${ownName(`deploy-${name}`, folder)}:`,
    '  stage: deploy',
    `  needs: [${plan}]`,
    '  rules:',
    `    - if: ${isDeploy}`,
    '  variables:',
    '    SCENEWRIGHT_PIPELINE: $CI_PIPELINE_ID # where the plan is',
    '  trigger:',
    '    include:',
    `      - artifact: ${JSON.stringify(folder + pipelineFile(name))}`,
    `        job: ${plan}`,
    '    strategy: depend',
  )
}

const nothingToDeploy = 'nothing-to-deploy: { variables: { GIT_STRATEGY: none }, script: "echo The plan is empty." }'

/** Applies the plan; manually in every environment except the first. */
function applyJob(setup: CiSetup, { name }: CiEnvironment, isManual: boolean): string {
  const { folder } = setup
  return lines(
    `${ownName(`apply-${name}`, folder)}:`,
    '  image: node:22',
    isManual && '  when: manual',
    isManual && '  allow_failure: false # the next environment waits for it',
    '  timeout: 60 minutes',
    '  interruptible: false',
    `  environment: ${scalar(name)}`,
    `  resource_group: ${deployGroup(setup, name)}`,
    '  needs:',
    '    - pipeline: $SCENEWRIGHT_PIPELINE',
    `      job: ${ownName(`plan-${name}`, folder)}`,
    '  variables:',
    '    GIT_DEPTH: "0" # needed to find newer commits',
    '  before_script:',
    ...setUp(setup).map(line => `    - ${lineScalar(line)}`),
    '  script:',
    `    - ${execInstalled} apply ${planFile(name)} --env ${name} --yes`,
    '  after_script:',
    '    - |',
    indented(
      lines(
        'if [ "$CI_JOB_STATUS" != success ]; then',
        folder !== '' && `  ${toFolder(folder)}`,
        "  echo 'Exit code 4 means that the response to a request was lost:'",
        "  echo 'check whether the service has the scenario, and record the result with scenewright resolve.'",
        `  ${call} status --env ${name} || true`,
        'fi',
      ),
      6,
    ),
    keptReceipts(setup),
  )
}

/** The receipts that a job stores, whether it succeeds or fails. */
export function keptReceipts({ folder }: CiSetup): string {
  return lines(
    '  artifacts:',
    '    when: always',
    '    expire_in: 90 days',
    `    paths: [${JSON.stringify(`${folder}.scenewright/receipts/`)}]`,
  )
}
