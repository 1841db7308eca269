import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { git, put } from '../../../workspace/test/git-repository.ts'
import { folderWith, type Outcome, scenewright } from '../run.ts'

/** A project of one environment, and what runs `scenewright state …` in it. */
export interface StateProject {
  readonly cwd: string
  run(...args: string[]): Promise<Outcome>
}

export const bot = '4f0c2d0e-0000-4000-8000-000000000000'
const url = 'https://bots.example.com'

/** The config of an environment, its `state` as it is given: a flow mapping, or nothing. */
export function config(state = '', more = ''): string {
  const home = state === '' ? '' : `    state: ${state}\n`
  return `# what the team deploys\nenvironments:\n  prod:\n    url: ${url} # the host\n    bot: ${bot}\n${home}${more}`
}

export async function stateProject(text: string, env: Record<string, string> = {}): Promise<StateProject> {
  const cwd = await folderWith({ 'scenewright.config.yaml': text })
  return { cwd, run: (...args) => scenewright(['state', ...args], { cwd, env }) }
}

/** The same in a git repository whose remote is bare; nothing was ever committed. */
export async function gitProject(state = '{ type: git }'): Promise<StateProject & { readonly bare: string }> {
  const folder = await folderWith({})
  git(folder, 'init', '--quiet', '--bare', 'remote.git')
  git(folder, 'init', '--quiet', '--initial-branch', 'main', 'project')
  const [bare, cwd] = [join(folder, 'remote.git'), join(folder, 'project')]
  git(cwd, 'remote', 'add', 'origin', bare)
  put(cwd, { 'scenewright.config.yaml': config(state) })
  return { cwd, bare, run: (...args) => scenewright(['state', ...args], { cwd }) }
}

export const payload = '{"title":"Refund"}'
export const payloadHash = hashOf(payload)
const older = `${JSON.stringify({ entries: [event(1, 'a', 'created')] })}\n`
const old = `${JSON.stringify({ previous: hashOf(older), entries: [event(2, 'a', 'published')] })}\n`

/** Where the file of a state lies that no config names, and what lies beside it. */
export function stateFiles(more: object = {}): Record<string, string> {
  return {
    '.scenewright/state/prod.json': `${JSON.stringify(stateWith(more), undefined, 2)}\n`,
    [`.scenewright/state/prod.json.d/payloads/${payloadHash}.json`]: payload,
    [`.scenewright/state/prod.json.d/payloads/${hashOf(old)}.json`]: old,
    [`.scenewright/state/prod.json.d/payloads/${hashOf(older)}.json`]: older,
  }
}

/** A state of two scenarios, with a journal of four events in three parts. */
export function stateWith(more: object = {}) {
  const at = time(9)
  const published = { payload_hash: payloadHash, version_id: 'v2', at, activated: true, commit: 'c0ffee1' }
  return {
    format: 1,
    lineage: 'lineage-1',
    serial: 42,
    tool: '0.1.0',
    environment: { name: 'prod', url, bot },
    scenarios: {
      'billing/refund': {
        remote_id: 'record-1',
        is_active: true,
        published,
        history: [{ ...published, version_id: 'v1', at: time(8) }],
      },
      'faq/delivery': { remote_id: 'record-2', is_active: false, history: [] },
    },
    journal: { previous: hashOf(old), entries: [event(3, 'billing/refund', 'updated'), event(4, 'a', 'switched-on')] },
    ...more,
  }
}

function event(minute: number, key: string, what: string) {
  return { at: time(minute), run: `run-${minute}`, key, what }
}

function time(minute: number): string {
  return new Date(Date.UTC(2030, 0, 1, 0, minute)).toISOString()
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
