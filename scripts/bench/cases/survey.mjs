import { peakMemory, wallTime } from '../measure.mjs'
import { germanProject, yamlProject } from '../projects.mjs'
import { coldCheck, emptyNode } from '../scenewright.mjs'

/** The cost of evaluating all examples and exclusions for the first time, in two threads. */
export const survey = [
  {
    name: 'cold check with all rules, German bot of 203 scenarios and 8,120 examples ÷ node -e 0',
    must: 130,
    aim: 75,
    rounds: { full: 5, quick: 2 },
    async prepare() {
      const check = coldCheck(await germanProject(), '--fail-on', 'off')
      return { sides: [() => wallTime(check), () => wallTime(emptyNode)] }
    },
  },
  tenThousand('cold check', wallTime, { must: 600, aim: 400 }),
  {
    // Each message is compared with the texts of few scenarios, else the time a file would grow tenfold.
    name: 'time a file, cold with all rules, 10,000 ÷ 1,000 files',
    must: 2,
    aim: 1.2,
    rounds: { full: 3, quick: 1 },
    async prepare() {
      const [many, some] = [await yamlProject(10_000), await yamlProject(1000)]
      return {
        sides: [() => wallTime(coldCheck(many)), () => wallTime(coldCheck(some))],
        ratio: ([ofMany, ofSome]) => ofMany / 10 / ofSome,
        haveRun: true,
      }
    },
  },
  tenThousand('peak memory, cold', peakMemory, { must: 17.5, aim: 15 }),
]

/** One check takes long enough to be measured once. */
function tenThousand(name, measure, bounds) {
  return {
    name: `${name} with all rules, 10,000 files ÷ node -e 0`,
    ...bounds,
    rounds: { full: 1, quick: 1 },
    async prepare() {
      const check = coldCheck(await yamlProject(10_000))
      return { sides: [() => measure(check), () => measure(emptyNode)], haveRun: true }
    },
  }
}
