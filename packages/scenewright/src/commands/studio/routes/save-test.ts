import { appendConversation, newTestFile } from '@scenewright/compiler/format'
import { asTest, newConversation, say } from '../../chat/conversation.ts'
import { messagesIn, textField } from '../http/fields.ts'
import { HttpError } from '../http/http-error.ts'
import type { EditAnswer } from '../protocol.ts'
import type { Route } from '../route.ts'

/** Adds a conversation to the tests next to a scenario, or begins them. */
export const saveTest: Route = {
  method: 'POST',
  path: '/api/save-test',
  writes: true,
  async answer(studio, { body }): Promise<EditAnswer> {
    const [name, key, messages] = [textField(body, 'name', 200), textField(body, 'key', 400), messagesIn(body)]
    const { bot, ready } = await studio.bot()
    await ready(messages)
    const conversation = messages.reduce((said, message) => say(bot, said, message).conversation, newConversation)
    const test = { ...asTest(conversation), name }
    const live = await studio.live()
    const reports = live.reports()
    const holder = reports.find(({ scenarios }) => scenarios.some(scenario => scenario.key === key))
    if (holder === undefined) throw new HttpError(404, 'scenario', `no scenario that binds has the key "${key}"`)
    const stem = holder.file.replace(/\.scenario\.\w+$/, '')
    const names = [`${stem}.test.yaml`, `${stem}.test.yml`]
    const existing = names.find(file => reports.some(report => report.file === file))
    const written =
      existing === undefined
        ? await studio.files.create(live, `${stem}.test.yaml`, newTestFile(test))
        : await studio.files.edit(live, studio.files.read(live, existing), async ({ file, text }) => {
            const added = await appendConversation(file, text.replace(/^\ufeff/, ''), test)
            if (added.ok) return (text.startsWith('\ufeff') ? '\ufeff' : '') + added.text
            throw new HttpError(422, 'sources', `"${file}" has errors: fix them first`)
          })
    return { ...written, revision: await studio.changed([written.file]) }
  },
}
