import { printTests } from '@scenewright/compiler'
import type { GeneratedTests } from '@scenewright/simulator'
import { visible } from '../../../../shell/terminal.ts'

/** The file of tests, in the form that formatting leaves as it is. */
export function generatedText({ conversations, triggers }: GeneratedTests): string {
  return `# Written by scenewright test --generate: what the bot answers now.\n\n${printTests({ conversations, triggers })}`
}

/** Says which scenarios have no test, and why: a line each. */
export function unstartedText(unstarted: GeneratedTests['unstarted']): string {
  return unstarted.map(one => `no test for "${visible(one.scenario)}": ${reason(one)}\n`).join('')
}

function reason({ tried }: GeneratedTests['unstarted'][number]): string {
  if (tried === undefined) return 'it has neither examples nor other texts to try'
  const { message, decision } = tried
  return `none of its examples starts it; "${visible(message)}" ${leadsTo(decision)}`
}

function leadsTo(decision: NonNullable<GeneratedTests['unstarted'][number]['tried']>['decision']): string {
  switch (decision.kind) {
    case 'start':
      return `starts "${visible(decision.scenario)}"`
    case 'clarify':
      return `is asked back at, with ${decision.candidates.map(key => `"${visible(key)}"`).join(', ')}`
    case 'none':
      return 'starts nothing'
  }
}
