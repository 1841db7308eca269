import { fileURLToPath } from 'node:url'
import { wallTime } from '../measure.mjs'
import { yamlProject } from '../projects.mjs'
import { coldCheck, withoutTriggerRules } from '../scenewright.mjs'

const floor = fileURLToPath(new URL('../floors/parse-yaml.mjs', import.meta.url))

/** The cost of reading sources for the first time, and of scoring their messages. */
export const cold = [
  coldCase({ rules: 'without trigger rules', args: withoutTriggerRules, must: 1.25, aim: 0.35, full: 11 }),
  coldCase({ rules: 'with all rules', args: [], must: 10, aim: 4, full: 5 }),
]

function coldCase({ rules, args, must, aim, full }) {
  return {
    name: `cold check ${rules}, 1,000 files ÷ parseDocument alone`,
    must,
    aim,
    rounds: { full, quick: 3 },
    async prepare() {
      const project = await yamlProject(1000)
      return {
        sides: [() => wallTime(coldCheck(project, ...args)), () => wallTime({ args: [floor], cwd: project.folder })],
      }
    },
  }
}
