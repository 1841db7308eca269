// `swap-rounds PROJECT ROUNDS WRITER WINS`: as one of several writers, tries to be the one that follows each text, and
// appends the rounds that it won to the file WINS.
import { appendFileSync } from 'node:fs'
import { gitState } from '../git-state-in.ts'

async function swapRounds(project: string, rounds: number, writer: string, wins: string): Promise<void> {
  const store = gitState(project)
  for (let round = 1; round <= rounds; round += 1) {
    let stored = await store.read()
    while (!stored?.text.startsWith(`${round - 1} `)) stored = await store.read()
    const swap = await store.compareAndSwap(stored.token, `${round} by ${writer}`)
    if (swap.isSwapped) appendFileSync(wins, `${round}\n`)
  }
}

const [project = '', rounds = '0', writer = '', wins = ''] = process.argv.slice(2)
void swapRounds(project, Number(rounds), writer, wins)
