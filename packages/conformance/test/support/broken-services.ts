import type { Message, Mutation, Relay } from './proxy.ts'

/** A way for a service to be wrong, and the rows that must see it. */
export interface BrokenService {
  readonly name: string
  readonly rows: readonly string[]
  readonly mutate?: Mutation
  readonly relay?: Relay
}

type Change = (body: Message['body'], message: Message) => unknown

/** Changes the answers of success of some requests. */
function on(method: string, path: RegExp, change: Change): Mutation {
  return message =>
    message.method === method && path.test(message.path) && message.status < 300
      ? { body: change(message.body, message) }
      : undefined
}

function ids(...numbers: readonly number[]): readonly string[] {
  return numbers.map(number => `C-${String(number).padStart(3, '0')}`)
}

const lists = /^\/(bots|bot-tools|knowledge-transfer|completion-log\/journal|bot-agents)\?/
const scenarios = /^\/bots\/[^/]+\/scenarios$/
const scenario = /^\/bots\/[^/]+\/scenarios\/[^/]+$/
const publish = /\/publish$/
const journal = /^\/completion-log\/journal/

/** Journal records of which every second reading shows another status. */
function wavering(): Mutation {
  let count = 0
  return on('GET', journal, body => {
    count += 1
    return { ...body, data: body.data.map((one: object) => (count % 2 === 0 ? { ...one, status: 'ERROR' } : one)) }
  })
}

/** One request of ten fails. */
function failingAtTimes(): Mutation {
  let count = 0
  return ({ method }) => {
    count += 1
    return method === 'POST' && count % 10 === 0 ? { status: 500, body: {} } : undefined
  }
}

/** Each answer has checked more than the one before. */
function growing(): Mutation {
  let count = 0
  return on('POST', /preflight$/, body => {
    count += 1
    return { ...body, existing_chunks_checked: count, matches: [...body.matches, ...body.matches] }
  })
}

const records = (body: Message['body'], change: (record: Message['body']) => object) => ({
  ...body,
  data: body.data.map(change),
})

/** Services that are wrong in one way each. */
export const brokenServices: readonly BrokenService[] = [
  {
    name: 'answers with other statuses of success',
    rows: ids(7, 46, 64, 78, 115, 125, 134, 140, 159, 199, 218, 281, 290, 299),
    mutate: ({ status, path }) => (path.includes('openapi') || status > 201 ? undefined : { status: 401 - status }),
  },
  {
    name: 'shows times without milliseconds',
    rows: ids(9),
    mutate: on('POST', /^\/bot-tools/, body => ({ ...body, created_at: '2026-01-31T10:00:00Z' })),
  },
  {
    name: 'finds everything',
    rows: ids(10),
    mutate: on('GET', /^\/bots\?search/, body => ({
      data: [...body.data, ...body.data],
      meta: { ...body.meta, total: 9 },
    })),
  },
  {
    name: 'lists in reverse order',
    rows: ids(11, 183),
    mutate: on('GET', lists, body => ({ ...body, data: body.data.toReversed() })),
  },
  {
    name: 'returns the size of the page as the total',
    rows: ids(14, 186, 273, 317, 340),
    mutate: on('GET', lists, body => ({ ...body, meta: { ...body.meta, total: body.data.length } })),
  },
  {
    name: 'adds a field to the envelope',
    rows: ids(14, 186, 273, 317, 340),
    mutate: on('GET', lists, body => ({ ...body, next: null })),
  },
  {
    name: 'does not page',
    rows: ids(12, 13, 184, 185, 234, 235, 251, 252, 271, 272, 315, 316, 338, 339),
    mutate: ({ status, body }) =>
      status === 200 && body.meta ? { body: { ...body, meta: { total: 1, skip: 7, take: 7 } } } : undefined,
  },
  {
    name: 'has other defaults for bots, and returns other values',
    rows: ids(30, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44),
    mutate: on('POST', /^\/bots$/, ({ unique_id }) => ({ unique_id })),
  },
  {
    name: 'shows the webhook address of bots',
    rows: ids(15, 29, 47, 61, 62),
    mutate: ({ path, status, body }) => {
      if (status > 201 || !/^\/bots(\?|$)/.test(path)) return undefined
      return {
        body: body.data ? records(body, one => ({ ...one, webhook_url: null })) : { ...body, webhook_url: null },
      }
    },
  },
  {
    name: 'returns another webhook address',
    rows: ids(63, 64),
    mutate: on('PATCH', /^\/bots\/[^/]+$/, body => ({ ...body, webhook_url: 'https://other.example.com/' })),
  },
  {
    name: 'has other defaults for scenarios, and returns other values',
    rows: ids(66, 67, 72, 73, 74, 77),
    mutate: ({ method, path, status, body }) => {
      if (status > 201) return undefined
      if (method === 'POST' && scenarios.test(path)) return { body: { unique_id: body.unique_id, versions: [] } }
      return method === 'GET' && scenario.test(path) ? { body: {} } : undefined
    },
  },
  {
    name: 'loses the fields of an updated scenario',
    rows: ids(103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114),
    mutate: ({ path, method, status, body }) =>
      status === 200 && method !== 'POST' && scenario.test(path) ? { body: { unique_id: body.unique_id } } : undefined,
  },
  {
    name: 'confuses the two versions of the format',
    rows: ids(130),
    mutate: on('POST', /import$/, (body, { sent }) =>
      sent.includes('"schema_version":1') ? { ...body, versions: [{ definition: {} }] } : body,
    ),
  },
  {
    name: 'inverts activation',
    rows: ids(132, 133, 140),
    mutate: ({ path, status, body }) =>
      status < 300 && (publish.test(path) || path.endsWith('/active'))
        ? { body: { ...body, is_active: !body.is_active } }
        : undefined,
  },
  {
    name: 'leaves gaps between versions',
    rows: ids(145),
    mutate: on('PATCH', scenario, body => ({
      ...body,
      versions: body.versions.map((one: { version: number }) => ({ ...one, version: one.version * 2 })),
    })),
  },
  {
    name: 'returns other values of functions',
    rows: ids(147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157),
    mutate: on('POST', /^\/bot-tools/, ({ unique_id }) => ({ unique_id })),
  },
  {
    name: 'shows the values of headers',
    rows: ids(177),
    mutate: on('POST', /^\/bot-tools/, (body, { sent }) => ({ ...body, description: sent })),
  },
  {
    name: 'returns other values of documents, and never recognizes one',
    rows: ids(192, 193, 195, 197, 198),
    mutate: on('POST', /^\/knowledges$/, body => ({ data: { unique_id: body.data.unique_id } })),
  },
  {
    name: 'stores equal contents only once, regardless of their document_id',
    rows: ids(195),
    mutate: (() => {
      const byContent = new Map<string, unknown>()
      return on('POST', /^\/knowledges$/, (body, { sent }) => {
        const known = byContent.get(JSON.parse(sent).content) ?? body
        byContent.set(JSON.parse(sent).content, known)
        return known
      })
    })(),
  },
  {
    name: 'answers with private links, and from documents that are not indexed',
    rows: ids(197, 198),
    mutate: (() => {
      const links: string[] = []
      return ({ path, sent, body, status }: Message) => {
        if (path === '/knowledges') links.push(...(sent.match(/https:[^"]+/g) ?? []))
        if (!journal.test(path) || status !== 200) return undefined
        return { body: records(body, one => ({ ...one, answer: `nougat, see ${links.join()}` })) }
      }
    })(),
  },
  { name: 'adds documents in a preflight, and shows too much of them', rows: ids(217, 218), mutate: growing() },
  {
    name: 'returns the similarity as the distance',
    rows: ids(230),
    mutate: on('POST', /preflight$/, body => ({
      ...body,
      matches: body.matches.map((one: { similarity_score: number }) => ({
        ...one,
        vector_distance: one.similarity_score,
      })),
    })),
  },
  {
    name: 'ignores the filter by type of issue',
    rows: ids(233, 250),
    mutate: on('GET', /^\/knowledge-integrity/, body => ({
      ...body,
      issues: [{ unique_id: '11111111-2222-4333-8444-555555555555', type: 'OTHER', created_at: '' }],
    })),
  },
  {
    name: 'filters nothing',
    rows: ids(268, 269, 270, 310, 311, 312, 313, 314, 337),
    mutate: on('GET', lists, body => ({
      data:
        body.data.length === 0
          ? [{ unique_id: 'other', is_active: 'other', status: 'other' }]
          : [...body.data, ...body.data],
      meta: { ...body.meta, total: 7 },
    })),
  },
  {
    name: 'does not name the missing dialogue',
    rows: ids(284, 294),
    mutate: ({ status, body }) => (status === 404 ? { body: { ...body, message: 'Not found.' } } : undefined),
  },
  {
    name: 'runs every request in another mode',
    rows: ids(287),
    mutate: on('GET', journal, body =>
      records(body, one => ({ ...one, completion_token_usages: [{ mode: 'OTHER' }] })),
    ),
  },
  {
    name: 'loses accepted requests',
    rows: ids(290),
    mutate: on('GET', journal, body => ({ ...body, data: [] })),
  },
  {
    name: 'has another reason phrase for 402',
    rows: ids(292),
    mutate: ({ status, body }) => (status === 402 ? { body: { ...body, error: 'Payment' } } : undefined),
  },
  { name: 'changes a final result', rows: ids(295), mutate: wavering() },
  {
    name: 'never passes to an operator',
    rows: ids(295, 298),
    mutate: on('GET', journal, body => records(body, one => ({ ...one, status: 'SUCCESS' }))),
  },
  {
    name: 'shows lists to strangers',
    rows: ids(4),
    mutate: (() => {
      let bot = ''
      return ({ method, path, body }: Message) => {
        if (method === 'POST' && /^\/bots\/[^/]+\/completion$/.test(path)) bot = path.split('/')[2] ?? ''
        return path === '/bots?take=100' ? { body: { ...body, more: bot } } : undefined
      }
    })(),
  },
  {
    name: 'adds a field to errors',
    rows: ids(6, 8, 388, 389),
    mutate: ({ status, body }) => (status >= 400 ? { body: { ...body, stack: [] } } : undefined),
  },
  {
    name: 'shows internal details',
    rows: ids(390),
    mutate: ({ status, body }) =>
      status >= 400 ? { body: { ...body, message: 'Error\n    at run (/srv/app/main.js:1:1)' } } : undefined,
  },
  { name: 'fails under load', rows: ids(395), mutate: failingAtTimes() },
  {
    name: 'sends empty answers',
    rows: ids(385),
    mutate: on('GET', journal, body => records(body, one => ({ ...one, answer: null }))),
  },
  {
    name: 'sends webhooks of another form',
    rows: ids(374, 375, 376, 377, 378, 379, 380, 382, 386),
    relay: {
      method: 'PUT',
      headers: { 'content-type': 'text/plain' },
      mangle: () => ({ response: {}, meta: { meta: {} }, type: 'DONE', error: 'no' }),
    },
  },
  { name: 'loses digits of what the caller sent', rows: ids(378), relay: { mangle: body => body } },
  {
    name: 'finds everything without a filter, and too little by type',
    rows: ids(233, 250),
    mutate: on('GET', /^\/knowledge-integrity.*journal\/[^/?]+$/, body => ({
      ...body,
      meta: { ...body.meta, total: body.meta.total + 1 },
    })),
  },
  {
    name: 'shows no transfer',
    rows: ids(268),
    mutate: on('GET', /^\/knowledge-transfer\?/, body => ({ data: [], meta: { ...body.meta, total: 0 } })),
  },
  { name: 'sends every webhook twice', rows: ids(381, 383), relay: { times: 2 } },
  { name: 'treats every delivery as a success', rows: ids(382, 384, 386), relay: { answers: 200 } },
  { name: 'loses accepted requests when it is killed', rows: ids(387), relay: { times: 0, answers: 200 } },
]
