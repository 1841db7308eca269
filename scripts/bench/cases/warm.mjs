import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { wallTime } from '../measure.mjs'
import { firstScenario, yamlProject } from '../projects.mjs'
import { runNode } from '../run-node.mjs'
import { cachedCheck, emptyNode, withoutTriggerRules } from '../scenewright.mjs'
import { temporary } from '../temporary.mjs'

/** The cost of checking unchanged sources again. */
export const warm = [
  warmCase({ files: 1000, rules: 'with all rules', args: [], must: 2, aim: 1.6, rounds: { full: 31, quick: 7 } }),
  // Scoring the messages of 10,000 triggers for the first time takes minutes, and a warm check only reads the results.
  warmCase({
    files: 10_000,
    rules: 'without trigger rules',
    args: withoutTriggerRules,
    must: 5,
    aim: 3.5,
    rounds: { full: 15, quick: 5 },
  }),
  changedCase({ files: 1000, must: 8, aim: 5.5, rounds: { full: 7, quick: 2 } }),
  changedCase({ files: 10_000, must: 80, aim: 40, rounds: { full: 3, quick: 1 } }),
]

/** One example of one scenario is different each time: only the messages that this may affect are evaluated again. */
function changedCase({ files, ...bounds }) {
  return {
    name: `warm check with all rules, one example changed, ${files.toLocaleString('en')} files ÷ node -e 0`,
    ...bounds,
    async prepare() {
      const check = await warmedCheck(files, [], 'changed')
      const file = firstScenario(check.cwd)
      const original = readFileSync(file, 'utf8')
      let edits = 0
      const changed = async () => {
        edits += 1
        writeFileSync(file, original.replace('Question 0 ', `Question ${edits}00 `))
        const time = await wallTime(check)
        writeFileSync(file, original)
        return time
      }
      return { sides: [changed, () => wallTime(emptyNode)] }
    },
  }
}

function warmCase({ files, rules, args, ...figures }) {
  return {
    name: `warm check ${rules}, ${files.toLocaleString('en')} files ÷ node -e 0`,
    ...figures,
    async prepare() {
      const check = await warmedCheck(files, args)
      return { sides: [() => wallTime(check), () => wallTime(emptyNode)] }
    },
  }
}

/** The age of a file, in milliseconds, from which its modification time is reliable. */
const settled = 2500

async function warmedCheck(files, args, purpose = 'same') {
  const project = await yamlProject(files)
  const cache = join(temporary, `cache-${purpose}-${files}`)
  const check = cachedCheck(project, cache, ...args)
  await setTimeout(Math.max(0, project.written + settled - Date.now()))
  await runNode(check)
  await runNode(check)
  if (existsSync(cache) && readdirSync(cache).length > 0) return check
  throw new Error('the check kept nothing in the folder that SCENEWRIGHT_CACHE names')
}
