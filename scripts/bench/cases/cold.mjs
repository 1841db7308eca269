import { fileURLToPath } from 'node:url'
import { wallTime } from '../measure.mjs'
import { yamlProject } from '../projects.mjs'
import { coldCheck, withoutTriggerRules } from '../scenewright.mjs'

const floor = fileURLToPath(new URL('../floors/parse-yaml.mjs', import.meta.url))

/** What it costs to read sources for the first time. */
export const cold = {
  name: 'cold check without trigger rules, 1,000 files ÷ parseDocument alone',
  must: 1.25,
  aim: 0.35,
  rounds: { full: 11, quick: 3 },
  async prepare() {
    const project = await yamlProject(1000)
    return {
      sides: [
        () => wallTime(coldCheck(project, ...withoutTriggerRules)),
        () => wallTime({ args: [floor], cwd: project.folder }),
      ],
    }
  },
}
