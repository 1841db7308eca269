import { readFileSync } from 'node:fs'
import type { ScenarioFields } from '@scenewright/model'
import type { BotSettings } from '@scenewright/model/config'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createBot, type Turn } from '../src/index.ts'
import { talk } from './fixture.ts'

interface Example {
  readonly settings: BotSettings
  readonly scenarios: Readonly<Record<string, ScenarioFields>>
}

const page = readFileSync(new URL('../../../docs/simulation.md', import.meta.url), 'utf8')

function block(language: string): string {
  return page.match(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``))?.[1] ?? ''
}

/** What the page shows of a turn: the confidences stand for the scores. */
function shown({ user, decision, scores, replies, walk, outcome }: Turn) {
  const confidences = Object.fromEntries(scores.map(score => [score.scenario, score.confidence]))
  return { user, confidences, decision, replies, walk, outcome }
}

test('the worked example of the page on simulation is correct', () => {
  const { settings, scenarios }: Example = parse(block('yaml'))
  const entries = Object.entries(scenarios)
  const given = createBot(
    entries.map(([key, scenario]) => ({ key, isActive: true, scenario })),
    settings,
  )
  const expected: readonly Turn[] = JSON.parse(block('json'))
  expect(expected.length).toBeGreaterThan(0)
  expect(talk(given, ...expected.map(turn => turn.user)).map(shown)).toEqual(expected)
})
