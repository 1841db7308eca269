import { expect, test } from 'vitest'
import { scenewright } from '../run.ts'
import { type BotName, botChanges, changedBot } from './changed-bot.ts'

const bots = Object.keys(botChanges) as readonly BotName[]

test.each(bots)('the page on a change of the %s is as it was looked at', async bot => {
  const cwd = await changedBot(bot)
  const { code, stdout } = await scenewright(['diff', 'base', 'head', '--format', 'html'], { cwd })
  expect(code).toBe(0)
  await expect(withoutAssets(stdout)).toMatchFileSnapshot(`${bot}.html.snap`)
})

/** The style and the script stand in files of their own. */
function withoutAssets(page: string): string {
  return page
    .replace(/<style>[\s\S]*?<\/style>/, '<style></style>')
    .replace(/<script>[\s\S]*?<\/script>/, '<script></script>')
    .replace(/&#39;sha256-.*?&#39;/g, '&#39;sha256&#39;')
}
