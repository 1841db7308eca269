import { existsSync } from 'node:fs'

const service = 'packages/service'

/** An operation of the local service, in an existing resource. @type {import('../new.mjs').Kind} */
export const route = {
  argument: '<resource>/<name>',
  form: 'a folder of resources, and at least two lowercase words, such as knowledge/who-asks',
  name: /^[a-z]+\/[a-z]+(-[a-z]+)+$/,
  parts: id => {
    const [resource, name] = id.split('/')
    const folder = `${service}/src/resources/${resource}`
    const routes = `${folder}/routes.ts`
    const schema = `${folder}/schema.ts`
    for (const file of [routes, schema]) {
      if (!existsSync(new URL(`../../${file}`, import.meta.url))) throw new Error(`${file} does not exist`)
    }
    return {
      files: { [`${service}/test/${name}.test.ts`]: test(name) },
      lines: [
        { file: schema, after: /^\} as const satisfies JsonSchema$/, text: answer(name) },
        { file: routes, within: /^\/\*\*.*\*\/\nexport const \w+: readonly Route\[\] = /m, text: operation(name) },
        { file: routes, within: /^import /m, text: `import { ${nameOf(name)}Record } from './schema.ts'\n$&` },
        { file: routes, within: /(: readonly Route\[\] = \[[^\]]*?),?\s*\]/, text: `$1, ${nameOf(name)}]` },
      ],
      update: {
        tests: [`${service}/test/openapi.test.ts`, `${service}/test/api-reference.test.ts`],
        writes: ['schemas/openapi.json'],
      },
      next: [
        `write what it does: ${routes}, ${schema}, ${service}/test/${name}.test.ts`,
        'npm run update-golden -- packages/service',
      ],
    }
  },
}

/** `who-asks` is the operation `whoAsks`. */
function nameOf(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
}

const answer = name => `
/** The answer of GET /bots/${name}. */
export const ${nameOf(name)}Record = {
  type: 'object',
  required: ['account_unique_id'],
  properties: { account_unique_id: uniqueId },
} as const satisfies JsonSchema`

const operation = name => `/** The account that asks. */
const ${nameOf(name)} = defineRoute({
  name: '${nameOf(name)}',
  method: 'GET',
  url: '/bots/${name}',
  summary: 'Names the account that asks.',
  isLocal: true,
  status: 200,
  response: ${nameOf(name)}Record,
  errors: [403],
  async handle({ account }) {
    return { account_unique_id: account.id }
  },
})

$&`

const test = name => `import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataFolder, newWorldFolder } from './support/data-folder.ts'
import { startWorld, type World } from './support/world.ts'

let folder: DataFolder
let world: World

beforeAll(async () => {
  folder = await newWorldFolder()
  world = await startWorld(folder)
})

afterAll(async () => {
  await world.close()
  folder.remove()
})

test('${name} names the account that asks', async () => {
  const [own, other] = await Promise.all([world.api('GET', '/bots/${name}'), world.stranger('GET', '/bots/${name}')])
  expect(own).toMatchObject({ status: 200, body: { account_unique_id: expect.any(String) } })
  expect(other.body.account_unique_id).not.toBe(own.body.account_unique_id)
})
`
