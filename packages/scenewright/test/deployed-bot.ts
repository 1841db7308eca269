import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { validate } from '@scenewright/schemas/validate/test-report'
import { expect } from 'vitest'
import { localService } from './local-service.ts'
import { copyOf, type Outcome, scenewright } from './run.ts'

const settings = {
  shop: {
    primary_language: 'en',
    scenario_clarify_enabled: true,
    scenario_clarify_min_confidence: 60,
    scenario_clarify_margin: 8,
  },
  clinic: {
    primary_language: 'ru',
    scenario_clarify_enabled: true,
    scenario_clarify_min_confidence: 60,
    scenario_clarify_margin: 10,
  },
}

/** A copy of an example bot, and a bot on the service that it deploys to. */
export async function deployed(name: 'shop' | 'clinic', fields: object = {}) {
  const service = await localService()
  const bot = await service.post('/bots', { name, gpt_model: 'llm_provider_d', ...settings[name], ...fields })
  const cwd = await copyOf(name)
  await addEnvironment(cwd, service.url, String(bot.unique_id))
  const run = (...args: string[]) => scenewright(args, { cwd, env: service.env })
  return { cwd, run, env: service.env }
}

/** Adds the environment "live" to a project's config. */
export async function addEnvironment(cwd: string, url: string, bot: string): Promise<void> {
  const environment = `\nenvironments:\n  live:\n    url: ${url}\n    bot: ${bot}\n`
  await appendFile(join(cwd, 'scenewright.config.yaml'), environment)
}

/** The report for programs, which has the form of its schema. */
export function reportOf({ stdout }: Outcome) {
  const report = JSON.parse(stdout)
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true)
  return report
}
