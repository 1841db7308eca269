import { describe, expect, test } from 'vitest'
import type { Reply } from '../support/api.ts'
import { createBot, documentOf, flow, publishPath, refund, unknownId } from '../support/samples.ts'
import type { World } from '../support/world.ts'

interface VersionRecord {
  readonly version: number
  readonly status: string
}

const statuses = ({ body }: Reply) => body.versions.map(({ version, status }: VersionRecord) => `${version} ${status}`)

/** Scenarios and their versions. */
export function scenarioContract(world: () => World): void {
  const newScenario = async (fields: object = refund) => {
    const { api } = world()
    const bot = await createBot(api)
    const { body } = await api('POST', `/bots/${bot}/scenarios`, fields)
    return { api, bot, scenario: body, path: `/bots/${bot}/scenarios/${body.unique_id}` }
  }

  describe('scenarios', () => {
    test('a new scenario has the fields of the contract and no others, and its definition is a draft', async () => {
      const { api } = world()
      const bot = await createBot(api)
      const layout = { n0: { x: 1, y: 2 } }
      const { status, body } = await api('POST', `/bots/${bot}/scenarios`, { ...refund, layout, exit_message: null })
      expect(status).toBe(201)
      expect(body).toEqual({
        unique_id: expect.any(String),
        title: refund.title,
        trigger_description: refund.trigger_description,
        min_confidence: 78,
        priority: 100,
        is_active: false,
        allow_repeat_in_dialogue: false,
        versions: [
          {
            unique_id: expect.any(String),
            version: 1,
            status: 'DRAFT',
            definition: refund.definition,
            created_at: expect.any(String),
          },
        ],
        _count: { runs: 0 },
        created_at: expect.any(String),
        updated_at: expect.any(String),
      })
    })

    test('a scenario may have a large flow, and not one without bounds', async () => {
      const { api, path } = await newScenario()
      const layoutOf = (count: number) => ({ layout: { places: Array(count).fill(0) } })
      expect((await api('PATCH', path, layoutOf(140_000))).status).toBe(200)
      const refused = await api('PATCH', path, layoutOf(150_001))
      expect(refused).toMatchObject({ status: 400, body: { message: 'The body has more than 150000 elements.' } })
    })

    test('what changes nothing leaves the time of the last change as it is', async () => {
      const { api, bot, scenario, path } = await newScenario()
      const publish = () => api('POST', publishPath(bot, scenario))
      const { updated_at } = (await publish()).body
      const again = [
        await publish(),
        await api('PATCH', `${path}/active`, { is_active: true }),
        await api('PATCH', path, {}),
        await api('PATCH', path, { title: refund.title, min_confidence: 78 }),
      ]
      expect(again.map(({ body }) => body.updated_at)).toEqual(again.map(() => updated_at))
      let last = updated_at
      for (const [to, change] of [
        [path, { title: 'Money back' }],
        [`${path}/active`, { is_active: false }],
        [path, { definition: refund.definition }],
      ] as const) {
        world().time.moveOn(1)
        const { body } = await api('PATCH', to, change)
        expect(body.updated_at > last).toBe(true)
        last = body.updated_at
      }
    })

    test('a scenario without a definition has no version', async () => {
      const { scenario } = await newScenario({ title: 'T', trigger_description: 'D' })
      expect(scenario.versions).toEqual([])
    })

    test.each([
      ['lacks the title', { title: undefined }, 'title'],
      ['lacks the trigger', { trigger_description: undefined }, 'trigger_description'],
      ['has numbers as examples', { examples: [1] }, 'examples'],
      ['is too lax', { min_confidence: 49.9 }, 'min_confidence'],
      ['is too strict', { min_confidence: 101 }, 'min_confidence'],
      ['has a long exit message', { exit_message: 'x'.repeat(2001) }, 'exit_message'],
      ['has a fractional priority', { priority: 1.5 }, 'priority'],
      ['has an unknown field', { triggers: [] }, 'triggers'],
      ['has a list as layout', { layout: [] }, 'layout'],
      ['starts nowhere', { definition: { ...flow('a'), start_node_id: 'gone' } }, 'gone'],
      ['has no node', { definition: { start_node_id: 'a', nodes: [], edges: [] } }, '"a"'],
      ['has a node twice', { definition: { ...flow('a'), nodes: [...flow('a').nodes, ...flow('b').nodes] } }, '"n0"'],
      ['has an edge to nowhere', { definition: withEdge({ id: 'lost', source: 'n0', target: 'gone' }) }, '"lost"'],
      ['has an edge from nowhere', { definition: withEdge({ id: 'lost', source: 'gone', target: 'n0' }) }, '"gone"'],
      ['has a silent reply', { definition: withNode({ id: 'mute', type: 'FIXED_REPLY' }) }, '"mute"'],
      ['has an empty reply', { definition: withNode({ id: 'mute', type: 'FIXED_REPLY', text: '' }) }, '"mute"'],
      ['has a blank reply', { definition: withNode({ id: 'mute', type: 'FIXED_REPLY', text: ' \n\u00a0' }) }, '"mute"'],
    ])('a scenario that %s is 400 on creation, import and change', async (_name, fields, named) => {
      const { api, bot, path } = await newScenario()
      const body = { ...refund, ...fields }
      const created = await api('POST', `/bots/${bot}/scenarios`, body)
      expect(created).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
      expect(created.body.message).toContain(named)
      expect((await api('POST', `/bots/${bot}/scenarios/import`, documentOf(body))).status).toBe(400)
      const isMissing = Object.values(fields).includes(undefined)
      expect((await api('PATCH', path, fields)).status).toBe(isMissing ? 200 : 400)
    })

    test('the bounds are accepted', async () => {
      const { api, path } = await newScenario({ ...refund, min_confidence: 50, exit_message: 'x'.repeat(2000) })
      expect((await api('PATCH', path, { min_confidence: 100, exit_message: '' })).body.min_confidence).toBe(100)
    })

    test('fields of undocumented types are kept, in their order', async () => {
      const definition = {
        start_node_id: 'a',
        nodes: [{ id: 'a', z: { deep: [1, null] }, type: 'ASK', b: 2 }],
        edges: [{ id: 'e', source: 'a', target: 'a', condition: { words: ['x'], type: 'KEYWORD' }, extra: null }],
        notes: 'kept',
      }
      const { scenario } = await newScenario({ ...refund, definition })
      expect(JSON.stringify(scenario.versions[0].definition)).toBe(JSON.stringify(definition))
    })

    test('an update keeps absent fields, and rewrites the draft', async () => {
      const { api, path } = await newScenario()
      const changed = await api('PATCH', path, { title: 'Other', definition: flow('New') })
      expect(changed).toMatchObject({
        status: 200,
        body: { title: 'Other', trigger_description: refund.trigger_description },
      })
      expect(statuses(changed)).toEqual(['1 DRAFT'])
      expect(changed.body.versions[0].definition).toEqual(flow('New'))
    })

    test('publishing moves the draft, archives the earlier version, and can go back', async () => {
      const { api, bot, scenario, path } = await newScenario()
      const first = await api('POST', publishPath(bot, scenario))
      expect(first).toMatchObject({ status: 201, body: { is_active: true } })
      expect(statuses(first)).toEqual(['1 PUBLISHED'])
      const changed = await api('PATCH', path, { definition: flow('Second') })
      expect(statuses(changed)).toEqual(['2 DRAFT', '1 PUBLISHED'])
      expect(statuses(await api('POST', publishPath(bot, changed.body)))).toEqual(['2 PUBLISHED', '1 ARCHIVED'])
      const back = await api('POST', publishPath(bot, scenario), {})
      expect(statuses(back)).toEqual(['2 ARCHIVED', '1 PUBLISHED'])
      expect(statuses(await api.raw('POST', publishPath(bot, scenario), ''))).toEqual(['2 ARCHIVED', '1 PUBLISHED'])
    })

    test('publishing without activation keeps the active state', async () => {
      const { api, bot, scenario, path } = await newScenario()
      const publish = () => api('POST', publishPath(bot, scenario), { activate: false })
      expect(await publish()).toMatchObject({ status: 201, body: { is_active: false } })
      await api('PATCH', `${path}/active`, { is_active: true })
      expect((await publish()).body.is_active).toBe(true)
    })

    test.each([
      ['node', withNode({ id: 'ask', type: 'ASK' }), '"ask"'],
      ['condition', withEdge({ id: 'word', source: 'n0', target: 'end', condition: { type: 'KEYWORD' } }), '"word"'],
    ])('an unknown type of %s is kept, and cannot be published', async (_kind, definition, named) => {
      const { api, bot, scenario } = await newScenario({ ...refund, definition })
      const { status, body } = await api('POST', publishPath(bot, scenario))
      expect(status).toBe(400)
      expect(body.message).toContain(named)
    })

    test('the switch has the value of the body, also repeatedly, and needs a published version', async () => {
      const { api, bot, scenario, path } = await newScenario()
      const set = (is_active: unknown) => api('PATCH', `${path}/active`, { is_active })
      expect((await set(true)).status).toBe(400)
      expect(await set(false)).toMatchObject({ status: 200, body: { is_active: false } })
      await api('POST', publishPath(bot, scenario), { activate: false })
      for (const value of [true, true, false]) {
        expect(await set(value)).toMatchObject({ status: 200, body: { is_active: value } })
      }
      expect((await set('true')).status).toBe(400)
      expect((await set(undefined)).status).toBe(400)
    })

    test('an unknown record is 404', async () => {
      const { api, bot, scenario, path } = await newScenario()
      const elsewhere = await createBot(api)
      const wrong = { unique_id: unknownId }
      expect((await api('PATCH', `/bots/${bot}/scenarios/${unknownId}`, {})).status).toBe(404)
      expect((await api('PATCH', `/bots/${bot}/scenarios/nonsense/active`, { is_active: false })).status).toBe(404)
      expect((await api('POST', publishPath(bot, scenario, wrong))).status).toBe(404)
      expect((await api('POST', publishPath(elsewhere, scenario))).status).toBe(404)
      expect((await api('PATCH', `${path}/nothing`, {})).status).toBe(404)
    })

    test.each([
      [{ format: 'other' }],
      [{ format: undefined }],
      [{ schema_version: 0 }],
      [{ schema_version: 3 }],
      [{ schema_version: '2' }],
      [{ schema_version: 1.5 }],
      [{ exported_at: 'yesterday' }],
      [{ scenario: undefined }],
      [{ scenario: [] }],
      [{ dependencies: [] }],
    ])('an import with %j is 400', async change => {
      const { api } = world()
      const path = `/bots/${await createBot(api)}/scenarios/import`
      expect((await api('POST', path, { ...documentOf(refund), ...change })).status).toBe(400)
    })

    test('both versions of the format have the same definition, and each import creates a new scenario', async () => {
      const { api } = world()
      const path = `/bots/${await createBot(api)}/scenarios/import`
      const exported_at = '2026-01-31T10:00:00.000Z'
      const [first, second] = await Promise.all(
        [1, 2].map(schema_version => api('POST', path, documentOf(refund, { schema_version, exported_at }))),
      )
      expect(first?.status).toBe(201)
      expect(first?.body.versions[0].definition).toEqual(second?.body.versions[0].definition)
      expect(first?.body.unique_id).not.toBe(second?.body.unique_id)
    })

    test('an import of what the service does not support is stored, with a warning that names it', async () => {
      const { api } = world()
      const path = `/bots/${await createBot(api)}/scenarios/import`
      const known = await api('POST', path, documentOf(refund))
      expect([known.status, known.headers.get('warning')]).toEqual([201, null])
      const supported = flow('Hello')
      const [start, end] = supported.nodes
      const nodes = Array.from({ length: 7 }, (_, at) => ({ ...start, id: `ask${at}`, type: 'ASK_LLM' }))
      const asking = { start_node_id: 'ask0', nodes, edges: [] }
      const { status, headers, body } = await api('POST', path, documentOf({ ...refund, definition: asking }))
      expect([status, body.versions]).toMatchObject([201, [{ definition: asking }]])
      expect(headers.get('warning')).toMatch(/^299 - .*\bask0\b.*ASK_LLM.*\bask4\b.*And 2 more\./)
      const condition = { type: 'KEYWORD', words: ['x'] }
      const edges = [{ id: 'e1', source: start?.id, target: end?.id, condition }]
      const branching = await api('POST', path, documentOf({ ...refund, definition: { ...supported, edges } }))
      expect(branching.headers.get('warning')).toMatch(/\be1\b.*KEYWORD/)
    })

    test('an import with missing dependencies is 400 and lists them', async () => {
      const { api } = world()
      const path = `/bots/${await createBot(api)}/scenarios/import`
      const functions = [{ name: 'find_order' }, { name: 'refund' }]
      const refused = await api('POST', path, documentOf(refund, { dependencies: { functions } }))
      expect(refused.status).toBe(400)
      expect(refused.body.message).toMatch(/find_order.*refund/)
      const dependencies = { functions: [], knowledge_groups: [{ name: 'default' }] }
      expect((await api('POST', path, documentOf(refund, { dependencies }))).status).toBe(201)
    })

    test('twenty concurrent changes, each after a publication, are numbered without gaps or repeats', async () => {
      const { api, bot, scenario, path } = await newScenario()
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const { body } = await api('PATCH', path, { definition: flow(`Version ${index}`) })
          await api('POST', publishPath(bot, body), {})
        }),
      )
      const { body } = await api('PATCH', path, {})
      const numbers: number[] = body.versions.map(({ version }: VersionRecord) => version)
      expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => numbers.length - index))
      expect(body.unique_id).toBe(scenario.unique_id)
    })

    test('twenty concurrent imports are twenty scenarios with version 1', async () => {
      const { api } = world()
      const path = `/bots/${await createBot(api)}/scenarios/import`
      const replies = await Promise.all(Array.from({ length: 20 }, () => api('POST', path, documentOf(refund))))
      expect(new Set(replies.map(({ body }) => body.unique_id)).size).toBe(20)
      expect(replies.map(reply => statuses(reply).join())).toEqual(Array(20).fill('1 DRAFT'))
    })
  })
}

function withNode(node: object) {
  const { nodes, ...rest } = flow('a')
  return { ...rest, nodes: [...nodes, node] }
}

function withEdge(edge: object) {
  const { edges, ...rest } = flow('a')
  return { ...rest, edges: [...edges, edge] }
}
