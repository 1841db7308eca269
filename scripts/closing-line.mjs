// One closing line for several test runs: `node scripts/closing-line.mjs <file>`, which SCENEWRIGHT_TEST_COUNTS named.
import { readFileSync } from 'node:fs'
import { closingLine } from '../test/closing-line.mjs'

const lines = readFileSync(process.argv[2], 'utf8').split('\n')
console.log(closingLine(lines.filter(line => line !== '').map(line => JSON.parse(line))))
