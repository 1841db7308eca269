import { npmInstall } from '../../src/commands/ci/install.ts'
import type { CiSetup } from '../../src/commands/ci/setup.ts'

/** A project with nothing but scenarios. */
export const bare: CiSetup = {
  folder: '',
  branch: 'main',
  install: npmInstall(''),
  hasTests: true,
  environments: [],
}

/** The same with one environment, whose state is in git. */
export const deployed: CiSetup = { ...bare, environments: [{ name: 'production', state: 'git' }] }

/** One in a folder of its repository, with a lockfile there and two environments. */
export const staged: CiSetup = {
  folder: 'bots/shop/',
  branch: 'trunk',
  install: npmInstall('bots/shop/'),
  hasTests: true,
  environments: [
    { name: 'staging', state: 's3' },
    { name: 'production', state: 'git' },
  ],
}

/** The same, in a repository whose lockfile is at the top. */
export const workspace: CiSetup = { ...staged, install: npmInstall('') }
