import { answerAll } from '../pool.mjs'

/** The required and the target figures of the scorer, by the number of examples per intent: [must, aim] each. */
const bounds = {
  5: { banking77: [66, 70], clinc150: [75, 79], area: [0.9, 0.92], outside: 2 },
  10: { banking77: [73, 77], clinc150: [81, 84], area: [0.915, 0.935], outside: 3 },
  full: { banking77: [91.5, 93], clinc150: [92.5, 94], area: [0.95, 0.96], outside: 4 },
}

const sets = [
  { set: 'banking77', title: 'BANKING77', precision: 92 },
  { set: 'clinc150', title: 'CLINC150', precision: 95 },
]

const atLeast = { isAtLeast: true }

/** The figures of the scorer with a number of examples per intent: the means over the seeds. */
export function qualitySection(shots, isQuick) {
  // Without sampling, one seed suffices.
  const seeds = shots === 'full' || isQuick ? [0] : [0, 1, 2]
  return {
    rows: sets.flatMap(({ set, title, precision }) => rowsOf(shots, set, title, precision)),
    async measure({ simulatorFile, progress }) {
      const questions = sets.flatMap(({ set }) => seeds.map(seed => ({ simulatorFile, set, shots, seed })))
      const all = await answerAll('evaluate', questions, done =>
        progress(`${named(shots)}: ${done} of ${questions.length} tried`),
      )
      return ({ set, figure, factor = 1 }) =>
        factor * mean(all.filter((_, place) => questions[place].set === set).map(figures => figures[figure]))
    },
  }
}

function rowsOf(shots, set, title, precision) {
  const { [set]: accuracy, area, outside } = bounds[shots]
  const row = (name, figure, rest) => ({ name: `${title} ${named(shots)} ${name}`, set, figure, ...rest })
  const percent = { factor: 100 }
  const [must, aim] = accuracy
  const rows = [
    row('accuracy, %', 'accuracy', { ...percent, ...atLeast, must, aim }),
    row('calibration error', 'calibration', { digits: 3, must: 0.06 }),
    row('precision at 78, messages in scope alone, %', 'precision', { ...percent, ...atLeast, must: precision }),
    row('in scope at 78, %', 'reachInside', percent),
    row('typos, points lost', 'typos', { ...percent, must: 2 }),
  ]
  if (set !== 'clinc150') return rows
  return [
    ...rows,
    row('out of scope AUROC', 'area', { digits: 3, ...atLeast, must: area[0], aim: area[1] }),
    row('out of scope at 78, %', 'reachOutside', { ...percent, must: outside }),
    row('precision at 78, out of scope counted in, %', 'precisionAll', percent),
  ]
}

function named(shots) {
  return shots === 'full' ? 'full' : `${shots}-shot`
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
