import type { Hold } from '../state/state.ts'

/** Who holds a scenario, and why: "held by ada since 2030-01-01T00:00:00.000Z: wrong price". */
export function holdText({ reason, who, at }: Hold): string {
  return `held${who === undefined ? '' : ` by ${who}`} since ${at}: ${reason}`
}

/** What to do about a hold. */
export function releaseHelp(key: string, environment: string): string {
  return `\`scenewright release ${key} --env ${environment}\` ends the hold`
}
