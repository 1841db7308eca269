import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { git, put } from '../../workspace/test/git-repository.ts'
import { editByHand } from './edit-by-hand.ts'
import {
  asks,
  type Clone,
  done,
  help,
  makeByHand,
  merge,
  scenario,
  shop,
  source,
  startTeam,
  type Team,
} from './team.ts'

/** Two engineers and CI work for a month on one repository with two bots, one of them with a staging environment. */
describe('a month as a team', () => {
  let team: Team
  let ada: Clone
  let ben: Clone
  let ci: Clone
  let [staging, production, helpdesk] = ['', '', '']

  /** What CI does with what was merged. */
  function deploy(): Promise<string> {
    git(ci.cwd, 'pull', '--quiet')
    return done(ci, shop, 'apply', '--env', 'staging', '--yes')
  }

  const promote = (...keys: readonly string[]) =>
    done(ci, shop, 'promote', '--from', 'staging', '--env', 'production', '--yes', ...keys)

  /** To staging, and from there to the customers. */
  const ship = () => deploy().then(() => promote())

  /** What customers of a bot are answered on some topics. */
  async function answers(bot: string, ...topics: readonly (keyof typeof asks)[]): Promise<readonly string[]> {
    const said: string[] = []
    for (const topic of topics) said.push(await team.ask(bot, asks[topic]))
    return said
  }

  const idOf = async (bot: string, title: string) =>
    (await team.records(bot)).filter(record => record.title === title).map(({ unique_id }) => unique_id)

  beforeAll(async () => {
    team = await startTeam()
    ;[ada, ben, ci] = [team.ada, team.ben, team.ci]
    ;({ staging, production, helpdesk } = team.bots)
  })

  it('week 1: a feature is deployed to staging when it is merged, and to customers when it is promoted', async () => {
    await ship()
    expect(await answers(production, 'hours', 'delivery')).toEqual(['We open at 9.', 'A parcel costs 4 euros.'])
    merge(ben, 'returns', {
      [source('returns')]: scenario(asks.returns, 'Within 30 days.'),
      [source('hours')]: scenario(asks.hours, 'We open at 8.'),
    })
    merge(ada, 'repairs', { [source('repairs')]: scenario(asks.repairs, 'We repair every lamp.') })
    git(ci.cwd, 'pull', '--quiet')
    await done(ci, shop, 'plan', '--env', 'staging', '--out', 'plan.json')
    await done(ci, shop, 'apply', 'plan.json', '--yes')
    expect(await answers(staging, 'hours', 'returns', 'repairs')).toEqual([
      'We open at 8.',
      'Within 30 days.',
      'We repair every lamp.',
    ])
    expect(await answers(production, 'hours')).toEqual(['We open at 9.'])
    await promote()
    expect(await answers(production, 'hours', 'repairs')).toEqual(['We open at 8.', 'We repair every lamp.'])
  })

  it('week 1: a merge is reverted, and customers get the earlier version', async () => {
    merge(ben, 'revert-returns', () => {
      const [id = ''] = git(ben.cwd, 'log', '--merges', '--format=%H', '--grep', 'merge returns').split('\n')
      git(ben.cwd, 'revert', '--no-edit', '--mainline', '1', id)
    })
    await ship()
    for (const bot of [staging, production]) {
      expect(await answers(bot, 'hours', 'repairs')).toEqual(['We open at 9.', 'We repair every lamp.'])
      expect(await answers(bot, 'returns')).not.toEqual(['Within 30 days.'])
    }
    merge(ben, 'returns-again', { [source('returns')]: scenario(asks.returns, 'Within 14 days.') })
    await ship()
    expect(await answers(production, 'returns')).toEqual(['Within 14 days.'])
  })

  it('week 2: a rename and its revert keep the record of the scenario', async () => {
    const before = await idOf(production, asks.delivery)
    expect(before).toHaveLength(1)
    merge(ada, 'rename', {
      [source('delivery')]: undefined,
      [source('orders/parcels')]: scenario(asks.delivery, 'A parcel costs 5 euros.', 'renamed_from: delivery\n'),
    })
    await ship()
    expect(await answers(production, 'delivery')).toEqual(['A parcel costs 5 euros.'])
    merge(ben, 'rename-back', () => git(ben.cwd, 'revert', '--no-edit', '--mainline', '1', 'main'))
    await ship()
    expect(await answers(production, 'delivery')).toEqual(['A parcel costs 4 euros.'])
    expect(await idOf(production, asks.delivery)).toEqual(before)
  })

  it('week 2: a hotfix reaches customers, and an untested feature does not', async () => {
    merge(ben, 'gifts', {
      [source('gifts')]: scenario(asks.gifts, 'We wrap for free.'),
      [source('repairs')]: scenario(asks.repairs, 'We repair and wrap.'),
    })
    await deploy()
    merge(ada, 'hotfix', { [source('hours')]: scenario(asks.hours, 'We open at 10.') })
    await deploy()
    await promote('hours')
    expect(await answers(production, 'hours', 'repairs')).toEqual(['We open at 10.', 'We repair every lamp.'])
    expect(await idOf(production, asks.gifts)).toEqual([])
    await promote()
    expect(await answers(production, 'repairs', 'gifts')).toEqual(['We repair and wrap.', 'We wrap for free.'])
  })

  it('week 3: an incident: a held scenario stays inactive until its release, regardless of merges', async () => {
    await done(ben, shop, 'deactivate', 'delivery', '--env', 'production', '--hold', 'wrong price', '--yes')
    expect(await answers(production, 'delivery')).not.toEqual(['A parcel costs 4 euros.'])
    merge(ada, 'prices', {
      [source('delivery')]: scenario(asks.delivery, 'A parcel costs 6 euros.'),
      [source('payment')]: scenario(asks.payment, 'All cards.'),
    })
    expect(await ship()).toContain('wrong price')
    expect(await answers(staging, 'delivery')).toEqual(['A parcel costs 6 euros.'])
    expect(await answers(production, 'payment')).toEqual(['All cards.'])
    expect(await answers(production, 'delivery')).not.toEqual(['A parcel costs 6 euros.'])
    expect(await done(ada, shop, 'status', '--env', 'production')).toMatch(/off +delivery .*held .*by Ben: wrong price/)
    await done(ben, shop, 'release', 'delivery', '--env', 'production')
    await promote()
    expect(await answers(production, 'delivery')).toEqual(['A parcel costs 6 euros.'])
  })

  it('week 3: a whole deploy is rolled back by its commit, and the repository follows', async () => {
    const commit = git(ci.cwd, 'rev-parse', 'HEAD').trim()
    merge(ben, 'bad', {
      [source('hours')]: scenario(asks.hours, 'We never open.'),
      [source('payment')]: scenario(asks.payment, 'Coins alone.'),
      [source('gifts')]: undefined,
    })
    await ship()
    expect(await answers(production, 'hours', 'payment')).toEqual(['We never open.', 'Coins alone.'])
    await done(ada, shop, 'rollback', '--to', commit.slice(0, 10), '--env', 'production', '--yes')
    const good = ['We open at 10.', 'All cards.', 'We wrap for free.']
    expect(await answers(production, 'hours', 'payment', 'gifts')).toEqual(good)
    merge(ada, 'revert-bad', () => git(ada.cwd, 'revert', '--no-edit', '--mainline', '1', 'main'))
    await ship()
    expect(await answers(production, 'hours', 'payment', 'gifts')).toEqual(good)
  })

  it('week 4: five manually created scenarios of the second bot are adopted and then deployed from git', async () => {
    const rows: string[] = []
    for (const [name, question] of Object.entries(asks).slice(0, 5)) {
      const { id, document } = await makeByHand(team, question, 'By hand.')
      put(ada.cwd, { [`${help}/exports/${name}.json`]: JSON.stringify(document) })
      rows.push(`- { key: topics/${name}, id: ${id}, document: ${name}.json }\n`)
    }
    put(ada.cwd, { [`${help}/exports/adopt.yaml`]: rows.join('') })
    git(ada.cwd, 'pull', '--quiet')
    expect(await done(ada, help, 'adopt', '--map', 'exports/adopt.yaml')).toContain('Nothing to do')
    merge(ada, 'adopted', {})
    expect(await answers(helpdesk, 'hours', 'delivery')).toEqual(['By hand.', 'By hand.'])
    merge(ben, 'help-hours', {
      [`${help}/scenarios/topics/hours.scenario.yaml`]: scenario(asks.hours, 'See our shop.'),
    })
    git(ci.cwd, 'pull', '--quiet')
    await done(ci, help, 'apply', '--yes')
    expect(await answers(helpdesk, 'hours', 'delivery')).toEqual(['See our shop.', 'By hand.'])
    expect(await team.records(helpdesk)).toHaveLength(5)
  })

  it('week 4: a manual edit stops the next deploy of that scenario only, until a person decides', async () => {
    const [hours = ''] = await idOf(production, asks.hours)
    await editByHand(team.service, { bot: production, scenario: hours }, ['We open at 10.', 'Closed today.'])
    expect(await answers(production, 'hours')).toEqual(['Closed today.'])
    merge(ada, 'new-hours', {
      [source('hours')]: scenario(asks.hours, 'We open at 11.'),
      [source('gifts')]: scenario(asks.gifts, 'We wrap for 1 euro.'),
    })
    await deploy()
    const refused = await ci.run(shop, 'promote', '--from', 'staging', '--env', 'production', '--yes')
    expect(refused.code).toBe(5)
    expect(refused.stdout).toContain('[-We open at 10-]{+Closed today+}')
    expect(await answers(production, 'hours', 'gifts')).toEqual(['Closed today.', 'We wrap for 1 euro.'])
    const drifted = await ben.run(shop, 'drift', '--env', 'production')
    expect(drifted).toMatchObject({ code: 1, stderr: expect.stringContaining('hours: another version is published') })
    await promote('hours', '--overwrite', 'hours')
    expect(await answers(production, 'hours')).toEqual(['We open at 11.'])
    expect((await ben.run(shop, 'drift', '--env', 'production')).code).toBe(0)
  })

  it('week 4: the state of production is lost, and rebuilt from all receipts', async () => {
    git(team.origin, 'update-ref', '-d', 'refs/scenewright/bots/shop/production')
    merge(ben, 'after-the-loss', { [source('hours')]: scenario(asks.hours, 'We open at 7.') })
    await deploy()
    const lost = await ci.run(shop, 'promote', '--from', 'staging', '--env', 'production', '--yes')
    expect(lost).toMatchObject({ code: 5, stdout: '' })
    expect(await answers(production, 'hours')).toEqual(['We open at 11.'])
    const receipts = [ci, ada, ben].map(({ cwd }) => join(cwd, shop, '.scenewright/receipts/production.ndjson'))
    await done(ada, shop, 'state', 'rebuild', '--env', 'production', '--receipts', ...receipts)
    await promote()
    expect(await answers(production, 'hours', 'returns')).toEqual(['We open at 7.', 'Within 14 days.'])
    await done(ben, shop, 'deactivate', 'returns', '--env', 'production', '--yes')
    await done(ben, shop, 'activate', 'returns', '--env', 'production', '--yes')
    expect(await answers(production, 'returns')).toEqual(['Within 14 days.'])
  })

  it('at the end every key has one record, and in a new clone the plan is empty', async () => {
    const clone = await team.clone('Cleo')
    for (const [project, name, bot] of [
      [shop, 'staging', staging],
      [shop, 'production', production],
      [help, 'production', helpdesk],
    ] as const) {
      const plan = await clone.run(project, 'plan', '--env', name, '--detailed-exitcode')
      expect(plan.code, plan.stdout + plan.stderr).toBe(0)
      const state = await done(clone, project, 'state', 'show', '--env', name, '--format', 'json')
      const known = Object.values<{ readonly remote_id: string }>(JSON.parse(state).scenarios)
      const records = (await team.records(bot)).map(({ unique_id }) => unique_id)
      expect(known.map(({ remote_id }) => remote_id).sort()).toEqual(records.sort())
    }
  })
})
