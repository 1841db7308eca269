import { languagesSection } from './languages/section.mjs'
import { peersSection } from './peers/section.mjs'
import { qualitySection } from './quality/section.mjs'
import { besideSections } from './speed/beside-section.mjs'
import { ownSection } from './speed/own-section.mjs'

/**
 * The parts of the table, in the order of measurement: each has its rows, and resolves with the function that returns
 * their figures.
 */
export function sectionsFor({ isQuick, withPeers }) {
  if (isQuick) return [5, 10].map(shots => qualitySection(shots, true))
  const quality = [5, 10, 'full'].map(shots => qualitySection(shots, false))
  return [...quality, languagesSection, ownSection, ...(withPeers ? [...besidePeers(), ...besideSections] : [])]
}

function besidePeers() {
  return ['banking77', 'clinc150'].flatMap(set => [5, 10].map(shots => peersSection(set, shots)))
}
