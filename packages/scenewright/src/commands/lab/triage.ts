import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { saveConversation } from '@scenewright/compiler/format'
import { OperationError } from '@scenewright/model'
import type { ScenarioModel } from '@scenewright/model/compilation'
import { unmask, withoutMasks } from '@scenewright/model/masks'
import { count, visible } from '@scenewright/model/text'
import { createBot, createPredictor } from '@scenewright/simulator'
import type { NearMiss } from '@scenewright/simulator/lab'
import { type OpenProject, scenarioNamed } from '@scenewright/workspace'
import { botSettings, prepareBot, scoresOffline, toSimulated } from '@scenewright/workspace/bot'
import type { Invocation } from '../../shell/command.ts'
import { reportError } from '../../shell/exit.ts'
import { readLines } from '../../shell/read-lines.ts'
import { painter, progressLine } from '../../shell/terminal.ts'
import { addMessages, type MessageField } from '../example/add.ts'
import { restoreSource } from '../example/edit-source.ts'
import { labelNote } from './formats/wording.ts'
import type { LabOptions } from './make-report.ts'
import { replayFile } from './replay-file.ts'
import { openProgress, type TriageDecision, type TriageProgress } from './triage-progress.ts'

const keys = '[e]xample, e[x]clusion, [t]est, [s]kip, [u]ndo, [q]uit; a key behind the letter names another scenario'

/** An error unless a person can answer. */
export function requirePerson({ terminal }: Invocation, { replay }: LabOptions): void {
  if (replay !== '-' && terminal.isInteractive()) return
  throw new OperationError('usage', '--triage asks for decisions, so it needs a terminal and a file', {
    help: 'without a terminal, `lab --replay FILE --format json` lists nearMisses, and `example add` adds texts',
  })
}

/**
 * Asks for a decision on each near miss, scenario by scenario, and makes each accepted change in the sources at once.
 * Messages that were decided on before are left out.
 */
export async function triage(invocation: Invocation, options: LabOptions, opened: OpenProject): Promise<void> {
  const { signal, terminal } = invocation
  const { show } = progressLine(terminal)
  const prepared = await prepareBot(invocation, options, opened)
  const { nearMisses = [] } = await replayFile(invocation, options, { prepared, opened, signal, show })
  show('')
  const progress = openProgress(opened.project.root)
  const open = byScenario(nearMisses).filter(({ message }) => !progress.isDecided(message))
  const { done, left } = await decideAll(invocation, { opened, open, progress })
  const number = (decision: TriageDecision) => done.filter(each => each === decision).length
  const counts = [
    count(number('example'), 'example'),
    count(number('exclusion'), 'exclusion'),
    count(number('test'), 'test'),
    `${number('skipped')} skipped`,
  ]
  terminal.err(`${counts.join(', ')}; ${count(left, 'message')} left\n`)
}

/** The misses of one scenario after another, in the order of the first ones. */
function byScenario(misses: readonly NearMiss[]): readonly NearMiss[] {
  const groups = new Map<string, NearMiss[]>()
  for (const miss of misses) groups.set(miss.scenario, [...(groups.get(miss.scenario) ?? []), miss])
  return [...groups.values()].flat()
}

interface Work {
  readonly opened: OpenProject
  readonly open: readonly NearMiss[]
  readonly progress: TriageProgress
}

/** A decision, and how to revoke it. */
interface Step {
  readonly place: number
  readonly decision: TriageDecision
  /** The scenarios before it. */
  readonly scenarios: readonly ScenarioModel[]
  /** Restores the file; false if it was changed since. */
  readonly restore: () => Promise<boolean>
}

/** The decisions, and how many messages are left without one that start nothing yet. */
async function decideAll(
  invocation: Invocation,
  work: Work,
): Promise<{ readonly done: readonly TriageDecision[]; readonly left: number }> {
  const { terminal } = invocation
  const { opened, open, progress } = work
  let { scenarios } = opened
  const steps: Step[] = []
  let place = 0
  if (open.length === 0) return { done: [], left: 0 }
  const lines = readLines(
    invocation,
    scenarios.flatMap(({ key }) => [`e ${key}`, `x ${key}`, `t ${key}`]),
  )
  terminal.err(`${keys}\n`)
  const present = () => {
    const miss = open[place]
    if (miss === undefined && steps.length === 0) return false
    if (miss === undefined) terminal.err('\nAll messages are decided: [u]ndo the last decision, or [q]uit\n')
    else terminal.err(missText(miss, { place, all: open.length, scenarios, color: terminal.color.err }))
    lines.ask()
    return true
  }
  present()
  for await (const line of lines) {
    const [, letter = '', key] = /^(\S*)(?:\s+(.+))?$/.exec(line.trim()) ?? []
    const miss = open[place]
    if (letter === 'q' || (miss === undefined && letter === '')) break
    try {
      if (letter === 'u') {
        const step = steps.at(-1)
        if (step === undefined) throw new OperationError('usage', 'there is nothing to undo')
        if (!(await step.restore())) throw new OperationError('usage', 'the file was changed since: undo it by hand')
        steps.pop()
        place = step.place
        scenarios = step.scenarios
        await progress.forget(open[place]?.message ?? '')
      } else if (miss !== undefined) {
        // What a label contradicts is excluded, not the label.
        const proposed = letter === 'x' ? (miss.nearest ?? miss.scenario) : miss.scenario
        if (letter === 'x' && key === undefined && proposed === miss.expected) throw labelled(proposed)
        const decided = await decide(letter, scenarioNamed(key ?? proposed, scenarios), miss, { opened, scenarios })
        steps.push({ place, scenarios, ...decided })
        scenarios = decided.after
        await progress.record(miss.message, decided.decision)
        place += 1
        place += skipStarting(open.slice(place), scenarios, work)
      } else {
        throw new OperationError('usage', `"${letter}" is not a key here`, { help: '[u]ndo or [q]uit' })
      }
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      reportError(error, terminal, invocation.env)
    }
    if (!present()) break
  }
  lines.close()
  return { done: steps.map(({ decision }) => decision), left: open.length - place }
}

function labelled(key: string): OperationError {
  return new OperationError('usage', `the label of this message is "${key}", so it should start that scenario`, {
    help: 'name the scenario that must not start behind the letter: x <key>',
  })
}

interface Decided extends Pick<Step, 'decision' | 'restore'> {
  readonly after: readonly ScenarioModel[]
}

type DecisionWork = Pick<Work, 'opened'> & { readonly scenarios: readonly ScenarioModel[] }

async function decide(
  letter: string,
  scenario: ScenarioModel,
  { message }: NearMiss,
  work: DecisionWork,
): Promise<Decided> {
  if (letter === 'e') return added(message, { ...work, scenario, field: 'examples' })
  if (letter === 'x') return added(message, { ...work, scenario, field: 'exclusions' })
  if (letter === 't') return tested(message, { ...work, scenario })
  if (letter === 's') return { decision: 'skipped', restore: async () => true, after: work.scenarios }
  throw new OperationError('usage', `"${letter}" is not a key`, { help: keys })
}

interface Addition extends DecisionWork {
  readonly scenario: ScenarioModel
  readonly field: MessageField
}

async function added(message: string, { opened, scenarios, scenario, field }: Addition): Promise<Decided> {
  const { project } = opened
  const text = withoutMasks(message)
  if (text === '') {
    throw new OperationError('usage', 'the message has no words besides masked personal data', {
      help: '[s]kip it, or add a [t]est',
    })
  }
  const { edited, present } = await addMessages(project, { scenarios, scenario, field, texts: [text] })
  const [other] = present
  if (edited === undefined) {
    throw new OperationError('usage', `${other?.file}:${other?.line} has this text among the ${other?.field} already`)
  }
  const withText = (each: ScenarioModel): ScenarioModel => {
    if (each.key !== scenario.key) return each
    const list = [...(each.document.scenario[field] ?? []), text]
    return { ...each, document: { ...each.document, scenario: { ...each.document.scenario, [field]: list } } }
  }
  return {
    decision: field === 'examples' ? 'example' : 'exclusion',
    restore: () => restoreSource(project, edited),
    after: scenarios.map(withText),
  }
}

/** Adds a conversation test that the message starts the scenario, in the file of tests next to its source. */
async function tested(message: string, { opened, scenarios, scenario }: Omit<Addition, 'field'>): Promise<Decided> {
  const { root } = opened.project
  const file = `${scenario.file.replace(/\.scenario\.\w+$/, '')}.test.yaml`
  const path = join(root, file)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  const turns = [{ user: unmask(message), expect: { starts: scenario.key } }]
  const saved = await saveConversation(root, file, { name: message, turns })
  if (!saved.ok) {
    const [first] = saved.findings
    throw new OperationError('sources', `"${file}" was not changed: ${first?.message ?? 'it cannot be read'}`)
  }
  const after = readFileSync(path, 'utf8')
  const restore = async () => {
    if (before !== undefined) return restoreSource(opened.project, { file, before, after })
    if (readFileSync(path, 'utf8') !== after) return false
    await rm(path)
    return true
  }
  return { decision: 'test', restore, after: scenarios }
}

/** The number of next messages that start a scenario by now. With a model for embeddings, that is unknown. */
function skipStarting(next: readonly NearMiss[], scenarios: readonly ScenarioModel[], { opened }: Work): number {
  const { config } = opened.project
  if (!scoresOffline(config)) return 0
  const predict = createPredictor(createBot(scenarios.map(toSimulated), botSettings(config)), 1)
  const at = next.findIndex(({ message }) => predict(unmask(message)).decision.kind !== 'start')
  return at === -1 ? next.length : at
}

interface Look {
  readonly place: number
  readonly all: number
  readonly scenarios: readonly ScenarioModel[]
  readonly color: boolean
}

function missText(miss: NearMiss, { place, all, scenarios, color }: Look): string {
  const { message, count: times, scenario, confidence, lacks, gains, takes } = miss
  const paint = painter(color)
  const title = scenarios.find(({ key }) => key === scenario)?.document.scenario.title ?? ''
  const use = gains === undefined ? '' : `; as an example it gains ${gains} and takes ${takes}`
  const often = times === 1 ? 'once' : `${times} times`
  return [
    `\n${paint('dim', `${place + 1} of ${all}`)}  ${paint('bold', visible(scenario))}${labelNote(miss)}  ${visible(title)}\n`,
    `  "${visible(message)}"\n`,
    paint('dim', `  ${confidence.toFixed(1)}, lacks ${lacks.toFixed(1)}, ${often}${use}\n`),
  ].join('')
}
