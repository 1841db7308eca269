import { expect, test } from 'vitest'
import { scenewright } from '../run.ts'
import { type BotName, botChanges, changedBot } from './changed-bot.ts'

const bots = Object.keys(botChanges) as readonly BotName[]

test.each(bots)('the comment on a change of the %s is the approved one', async bot => {
  const cwd = await changedBot(bot)
  const { code, stdout, stderr } = await scenewright(['diff', 'base', 'head', '--format', 'markdown'], { cwd })
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('differ between base and head') })
  await expect(stdout).toMatchFileSnapshot(`${bot}.md`)
})
