import { realpathSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bareEnvironment } from '../../../workspace/test/git-repository.ts'
import { compare } from '../../src/commands/diff/compare.ts'
import type { DiffFormatName } from '../../src/commands/diff/formats/index.ts'
import { printDiff } from '../../src/commands/diff/formats/print-diff.ts'
import { createInvocation } from '../../src/shell/invocation.ts'
import { changedShop, type ReviewName, reviewChanges } from './review-changes.ts'
import { withoutAssets } from './without-assets.ts'

const names = Object.keys(reviewChanges) as readonly ReviewName[]

// What takes the time is to compare, which is done once for all formats.
test.each(names)('the review of the change "%s" equals the recorded one', async name => {
  const { invocation, written } = invocationIn(realpathSync(await changedShop(name)))
  const options = { format: 'text', mergeBase: true, behaviour: true } as const
  const { notes, ...compared } = await compare(invocation, ['main..work'], options)
  const printed = async (format: DiffFormatName) => {
    await printDiff(invocation, { ...compared, format })
    const { out, err } = written()
    return withoutCommits(format === 'text' ? `${out}\n${err}${notes.map(note => `${note}\n`).join('')}` : out)
  }
  await expect(await printed('text')).toMatchFileSnapshot(`review/${name}.txt`)
  await expect(await printed('markdown')).toMatchFileSnapshot(`review/${name}.md`)
  await expect(withoutAssets(await printed('html'))).toMatchFileSnapshot(`review/${name}.html.snap`)
})

/** A call of the command line in a folder, and what it has written since it was last asked. */
function invocationIn(cwd: string) {
  let out = ''
  let err = ''
  const invocation = createInvocation({
    terminal: {
      out: text => {
        out += text
      },
      err: text => {
        err += text
      },
      color: { out: false, err: false },
      isInteractive: () => false,
      canRedraw: false,
      columns: () => 100,
    },
    cwd,
    env: bareEnvironment,
    signal: new AbortController().signal,
    stdin: () => process.stdin,
    pause: async () => {},
  })
  const written = () => {
    const taken = { out, err }
    out = ''
    err = ''
    return taken
  }
  return { invocation, written }
}

/** A commit has another name in each run. */
function withoutCommits(page: string): string {
  return page.replace(/(main|work) \([0-9a-f]{8}\)/g, '$1 (commit)')
}
