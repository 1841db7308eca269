import { wallTime } from '../measure.mjs'
import { yamlProject } from '../projects.mjs'
import { coldCheck, emptyNode } from '../scenewright.mjs'

/** The start-up cost. */
export const start = {
  name: 'cold check, 1 file ÷ node -e 0',
  must: 1.6,
  aim: 1.3,
  rounds: { full: 31, quick: 7 },
  async prepare() {
    const project = await yamlProject(1)
    return { sides: [() => wallTime(coldCheck(project)), () => wallTime(emptyNode)] }
  },
}
