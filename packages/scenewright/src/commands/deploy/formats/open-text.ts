import { type PlanEntry, requestName } from '@scenewright/deployer'
import { visible } from '@scenewright/model/text'
import { lasting, timeUntil } from './relative-time.ts'

type Intent = NonNullable<PlanEntry['open']>

/** A request whose effect is unknown: "UNKNOWN create for 2 h (time-out, run 980)". */
export function openText(open: Intent, now: number): string {
  return `UNKNOWN ${requestName(open)} ${lasting(open.prepared_at, now)} (${evidenceText(open)}, run ${visible(open.run)})`
}

/** The way to close an open request: a command for the user, or a note when apply continues. */
export function answerTo(
  key: string,
  open: Intent,
  { environment, now }: { readonly environment: string; readonly now: number },
): { readonly command: string } | { readonly text: string } {
  return open.kind === 'create'
    ? { command: visible(`scenewright resolve ${key} --env ${environment}`) }
    : { text: `The first apply after ${timeUntil(open.settle_until, now)} continues.` }
}

function evidenceText({ phase, evidence }: Intent): string {
  if (phase === 'created-id-lost') return 'performed, but the id was lost'
  if (evidence?.status !== undefined) return `answer ${evidence.status}`
  // The message repeats the request; its end contains the reason.
  const why = evidence?.message?.split(': ').at(-1) ?? 'no answer'
  return visible(why.slice(0, 80)).replace(/\s+/g, ' ')
}
