import { wallTime } from '../measure.mjs'
import { yamlProject } from '../projects.mjs'
import { coldCheck, withoutTriggerRules } from '../scenewright.mjs'

/** Whether a file takes longer in a large project than in a small one. */
export const growth = {
  name: 'time a file, cold without trigger rules, 10,000 ÷ 1,000 files, start taken off',
  must: 1.05,
  aim: 0.9,
  rounds: { full: 7, quick: 3 },
  async prepare() {
    const projects = [await yamlProject(10_000), await yamlProject(1000), await yamlProject(1)]
    return {
      sides: projects.map(project => () => wallTime(coldCheck(project, ...withoutTriggerRules))),
      ratio: ([many, some, one]) => (many - one) / 10_000 / ((some - one) / 1000),
    }
  },
}
