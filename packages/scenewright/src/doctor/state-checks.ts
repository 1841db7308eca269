import type { Project } from '@scenewright/compiler'
import { loadState, plan, type State, tryWriting } from '@scenewright/deployer'
import type { Invocation } from '../command.ts'
import { openTarget, type Target } from '../deploy.ts'
import { chosenEnvironment } from '../environment.ts'
import { count } from '../report/count.ts'
import { type Check, checked } from './check.ts'

/** Looks whether the state can be read, belongs to the environment, and could be written. Nothing is changed by it. */
export async function stateChecks(project: Project, invocation: Invocation, name: string): Promise<readonly Check[]> {
  const read = await checked('state', async () => {
    const target = await openTarget(invocation, project, { env: name, format: 'text' })
    return stateCheck(await loadState(target.store), target)
  })
  if (read.status === 'wrong') return [read]
  return [read, await checked('state home', () => homeCheck(project, invocation, name))]
}

async function stateCheck(state: State | null, { environment, store, receipts }: Target): Promise<Omit<Check, 'name'>> {
  // A plan for nothing refuses what every deploy would: a state of another bot, or one older than the receipts.
  const goal = { scenarios: [], isWhole: false }
  plan({ state, goal, environment, now: Date.now(), receipts: await receipts.read() })
  if (state === null) {
    return { status: 'missing', detail: `there is none yet in ${store.name}; \`scenewright state init\` begins it` }
  }
  const open = Object.values(state.scenarios).filter(({ intent }) => intent !== undefined).length
  const told = `serial ${state.serial} in ${store.name}${open > 0 ? `, ${count(open, 'request')} open: see \`scenewright status\`` : ''}`
  return environment.lineage === undefined
    ? {
        status: 'missing',
        detail: `${told}; pin it in the config, so that a lost one is noticed: \`lineage: ${state.lineage}\``,
      }
    : { status: 'ok', detail: told }
}

async function homeCheck(project: Project, { env, signal }: Invocation, name: string): Promise<Omit<Check, 'name'>> {
  const { environment } = chosenEnvironment(project, name)
  const setting = { environment: name, root: project.root, env, signal }
  return (await tryWriting(environment.state, setting))
    ? { status: 'ok', detail: 'it can be written' }
    : { status: 'ok', detail: 'whether it can be written is not tried: a bucket tells only by being written' }
}
