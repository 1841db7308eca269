import { join } from 'node:path'
import { deployment, firstApply, requestsAlone } from '../deployment.mjs'
import { wallTime } from '../measure.mjs'
import { runNode } from '../run-node.mjs'
import { cachedCall } from '../scenewright.mjs'
import { temporary } from '../temporary.mjs'

const files = 1000

/** The cost of a deploy to the local service. */
export const deploy = [
  {
    name: `first apply, ${files.toLocaleString('en')} scenarios ÷ the same requests alone`,
    must: 2,
    aim: 1.4,
    rounds: { full: 5, quick: 1 },
    async prepare() {
      const place = await deployment(files)
      return { sides: [() => timed(() => firstApply(place)), () => timed(() => requestsAlone(place))], haveRun: true }
    },
  },
  {
    name: `plan with nothing to do, ${files.toLocaleString('en')} scenarios ÷ warm compile`,
    must: 3,
    aim: 1.5,
    rounds: { full: 15, quick: 5 },
    async prepare() {
      const place = await deployment(files)
      await firstApply(place)
      const call = (...args) => cachedCall(place.folder, join(temporary, 'cache-deploy'), ...args)
      const plan = call('plan', '--format', 'json')
      await requireNothingToDo(plan)
      return { sides: [() => wallTime(plan), () => wallTime(call('compile'))] }
    },
  },
]

async function timed(work) {
  const started = process.hrtime.bigint()
  await work()
  return Number(process.hrtime.bigint() - started) / 1e6
}

async function requireNothingToDo(plan) {
  const { actions } = JSON.parse(await runNode(plan, 'pipe'))
  if (actions.length === files && actions.every(({ action }) => action === 'none')) return
  throw new Error('the plan after an apply has something to do')
}
