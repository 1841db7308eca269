import { installedCall as call, installScript } from '../install.ts'
import { indented, lineScalar, lines, scalar } from '../quoting.ts'
import { type CiEnvironment, type CiSetup, stateVariables } from '../setup.ts'

/** Actions pinned to commits, because a tag can be moved to other code. */
export const actions = {
  checkout: 'actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2',
  setupNode: 'actions/setup-node@6044e13b5dc448c55e2357c09f80417699197238 # v6.2.0',
  download: 'actions/download-artifact@37930b1c2abaa49bbe596cd826c3c89aef350131 # v7.0.0',
  upload: 'actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f # v6.0.0',
} as const

/** A job: its settings, and its steps. */
export function job(name: string, head: string, steps: string): string {
  return lines(`${name}:`, indented(lines(head, 'steps:', indented(steps, 2)), 2))
}

/** The head of a job: its runner, and its time limit. */
export function runner({ folder }: CiSetup, minutes: number): string {
  return lines(
    'runs-on: ubuntu-latest',
    `timeout-minutes: ${minutes}`,
    folder !== '' && `defaults:\n  run:\n    working-directory: ${scalar(folder.slice(0, -1))}`,
  )
}

/** The sources, Node and the toolkit. `needsToken`: later steps access the repository's own state. */
export function setUp(
  { folder, install }: CiSetup,
  { history, needsToken }: { history: boolean; needsToken: boolean },
): string {
  const options = lines(
    history && 'fetch-depth: 0 # needed to find the changes, and newer commits',
    !needsToken && 'persist-credentials: false',
  )
  return lines(
    `- uses: ${actions.checkout}`,
    options !== '' && `  with:\n${indented(options, 4)}`,
    setUpNode,
    step('Install', installScript(install), {
      ...(install.folder !== folder && { folder: install.folder === '' ? '.' : install.folder.slice(0, -1) }),
    }),
  )
}

export const setUpNode = lines(`- uses: ${actions.setupNode}`, '  with:', '    node-version: 22')

/** A step that runs a script; in a folder relative to the top of the repository, if given. */
export function step(
  name: string,
  script: string,
  { id, when, folder, env }: { id?: string; when?: string; folder?: string; env?: string } = {},
): string {
  return lines(
    `- name: ${name}`,
    id !== undefined && `  id: ${id}`,
    when !== undefined && `  if: ${when}`,
    folder !== undefined && `  working-directory: ${scalar(folder)}`,
    env !== undefined && env !== '' && `  env:\n${indented(env, 4)}`,
    script.includes('\n') ? `  run: |\n${indented(script, 4)}` : `  run: ${lineScalar(script)}`,
  )
}

/** The conversation tests, if there are any: a report for machines, and in case of a failure a text for people. */
export function testStep({ hasTests }: CiSetup): string {
  if (!hasTests) return ''
  return step('Test', `${call} test --format junit > scenewright-tests.xml || ${call} test`, {
    when: `\${{ !cancelled() }}`,
  })
}

/** The secrets for access to the state of an environment outside git. */
export function stateSecrets({ state }: CiEnvironment): string {
  return secrets(stateVariables[state])
}

/** Variables that the repository, or the environment of the job, stores as secrets with the same names. */
export function secrets(names: readonly string[]): string {
  return names.map(name => `${name}: \${{ secrets.${name} }}`).join('\n')
}

/** Uploads files of a run, if there are any. */
export function upload(
  what: 'the page' | 'the plan' | 'the receipts' | 'the reports',
  name: string,
  paths: readonly string[],
  { id, when }: { id?: string; when: string },
): string {
  if (paths.length === 0) return ''
  const isHidden = what === 'the receipts'
  return lines(
    `- name: Keep ${what}`,
    id !== undefined && `  id: ${id}`,
    `  if: ${when}`,
    `  uses: ${actions.upload}`,
    '  with:',
    `    name: ${name}`,
    paths.length === 1 ? `    path: ${paths.map(scalar)}` : `    path: |\n${indented(paths.join('\n'), 6)}`,
    isHidden && '    include-hidden-files: true # the folder begins with a dot',
    `    if-no-files-found: ${what === 'the plan' ? 'error' : 'ignore'}`,
    isHidden && '    retention-days: 90',
  )
}
