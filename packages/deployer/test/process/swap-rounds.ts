// `swap-rounds PROJECT ROUNDS WRITER WINS`: as one of several writers, tries to be the one that makes the next of ROUNDS
// rounds, and appends those that it won to the file WINS.
import { appendFileSync } from 'node:fs'
import { gitState } from '../git-state-in.ts'

async function swapRounds(project: string, rounds: number, writer: string, wins: string): Promise<void> {
  const store = gitState(project)
  for (let stored = await store.read(); stored !== null; stored = await store.read()) {
    const round = Number.parseInt(stored.text, 10) + 1
    if (round > rounds) return
    const swap = await store.compareAndSwap(stored.token, `${round} by ${writer}`)
    if (swap.isSwapped) appendFileSync(wins, `${round}\n`)
  }
}

const [project = '', rounds = '0', writer = '', wins = ''] = process.argv.slice(2)
void swapRounds(project, Number(rounds), writer, wins)
