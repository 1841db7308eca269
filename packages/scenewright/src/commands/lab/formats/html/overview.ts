import { count } from '@scenewright/model/text'
import { key } from '../../../../render/escaped.ts'
import type { LabReport } from '../../lab-report.ts'
import { stackedBar } from './stacked-bar.ts'

/** The outcomes of the examples, and the first points to look at. */
export function overview(report: LabReport): string {
  const { outcomes, scenarios, examples } = report
  const left =
    examples.left_out > 0 ? ` ${examples.left_out} more were not tested, because their scenarios have too many.` : ''
  return [
    '<section class="overview">',
    `<h1>${count(scenarios.length, 'scenario')}, ${count(examples.tried, 'example')}</h1>`,
    `<p class="lead">Each example was tested after being removed from its scenario. It should still start that scenario.${left}</p>`,
    stackedBar([
      ['right', outcomes.right, 'start their own scenario'],
      ['asked', outcomes.asked, 'clarification that offers their own scenario'],
      ['astray', outcomes.astray, 'clarification that does not offer it'],
      ['wrong', outcomes.wrong, 'start another scenario'],
      ['none', outcomes.none, 'start nothing'],
    ]),
    firstSteps(report),
    '</section>',
  ].join('\n')
}

function firstSteps({ collisions, scenarios, thresholds }: LabReport): string {
  const marked = (mark: string) => scenarios.filter(({ marks }) => marks.some(own => own === mark))
  const [worst] = collisions
  const dead = marked('dead')
  const silent = marked('silent')
  const few = scenarios.filter(({ examples }) => examples < 2)
  const steps = [
    ...(worst === undefined
      ? []
      : [
          `<a href="#collisions">${count(collisions.length, 'pair')} of scenarios collide</a>, the worst is ${worst.scenarios.map(key).join(' and ')}.`,
        ]),
    ...(dead.length > 0 ? [`${count(dead.length, 'trigger is', 'triggers are')} dead: ${some(dead)}.`] : []),
    ...(silent.length > 0
      ? [
          `${count(silent.length, 'trigger is', 'triggers are')} silent: at least half of their examples start nothing: ${some(silent)}.`,
        ]
      : []),
    ...(few.length > 0
      ? [`${count(few.length, 'scenario has', 'scenarios have')} fewer than two examples: ${some(few)}.`]
      : []),
    ...(thresholds.suggested === null || thresholds.suggested === thresholds.present
      ? []
      : [
          `<a href="#curves">A threshold of ${thresholds.suggested}</a> may be worth a try; it is mostly ${thresholds.present} now.`,
        ]),
  ]
  return steps.length === 0 ? '' : `<ul class="steps">${steps.map(step => `<li>${step}</li>`).join('')}</ul>`
}

function some(scenarios: LabReport['scenarios']): string {
  const shown = scenarios.slice(0, 3).map(({ scenario }) => key(scenario))
  return shown.join(', ') + (scenarios.length > 3 ? ` and ${scenarios.length - 3} more` : '')
}
