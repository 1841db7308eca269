import { describe, expect, test } from 'vitest'
import { ask, basic, type Method } from '../support/api.ts'
import { createBot, unknownId } from '../support/samples.ts'
import type { World } from '../support/world.ts'

/** Who may ask, for what. */
export function authorizationContract(world: () => World): void {
  const bots = (authorization?: string) =>
    ask(`${world().service.url}/api/v1/bots`, authorization === undefined ? {} : { headers: { authorization } })

  describe('authorization', () => {
    test('valid credentials and no parameters are answered', async () => {
      expect((await world().api('GET', '/bots')).status).toBe(200)
    })

    test.each<[string, () => string | undefined]>([
      ['a missing header', () => undefined],
      ['another scheme', () => 'Bearer abc'],
      ['bad base64', () => 'Basic ???'],
      ['no colon', () => `Basic ${Buffer.from('nocolon').toString('base64')}`],
      ['an unknown e-mail address', () => basic('nobody@example.com', world().account.api_key)],
      ['a wrong key', () => basic(world().account.email, 'sk_wrong')],
      ['a NUL', () => basic('a\0b@example.com', 'x')],
    ])('%s is 401 in the shape of errors', async (_name, header) => {
      const { status, body } = await bots(header())
      expect(status).toBe(401)
      expect(body).toEqual({
        statusCode: 401,
        error: 'Unauthorized',
        message: expect.any(String),
        code: 'UNAUTHORIZED',
      })
    })

    test('the e-mail address may be written in any case', async () => {
      const { email, api_key } = world().account
      expect((await bots(basic(email.toUpperCase(), api_key))).status).toBe(200)
    })

    test('an inactive account is 403', async () => {
      expect(await world().inactive('GET', '/bots')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    })

    test.each<[Method, string, object]>([
      ['PATCH', '', {}],
      ['POST', '/scenarios', { title: 'T', trigger_description: 'D' }],
      ['POST', '/scenarios/import', documentBody()],
      ['PATCH', `/scenarios/${unknownId}`, {}],
      ['PATCH', `/scenarios/${unknownId}/active`, { is_active: true }],
      ['POST', `/scenarios/${unknownId}/versions/${unknownId}/publish`, {}],
      ['POST', '/completion', { prompt: 'Hello' }],
      ['POST', '/dialogues', { name: 'D', message_limit: 1 }],
    ])('%s /bots/{id}%s: 403 for the bot of another account, 404 for an unknown one', async (method, path, body) => {
      const { api, stranger } = world()
      const bot = await createBot(api)
      expect((await stranger(method, `/bots/${bot}${path}`, body)).status).toBe(403)
      expect((await stranger(method, `/bots/${unknownId}${path}`, body)).status).toBe(404)
      expect((await stranger(method, `/bots/not-an-id${path}`, body)).status).toBe(404)
    })

    test('lists never show records of another account', async () => {
      const { api, stranger } = world()
      const bot = await createBot(api)
      const { unique_id } = (await api('POST', `/bots/${bot}/completion`, { prompt: 'mine' })).body
      expect((await stranger('GET', '/bots')).body.meta.total).toBe(0)
      expect((await stranger('GET', `/completion-log/journal?unique_id=${unique_id}`)).body.data).toEqual([])
      expect((await stranger('GET', `/completion-log/journal?bot_unique_id=${bot}`)).status).toBe(403)
    })
  })
}

function documentBody() {
  return { format: 'service.bot-scenario', schema_version: 2, scenario: { title: 'T', trigger_description: 'D' } }
}
