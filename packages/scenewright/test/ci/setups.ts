import type { CiSetup } from '../../src/ci/setup.ts'

/** A project with nothing but scenarios. */
export const bare: CiSetup = {
  folder: '',
  branch: 'main',
  call: 'npx --yes scenewright@1.2.3',
  callAlone: 'npx --yes scenewright@1.2.3',
  hasTests: true,
  environments: [],
}

/** The same with one environment, whose state is in git. */
export const deployed: CiSetup = { ...bare, environments: [{ name: 'production', state: 'git' }] }

/** One in a folder of its repository, with packages of its own and two environments. */
export const staged: CiSetup = {
  folder: 'bots/shop/',
  branch: 'trunk',
  install: 'npm ci',
  call: 'npx scenewright',
  callAlone: 'npx --yes scenewright@1.2.3',
  hasTests: true,
  environments: [
    { name: 'staging', state: 's3' },
    { name: 'production', state: 'git' },
  ],
}
