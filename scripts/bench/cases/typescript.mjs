import { fileURLToPath } from 'node:url'
import { cpuTime } from '../measure.mjs'
import { typescriptProject } from '../projects.mjs'
import { coldCheck, withoutTriggerRules } from '../scenewright.mjs'

const floor = fileURLToPath(new URL('../floors/parse-typescript.mjs', import.meta.url))

/** The cost of reading and evaluating TypeScript. Measures processor time, because threads may share the work. */
export const typescript = {
  name: 'CPU of cold check without trigger rules, 1,000 TypeScript files ÷ ts.createSourceFile alone',
  must: 1.8,
  aim: 1.1,
  rounds: { full: 5, quick: 3 },
  async prepare() {
    const project = await typescriptProject(1000)
    return {
      sides: [
        () => cpuTime(coldCheck(project, ...withoutTriggerRules)),
        () => cpuTime({ args: [floor], cwd: project.folder }),
      ],
    }
  },
}
