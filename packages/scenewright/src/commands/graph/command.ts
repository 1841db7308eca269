import { OperationError } from '@scenewright/model'
import { count } from '@scenewright/model/text'
import {
  type OpenProject,
  openBoundSources,
  openTestedSources,
  scenarioNamed,
  type TestedProject,
} from '@scenewright/workspace'
import type { Picture } from '../../render/graph/picture.ts'
import { pictureFlow } from '../../render/graph/picture-flow.ts'
import { type CommandDefinition, type Invocation, numberOption, type SharedOptions } from '../../shell/command.ts'
import { requireReportFile, writeReport } from '../../shell/files.ts'
import { type GraphFormatName, graphFormatNames, graphFormats } from './formats/index.ts'

interface Options extends SharedOptions {
  readonly format: GraphFormatName
  readonly coverage?: boolean
  readonly least?: number
  readonly out?: string
}

export const graph: CommandDefinition<Options> = {
  arguments: '[key]',
  compiles: true,
  formats: graphFormatNames,
  options: command =>
    command
      .option('--coverage', 'show what the conversation tests cover')
      .option(
        '--least <number>',
        'without a key: only pairs with at least this many colliding examples (default: 1)',
        numberOption('--least', 1),
      )
      .option('--out <file>', 'write the graph to this file instead of printing it'),
  examples: [
    ['scenewright graph billing/refund-status', 'the flow of one scenario, as Mermaid'],
    ['scenewright graph billing/refund-status --format svg --out refund.svg', 'the same as a picture'],
    ['scenewright graph billing/refund-status --coverage', 'the same, with test coverage'],
    ['scenewright graph --least 3 --format dot | dot -Tpng > similar.png', 'the similar scenarios of the project'],
  ],
  async run(invocation, [key], options) {
    if (options.out !== undefined) requireReportFile(invocation.cwd, options.out)
    if (key !== undefined && options.least !== undefined) {
      throw new OperationError('usage', '--least is only for the graph of the project', {
        help: 'omit the key to draw the similar scenarios of the project',
      })
    }
    const picture =
      key === undefined ? await drawProject(invocation, options) : await drawScenario(invocation, options, key)
    const render = await graphFormats[options.format]()
    await deliver(invocation, options, render(picture))
    return 0
  },
}

async function drawScenario(invocation: Invocation, options: Options, key: string): Promise<Picture> {
  const opened = await openFor(invocation, options)
  const scenario = scenarioNamed(key, opened.scenarios)
  const coverage = await readCoverage(invocation, options, opened)
  const measured = coverage?.find(each => each.key === key)
  if (coverage !== undefined && measured === undefined) {
    invocation.terminal.err(`"${key}" is inactive, so no test can start it\n`)
  }
  const { title, definition } = scenario.document.scenario
  return pictureFlow({ key, title, flow: definition, ...(measured && { coverage: measured }) })
}

async function drawProject(invocation: Invocation, options: Options): Promise<Picture> {
  const opened = await openFor(invocation, options)
  const coverage = await readCoverage(invocation, options, opened)
  // They evaluate every example on every scenario, which the graph of one scenario does not need.
  const { makeReport } = await import('../lab/make-report.ts')
  const { pictureProject } = await import('./picture-project.ts')
  const { collisions } = await makeReport(invocation, options, opened)
  const titles = new Map(opened.scenarios.map(({ key, document }) => [key, document.scenario.title]))
  const picture = pictureProject({ titles, collisions, least: options.least ?? 1, ...(coverage && { coverage }) })
  const far = titles.size - picture.nodes.length
  if (far > 0) {
    invocation.terminal.err(`${count(far, 'scenario is', 'scenarios are')} similar to no other, and not drawn\n`)
  }
  return picture
}

type Opened = OpenProject | TestedProject

function openFor(invocation: Invocation, options: Options): Promise<Opened> {
  return options.coverage === true
    ? openTestedSources(invocation, options, 'coverage')
    : openBoundSources(invocation, options)
}

async function readCoverage(invocation: Invocation, options: Options, opened: Opened) {
  if (!('tests' in opened)) return undefined
  const { measureCoverage } = await import('./measure-coverage.ts')
  return measureCoverage(invocation, options, opened)
}

async function deliver({ terminal, cwd }: Invocation, { out }: Options, text: string): Promise<void> {
  if (out === undefined) return terminal.out(text)
  await writeReport(cwd, out, text)
  terminal.err(`written to ${out}\n`)
}
