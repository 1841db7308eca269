import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { bareEnvironment, commit, git, put } from '../../workspace/test/git-repository.ts'
import { type LocalService, localService, receiveWebhooks } from './local-service.ts'
import { folderWith, type Outcome, scenewright } from './run.ts'

/** A clone of the team's repository: an engineer's, or that of CI. */
export interface Clone {
  readonly cwd: string
  /** Runs a command in the folder of a project. */
  run(project: string, ...args: readonly string[]): Promise<Outcome>
}

/** Files to write, by their paths in the repository; `undefined` removes one. */
type Changes = Readonly<Record<string, string | undefined>>

/** Two engineers and CI, with clones of one repository, and a service that the bots of its two projects run on. */
export interface Team {
  readonly service: LocalService
  /** The remote repository. */
  readonly origin: string
  readonly ada: Clone
  readonly ben: Clone
  readonly ci: Clone
  clone(name: string): Promise<Clone>
  /** The two environments of the shop, and the one of the help desk. */
  readonly bots: Readonly<Record<'staging' | 'production' | 'helpdesk', string>>
  /** What a customer of a bot is answered. */
  ask(bot: string, question: string): Promise<string>
  /** The scenarios that the service has stored of a bot. */
  records(bot: string): Promise<readonly { readonly unique_id: string; readonly title: string }[]>
}

/** The folders of the projects. */
export const [shop, help] = ['bots/shop', 'bots/help'] as const

/** The source of a scenario of the shop. */
export const source = (name: string) => `${shop}/scenarios/${name}.scenario.yaml`

/** What customers ask. */
export const asks = {
  hours: 'when do you open',
  delivery: 'what does a parcel cost',
  returns: 'how can I send a lamp back',
  repairs: 'who repairs my broken lamp',
  payment: 'which cards are accepted',
  gifts: 'please wrap it as a present',
}

export async function startTeam(): Promise<Team> {
  const service = await localService()
  const webhooks = await receiveWebhooks()
  const origin = await folderWith({})
  git(origin, 'init', '--quiet', '--bare', '--initial-branch', 'main')
  const clone = cloner(origin, { ...bareEnvironment, ...service.env })
  const bot = async (name: string) => {
    const fields = { gpt_model: 'llm_provider_d', primary_language: 'en', webhook_url: webhooks.url }
    return String((await service.post('/bots', { name, ...fields })).unique_id)
  }
  const bots = { staging: await bot('Shop, staging'), production: await bot('Shop'), helpdesk: await bot('Help desk') }
  const ada = await clone('Ada')
  await begin(ada, service.url, bots)
  const authorization = `Basic ${Buffer.from(`${service.account.email}:${service.account.api_key}`).toString('base64')}`
  return {
    service,
    origin,
    clone,
    bots,
    ada,
    ben: await clone('Ben'),
    ci: await clone('CI'),
    async ask(id, question) {
      const request = await service.post(`/bots/${id}/completion`, { prompt: question, mode: 'SUPPORT' })
      const { meta, response } = await webhooks.next()
      expect(meta.unique_id).toBe(request.unique_id)
      return response.message
    },
    async records(id) {
      const url = `${service.url}/api/v1/bots/${id}/scenarios?skip=0&take=100&order_by=asc`
      const list = await (await fetch(url, { headers: { authorization } })).json()
      return (list as { data: Awaited<ReturnType<Team['records']>> }).data
    },
  }
}

function cloner(origin: string, env: Readonly<Record<string, string>>): Team['clone'] {
  return async name => {
    const cwd = await folderWith({})
    git(cwd, 'clone', '--quiet', '--config', `user.name=${name}`, origin, '.')
    return { cwd, run: (project, ...args) => scenewright(args, { cwd: join(cwd, project), env }) }
  }
}

/** Commits and pushes both projects, with states that are begun. */
async function begin(ada: Clone, url: string, { staging, production, helpdesk }: Team['bots']): Promise<void> {
  const config = (...environments: readonly string[]) =>
    `bot: { primary_language: en }\nenvironments:\n${environments.join('')}`
  const environment = (name: string, bot: string, state = 'type: git') =>
    `  ${name}: { url: "${url}", bot: ${bot}, state: { ${state} } }\n`
  const shared = `type: file, path: ${JSON.stringify(join(await folderWith({}), 'staging.json'))}`
  put(ada.cwd, {
    '.gitignore': '.scenewright/\nplan.json\n',
    [`${shop}/scenewright.config.yaml`]: config(
      environment('staging', staging, shared),
      environment('production', production),
    ),
    [`${help}/scenewright.config.yaml`]: config(environment('production', helpdesk)),
    [source('hours')]: scenario(asks.hours, 'We open at 9.'),
    [source('delivery')]: scenario(asks.delivery, 'A parcel costs 4 euros.'),
  })
  commit(ada.cwd)
  await done(ada, shop, 'state', 'init', '--env', 'staging')
  await done(ada, shop, 'state', 'init', '--env', 'production')
  await done(ada, help, 'state', 'init')
  commit(ada.cwd)
  git(ada.cwd, 'push', '--quiet', 'origin', 'main')
}

/** Runs a command that succeeds. */
export async function done(clone: Clone, project: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await clone.run(project, ...args)
  expect({ args, code }, stderr).toEqual({ args, code: 0 })
  return stdout
}

/** Does some work on a branch, from what was merged last, and merges it. Gives the commit on `main`. */
export function merge({ cwd }: Clone, branch: string, work: Changes | (() => void)): string {
  git(cwd, 'pull', '--quiet')
  git(cwd, 'switch', '--quiet', '--create', branch)
  if (typeof work === 'function') work()
  else {
    for (const [path, text] of Object.entries(work)) {
      if (text === undefined) rmSync(join(cwd, path))
      else put(cwd, { [path]: text })
    }
    commit(cwd, branch)
  }
  git(cwd, 'switch', '--quiet', 'main')
  git(cwd, 'merge', '--quiet', '--no-ff', '--message', `merge ${branch}`, branch)
  git(cwd, 'push', '--quiet', 'origin', 'main')
  return git(cwd, 'rev-parse', 'HEAD').trim()
}

/** A scenario with one question and one reply. */
export function scenario(question: string, reply: string, more = ''): string {
  return `title: ${question}
${more}trigger_description: The customer asks ${question}.
examples: [${question}]
flow: { nodes: { reply: { text: ${JSON.stringify(reply)}, next: done }, done: END } }
`
}

/** Has somebody make such a scenario in the help desk's builder, publish and export it. */
export async function makeByHand({ service, bots: { helpdesk } }: Team, question: string, reply: string) {
  const document = {
    format: 'service.bot-scenario',
    schema_version: 2,
    scenario: {
      title: question,
      trigger_description: `The customer asks ${question}.`,
      examples: [question],
      definition: {
        start_node_id: 'reply',
        nodes: [
          { id: 'reply', type: 'FIXED_REPLY', title: 'Reply', text: reply },
          { id: 'done', type: 'END', title: 'Done' },
        ],
        edges: [{ id: 'e1', source: 'reply', target: 'done', priority: 1, condition: { type: 'ALWAYS' } }],
      },
    },
  }
  const { unique_id: id, versions } = (await service.post(`/bots/${helpdesk}/scenarios/import`, document)) as {
    readonly unique_id: string
    readonly versions: readonly [{ readonly unique_id: string }]
  }
  const version = `/bots/${helpdesk}/scenarios/${id}/versions/${versions[0].unique_id}`
  await service.post(`${version}/publish`, { activate: true })
  return { id, document }
}
