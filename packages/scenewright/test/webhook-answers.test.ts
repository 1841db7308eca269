import { expect, onTestFinished, test } from 'vitest'
import { webhookAnswers } from '../src/commands/test/remote/webhook-answers.ts'
import { freePort } from './scripted-service.ts'

/** A receiver on a free port, and what sends it a webhook, or any other text, and gives the status. */
async function receiver(timeoutMs = 5000) {
  const port = await freePort()
  const answers = await webhookAnswers(port, timeoutMs)
  onTestFinished(() => answers.close())
  const post = async (body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: text })).status
  }
  const webhook = (request: string, fields: object = {}) => ({
    meta: { unique_id: request, bot_unique_id: 'b', meta: answers.meta },
    type: 'SUCCESS',
    error: false,
    ...fields,
  })
  const answerTo = (request: string) => answers.answerTo(request, new AbortController().signal)
  return { answers, post, webhook, answerTo }
}

test('an answer is accepted before and after the wait for it, and a repeated one is that of its first delivery', async () => {
  const { post, webhook, answerTo } = await receiver()
  const waiting = answerTo('second')
  expect(await post(webhook('first', { response: { message: 'Hello.' } }))).toBe(204)
  expect(await post(webhook('first', { response: { message: 'Again.' } }))).toBe(204)
  expect(await post(webhook('second', { type: 'OPERATOR', response: { message: 'One moment.' } }))).toBe(204)
  expect(await answerTo('first')).toEqual({ kind: 'answered', text: 'Hello.' })
  expect(await waiting).toEqual({ kind: 'operator', text: 'One moment.' })
})

test('an error is a failed answer, and one without a text has none', async () => {
  const { post, webhook, answerTo } = await receiver()
  await post(webhook('failed', { type: 'ERROR', error: true }))
  await post(webhook('silent'))
  expect(await answerTo('failed')).toMatchObject({ kind: 'failed', text: null })
  expect(await answerTo('silent')).toEqual({ kind: 'answered', text: null })
})

test.each<[string, unknown]>([
  ['the result of another request', { meta: { unique_id: 'x', meta: {} }, type: 'SUCCESS', error: false }],
  ['an answer with another mark', { meta: { unique_id: 'x', meta: { scenewright_test: 'guessed' } } }],
  ['an answer whose mark is not a text', { meta: { unique_id: 'x', meta: { scenewright_test: 7 } } }],
  ['an answer without a request', { meta: { meta: { scenewright_test: 'x' } } }],
  ['text that is not JSON', '{'],
  ['null', 'null'],
  ['nothing', ''],
])('%s is rejected, so that the service keeps it', async (_name, body) => {
  const { post } = await receiver()
  expect(await post(body)).toBe(503)
})

test('a missing answer is late, and an unexpected answer is dropped', async () => {
  const { answers, answerTo } = await receiver(50)
  expect(await answerTo('x')).toMatchObject({
    kind: 'late',
    reason: expect.stringContaining('no answer within 0.05 s'),
  })
  const abort = new AbortController()
  const waiting = answers.answerTo('y', abort.signal)
  abort.abort(new Error('ended'))
  await expect(waiting).rejects.toThrow('ended')
})
