import type { Goal } from '../../src/goals/goal.ts'
import { createSourcesGoal, type DesiredScenario } from '../../src/goals/sources-goal.ts'
import { desired } from '../workplace.ts'
import { allAtRest } from './scheduler.ts'
import { createWorld, type Mutation, runToTheEnd, type World } from './world.ts'

/** What came of one order of events. */
export interface Played {
  readonly world: World
  /** What the last apply wanted. */
  readonly sources: readonly DesiredScenario[]
  readonly goal: Goal
  /** Whether a key may have several records: a replacement makes new ones. */
  readonly mayHaveSeveral: boolean
  readonly steps: number
}

const plain: readonly (readonly DesiredScenario[])[] = [
  [desired('a', 'One')],
  [desired('a', 'Two')],
  [desired('a', 'One'), desired('b', 'One')],
  [desired('a', 'Two', { isActive: false }), desired('b', 'One')],
  [desired('b', 'Two')],
]
const renamed = [
  ...plain,
  [desired('c', 'One', { renamedFrom: 'a' })],
  [desired('c', 'Two', { renamedFrom: 'a' })],
  [desired('d', 'One', { renamedFrom: 'c' }), desired('b', 'One')],
  [desired('a', 'Two', { renamedFrom: 'd' }), desired('b', 'One')],
]

/** Most of all applies that are begun before all ends well: so many writers may be at work at once. */
const writers = 4
const maxSteps = 400
const waits = [100, 1000, 1100, 1100, 30_000, 61_000]

/** Plays the order of events that a list of numbers stands for, and then lets all go well to the end. */
export async function play(choices: readonly number[], mutation?: Mutation): Promise<Played> {
  const world = createWorld(choices, mutation)
  const { scheduler } = world
  const kind = scheduler.choice() % 4
  const all = kind === 1 ? renamed : plain
  if (kind === 3) world.slowDown()
  const goalOf = (sources: readonly DesiredScenario[]) =>
    createSourcesGoal(sources, kind === 2 ? { strategy: 'replace' } : {})
  let sources: readonly DesiredScenario[] = []
  let started = 0
  const start = () => {
    if (started === writers) return
    const choice = scheduler.choice()
    const adopted = world.adopted !== undefined && choice % 3 > 0 ? [desired(world.adopted, 'One')] : []
    const wanted = [...(all[choice % all.length] ?? []), ...adopted]
    // What an old config wants never comes to be, so it is not what is wanted last.
    const isOld = choice % 7 === 6
    if (!isOld) sources = wanted
    // Two machines keep their receipts; on the others every run is the first.
    world.startApply(goalOf(wanted), choice % 4 < 2 ? choice % 4 : 10 + started, isOld)
    started += 1
  }
  start()
  let steps = 0
  for (; steps < maxSteps; steps += 1) {
    await allAtRest()
    if (scheduler.isIdle && started === writers) break
    await next(world, start)
  }
  await runToTheEnd(world, goalOf(sources))
  return { world, sources, goal: goalOf(sources), mayHaveSeveral: kind === 2, steps }
}

/** One event: two in three are the next effect of a program at work. */
async function next(world: World, start: () => void): Promise<void> {
  const { scheduler } = world
  const choice = scheduler.choice()
  if (choice < 66) {
    if (!scheduler.isIdle) await scheduler.move(choice)
    else if (choice % 3 === 2) world.startMove()
    else start()
  } else if (choice < 74) world.pass(waits[choice % waits.length] ?? 0)
  else if (choice < 79) world.deliver(scheduler.choice())
  else if (choice < 84) scheduler.kill(scheduler.choice())
  else if (choice < 89) start()
  else if (choice < 93) world.startPerson(scheduler.choice())
  else if (choice < 95) world.startMove()
  else if (choice < 97) world.startAdoption()
  else if (choice < 99) world.editByHand(scheduler.choice())
  else world.interrupt()
}
