// Speed as ratios of medians, both sides timed in turn in one run: a machine's own speed cancels out.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeCorpus } from './corpus.mjs'
import { ratioOfWallTimes } from './ratio.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const scenewright = join(root, 'node_modules/.bin/scenewright')
const folder = mkdtempSync(join(tmpdir(), 'scenewright-bench-'))
const emptyNode = { command: process.execPath, args: ['-e', '0'], cwd: folder }

const cases = [
  { name: 'check, 1 file ÷ node -e 0', files: 1, must: 1.6, runs: 31 },
  { name: 'check, 1,000 files ÷ node -e 0', files: 1000, runs: 5 },
]

try {
  let failed = false
  for (const { name, files, must, runs } of cases) {
    const cwd = writeCorpus(join(folder, String(files)), files)
    const check = { command: process.execPath, args: [scenewright, 'check', '--quiet'], cwd }
    const { median, least, most } = ratioOfWallTimes(check, emptyNode, runs)
    const verdict = must === undefined ? '' : median <= must ? `  (must ${must}: ok)` : `  (must ${must}: MISSED)`
    failed ||= must !== undefined && median > must
    console.log(`${name.padEnd(36)}${median.toFixed(2)}  [${least.toFixed(2)}–${most.toFixed(2)}]${verdict}`)
  }
  process.exitCode = failed ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}
