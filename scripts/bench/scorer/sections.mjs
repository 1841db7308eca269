import { qualitySection } from './quality/section.mjs'

/** The parts of the table, in the order in which they are measured: each has its rows, and promises what knows their figures. */
export function sectionsFor({ isQuick }) {
  const shots = isQuick ? [5, 10] : [5, 10, 'full']
  return shots.map(each => qualitySection(each, isQuick))
}
