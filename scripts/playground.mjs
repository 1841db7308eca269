// Builds the playground, a page on which sources are checked and the bot answers: npm run playground -- <folder>
import { resolve } from 'node:path'
import { buildPlayground } from './build/browser.mjs'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  process.stderr.write('Name the folder to write to: npm run playground -- build/playground\n')
  process.exit(2)
}
await buildPlayground(resolve(folder))
process.stdout.write(`written to ${folder}: serve the folder, and open index.html\n`)
