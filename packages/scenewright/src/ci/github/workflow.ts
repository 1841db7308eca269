import type { CiHost } from '../hosts.ts'
import { ownName, stateAccounts } from '../setup.ts'
import { indented, lines, scalar } from '../yaml-lines.ts'
import { checkJob } from './check-job.ts'
import { commentJob } from './comment-job.ts'
import { deployJob } from './deploy-job.ts'
import { dispatchInputs, operateJob } from './operate-job.ts'
import { deployPlanJob } from './plan-job.ts'

/** A workflow of GitHub Actions. */
export const workflow: CiHost = {
  title: 'GitHub Actions',
  path: folder => `.github/workflows/${ownName('scenewright', folder)}.yml`,
  signs: { files: ['.github'], remote: /\bgithub\b/ },
  todo: ({ branch, environments }) => [
    ...environments.map(
      ({ name }) =>
        `Settings > Environments > ${name}: the secrets SCENEWRIGHT_EMAIL and SCENEWRIGHT_API_KEY, who has to approve, and the deployment branches: ${branch} alone`,
    ),
    ...stateAccounts(environments, { read: 'as secrets of the repository', write: 'as secrets of the environment' }),
  ],
  render: setup => {
    const { branch, environments, folder } = setup
    const jobs = [
      checkJob(setup),
      commentJob(setup),
      ...environments.flatMap((environment, index) => [
        deployPlanJob(setup, environment, environments[index - 1]),
        deployJob(setup, environment),
      ]),
      operateJob(setup),
    ]
    return `${lines(
      '# Written by `scenewright ci init`; yours to change.',
      `name: ${folder === '' ? 'scenarios' : `scenarios of ${scalar(folder.slice(0, -1))}`}`,
      'on:',
      '  pull_request:',
      '  merge_group:',
      '  push:',
      `    branches: [${scalar(branch)}]`,
      dispatchInputs(setup),
      'permissions: {}',
      'defaults:\n  run:\n    shell: bash',
      'jobs:',
    )}\n${jobs
      .filter(job => job !== '')
      .map(job => indented(job, 2))
      .join('\n\n')}\n`
  },
}
