import { expect, test } from 'vitest'
import { bareEnvironment } from '../git-repository.ts'
import { scenewright } from '../run.ts'
import { changedShop, type ReviewName, reviewChanges } from './review-changes.ts'
import { withoutAssets } from './without-assets.ts'

const names = Object.keys(reviewChanges) as readonly ReviewName[]

test.each(names)('a reviewer reads of the change "%s" what was read here', async name => {
  const cwd = await changedShop(name)
  const printed = async (format: string) => {
    const { code, stdout, stderr } = await scenewright(['diff', 'main..work', '--format', format], {
      cwd,
      env: bareEnvironment,
    })
    expect(code).toBe(0)
    return withoutCommits(format === 'text' ? `${stdout}\n${stderr}` : stdout)
  }
  await expect(await printed('text')).toMatchFileSnapshot(`review/${name}.txt`)
  await expect(await printed('markdown')).toMatchFileSnapshot(`review/${name}.md`)
  await expect(withoutAssets(await printed('html'))).toMatchFileSnapshot(`review/${name}.html.snap`)
})

/** A commit has another name in each run. */
function withoutCommits(page: string): string {
  return page.replace(/(main|work) \([0-9a-f]{8}\)/g, '$1 (commit)')
}
