import { peakMemory } from '../measure.mjs'
import { yamlProject } from '../projects.mjs'
import { coldCheck, emptyNode, withoutTriggerRules } from '../scenewright.mjs'

/** The peak memory of a first check. */
export const memory = [
  memoryCase({ files: 1000, must: 3, aim: 2.3, rounds: { full: 5, quick: 3 } }),
  memoryCase({ files: 10_000, must: 4, aim: 2.6, rounds: { full: 5, quick: 1 } }),
]

function memoryCase({ files, ...figures }) {
  return {
    name: `peak memory, cold without trigger rules, ${files.toLocaleString('en')} files ÷ node -e 0`,
    ...figures,
    async prepare() {
      const check = coldCheck(await yamlProject(files), ...withoutTriggerRules)
      return { sides: [() => peakMemory(check), () => peakMemory(emptyNode)] }
    },
  }
}
