// Builds `docs/` as a site, with the playground: npm run site -- --out build/site --base /
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vitepress'
import { buildPlayground } from '../scripts/build/browser.mjs'

const folder = import.meta.dirname

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(folder, '../build/site') },
    // The path of the site on its host, such as /scenewright/.
    base: { type: 'string', default: '/' },
    docs: { type: 'string', default: join(folder, '../docs') },
  },
})
const outDir = resolve(values.out)
process.env.SCENEWRIGHT_SITE_DOCS = resolve(values.docs)
// VitePress looks for Vue in the package of the current folder.
process.chdir(folder)
await build(folder, { outDir, base: values.base })
await buildPlayground(join(outDir, 'playground'))
process.stdout.write(`written to ${outDir}: serve the folder with any static server\n`)
