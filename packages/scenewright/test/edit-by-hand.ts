import { createClient } from '@scenewright/client'
import type { LocalService } from './local-service.ts'

/** The service's API as its own editor uses it. */
export function editorOf({ url, account: { email, api_key: apiKey } }: LocalService) {
  return createClient({ url, email, apiKey, timeoutMs: 600_000 })
}

/** What the service shows of a scenario: its newest version first. */
export function shown(service: LocalService, bot: string, scenario: string) {
  return editorOf(service).updateScenario(bot, scenario, {})
}

/** Replaces a text of a scenario in the service's own editor, and publishes that. */
export async function editByHand(
  service: LocalService,
  { bot, scenario }: { readonly bot: string; readonly scenario: string },
  [before, after]: readonly [string, string],
): Promise<void> {
  const client = editorOf(service)
  const [newest] = (await shown(service, bot, scenario)).versions
  const definition = JSON.parse(JSON.stringify(newest?.definition).replace(before, after))
  const { versions } = await client.updateScenario(bot, scenario, { definition })
  await client.publishVersion({ bot, scenario, version: versions[0]?.unique_id ?? '' }, true)
}
