/** The default threshold of a scenario. */
const threshold = 78

const bins = 10

/** The share of the answers that are right. An answer is `{ confidence, isRight }`. */
export function accuracy(answers) {
  return share(answers, ({ isRight }) => isRight)
}

/** How often a message with an intent has a higher confidence than one without; ties count half. */
export function rocArea(inside, outside) {
  const sorted = outside.map(({ confidence }) => confidence).sort((a, b) => a - b)
  const wins = inside.map(({ confidence }) => (placeOf(sorted, confidence) + placeAfter(sorted, confidence)) / 2)
  return wins.reduce((sum, won) => sum + won, 0) / (inside.length * outside.length)
}

/**
 * The calibration error: the mean difference of confidence and accuracy over ten bins of equal width, weighted by the
 * answers in them.
 */
export function calibrationError(answers) {
  let error = 0
  for (let bin = 0; bin < bins; bin++) {
    const inBin = answers.filter(({ confidence }) => Math.min(bins - 1, Math.floor((confidence / 100) * bins)) === bin)
    const sure = inBin.reduce((sum, { confidence }) => sum + confidence / 100, 0)
    const right = inBin.filter(({ isRight }) => isRight).length
    error += Math.abs(sure - right) / answers.length
  }
  return error
}

/** The share of the answers whose confidence is high enough to start a scenario. */
export function reach(answers) {
  return share(answers, isSure)
}

/** The share of these answers that are right. */
export function precision(answers) {
  return accuracy(answers.filter(isSure))
}

function isSure({ confidence }) {
  return confidence >= threshold
}

function share(things, has) {
  return things.length === 0 ? 1 : things.filter(has).length / things.length
}

/** The number of sorted numbers that are less. */
function placeOf(sorted, number) {
  return firstPlace(sorted, other => other >= number)
}

/** The number of sorted numbers that are less or equal. */
function placeAfter(sorted, number) {
  return firstPlace(sorted, other => other > number)
}

function firstPlace(sorted, has) {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (has(sorted[middle])) to = middle
    else from = middle + 1
  }
  return from
}
