import { installPeers } from '../../peers/install.mjs'
import { answerAll } from '../pool.mjs'
import { peersFolder } from './folder.mjs'
import { peers } from './index.mjs'

const seeds = [0, 1, 2]
const sets = { banking77: 'BANKING77', clinc150: 'CLINC150' }
const lead = 5
const ours = 'scenewright'

/** The accuracy of the other libraries compared with ours, on the same messages: one row each, and our lead. */
export function peersSection(set, shots) {
  const start = `${sets[set]} ${shots}-shot`
  return {
    rows: [
      ...[{ name: ours }, ...peers].map(({ name, messages }) => ({
        name: `${start} ${name}, %${messages === undefined ? '' : ` (of ${messages} messages)`}`,
        who: name,
      })),
      { name: `${start} ahead of the best other, points`, isAtLeast: true, must: lead },
    ],
    async measure({ simulatorFile, progress }) {
      await installPeers(peersFolder)
      const questionsOf = rest => seeds.map(seed => ({ ...rest, set, shots, seed }))
      const own = await answerAll('compareOurs', questionsOf({ simulatorFile }), () => {})
      const questions = peers.flatMap(({ name }) => questionsOf({ peer: name }))
      const others = await answerAll('comparePeer', questions, done =>
        progress(`${start}, other libraries: ${done} of ${questions.length} tried`),
      )
      const means = new Map([[ours, 100 * mean(own)]])
      for (const { name } of peers) {
        means.set(name, 100 * mean(others.filter((_, place) => questions[place].peer === name)))
      }
      const best = Math.max(...peers.map(({ name }) => means.get(name)))
      return ({ who }) => (who === undefined ? means.get(ours) - best : means.get(who))
    },
  }
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
