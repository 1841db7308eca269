import { expect, test } from 'vitest'
import { scenewright } from '../run.ts'
import { type BotName, botChanges, changedBot } from './changed-bot.ts'
import { withoutAssets } from './without-assets.ts'

const bots = Object.keys(botChanges) as readonly BotName[]

test.each(bots)('the page on a change of the %s is the approved one', async bot => {
  const cwd = await changedBot(bot)
  const { code, stdout } = await scenewright(['diff', 'base', 'head', '--format', 'html'], { cwd })
  expect(code).toBe(0)
  await expect(withoutAssets(stdout)).toMatchFileSnapshot(`${bot}.html.snap`)
})
