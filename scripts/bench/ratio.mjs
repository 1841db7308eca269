import { spawnSync } from 'node:child_process'

/** Times two programs in turn, A B A B …, after one run of each that does not count; the ratios are pair by pair. */
export function ratioOfWallTimes(a, b, runs) {
  time(a)
  time(b)
  const ratios = Array.from({ length: runs }, () => time(a) / time(b)).sort((x, y) => x - y)
  return { median: ratios[Math.floor(runs / 2)], least: ratios[0], most: ratios[runs - 1] }
}

function time({ command, args, cwd }) {
  const started = process.hrtime.bigint()
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  const took = process.hrtime.bigint() - started
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return Number(took)
}
