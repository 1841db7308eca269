import { describe, expect, test } from 'vitest'
import type { Api } from '../support/api.ts'
import { createBot, unknownId } from '../support/samples.ts'
import type { World } from '../support/world.ts'

const megabyte = 1024 * 1024

/** Texts that are sent ahead, and named by completions. */
export function attachmentContract(world: () => World): void {
  const attach = (api: Api, content: string, name = 'note.txt') => api('POST', '/attachments', { name, content })
  const ask = async (api: Api, ids: readonly string[]) =>
    api('POST', `/bots/${await createBot(api)}/completion`, { prompt: 'Hello', attachment_ids: ids })

  describe('attachments', () => {
    test('a text is stored, and described by its name and its size', async () => {
      const { status, body } = await attach(world().api, 'ё'.repeat(3))
      expect(status).toBe(201)
      expect(body).toEqual({
        unique_id: expect.any(String),
        name: 'note.txt',
        size: 6,
        created_at: expect.stringMatching(/\.\d{3}Z$/),
      })
    })

    test('a completion can name it, in any spelling, repeatedly, and together with others', async () => {
      const { api } = world()
      const { body: first } = await attach(api, 'one')
      const { body: second } = await attach(api, '')
      const ids = [first.unique_id, second.unique_id, first.unique_id.toUpperCase()]
      expect((await ask(api, ids)).status).toBe(201)
    })

    test('an unknown one, or one of another account, is 400 and named', async () => {
      const { api, stranger } = world()
      const { body: own } = await attach(api, 'one')
      const { body: foreign } = await attach(stranger, 'two')
      for (const id of [unknownId, 'nonsense', foreign.unique_id]) {
        const { status, body } = await ask(api, [own.unique_id, id])
        expect(status).toBe(400)
        expect(body.message).toContain(id)
      }
    })

    test('a megabyte is accepted, a byte more is not, and a completion accepts four of them', async () => {
      const { api } = world()
      expect((await attach(api, `${'x'.repeat(megabyte)}x`)).status).toBe(400)
      expect((await attach(api, 'ё'.repeat(megabyte / 2 + 1))).status).toBe(400)
      const kept = await Promise.all(Array.from({ length: 5 }, () => attach(api, 'x'.repeat(megabyte))))
      expect(kept.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
      const ids = kept.map(({ body }) => body.unique_id)
      expect((await ask(api, ids.slice(1))).status).toBe(201)
      expect(await ask(api, ids)).toMatchObject({ status: 400, body: { message: expect.stringContaining('4194304') } })
    })

    test.each([
      { name: 'note.txt' },
      { content: 'x' },
      { name: '', content: 'x' },
      { name: 'n', content: 1 },
      { name: 'n', content: 'x', more: 1 },
    ])('%j is 400', async body => {
      expect((await world().api('POST', '/attachments', body)).status).toBe(400)
    })
  })
}
