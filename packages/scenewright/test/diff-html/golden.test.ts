import { readFileSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleBot, folderWith, scenewright } from '../run.ts'

type Edit = readonly [file: string, before: string, after: string]

/** What a colleague might propose: a step more for a parcel that arrived broken, and a promise that is shorter. */
const shop: readonly Edit[] = [
  ['delivery/damaged-parcel.scenario.yaml', '  - the mirror was cracked when I unpacked it\n', ''],
  ['delivery/damaged-parcel.scenario.yaml', 'within seven days of delivery', 'within three days of delivery'],
  ['delivery/damaged-parcel.scenario.yaml', '    photos:\n', '    pictures:\n'],
  ['delivery/damaged-parcel.scenario.yaml', 'to: photos', 'to: pictures'],
  ['delivery/damaged-parcel.scenario.yaml', '  photos: {', '  pictures: {'],
  ['delivery/damaged-parcel.scenario.yaml', 'to: outcome', 'to: courier'],
  [
    'delivery/damaged-parcel.scenario.yaml',
    '    outcome:\n      title',
    '    courier: { text: Our courier picks the parcel up at your door., next: done }\n    outcome:\n      title',
  ],
  ['returns/refund-status.scenario.ts', "exclusions: ['How do I return an item?', ", 'exclusions: ['],
  ['returns/refund-status.scenario.ts', 'within three working days', 'within five working days'],
]

/** The clinic takes another insurance, and no cash any more. */
const clinic: readonly Edit[] = [
  ['visit/prices-and-insurance.scenario.yaml', 'картой, наличными или', 'картой или'],
  ['visit/prices-and-insurance.scenario.yaml', 'По полису ОМС клиника не\n        принимает.', 'По ОМС — тоже.'],
  ['visit/prices-and-insurance.scenario.yaml', '      next: payment\n', '      next: insurance\n'],
  ['visit/prices-and-insurance.scenario.yaml', '  - какой у вас адрес\n', ''],
]

test.each([
  ['shop', shop],
  ['clinic', clinic],
] as const)('a change of the %s is told as the golden files have it', async (bot, edits) => {
  const cwd = await folderWith({})
  for (const side of ['before', 'after']) {
    await cp(exampleBot(bot), join(cwd, side), { recursive: true, filter: path => !path.includes('.scenewright') })
  }
  for (const edit of edits) change(join(cwd, 'after/scenarios'), edit)
  const print = async (format: string) => {
    // What messages lead to hangs on the scorer, which has tests of its own.
    const args = ['diff', 'before/scenarios', 'after/scenarios', '--no-behaviour', '--format', format]
    const { code, stdout } = await scenewright([...args, '--config', 'before/scenewright.config.yaml'], { cwd })
    expect(code).toBe(0)
    return stdout
  }
  await expect(await print('markdown')).toMatchFileSnapshot(`__snapshots__/${bot}.md`)
  await expect(bare(await print('html'))).toMatchFileSnapshot(`__snapshots__/${bot}.html.snap`)
})

/** The page without its style and its script, which stand in files of their own. */
function bare(page: string): string {
  return page
    .replace(/<style>[\s\S]*?<\/style>/, '<style></style>')
    .replace(/<script>[\s\S]*?<\/script>/, '<script></script>')
    .replace(/'sha256-[^']*'/g, "'sha256'")
}

function change(folder: string, [file, before, after]: Edit): void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(before)
  writeFileSync(path, text.replace(before, after))
}
