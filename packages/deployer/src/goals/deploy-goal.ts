import { OperationError } from '@scenewright/model'
import { hashBase } from '../plan/base.ts'
import { historyLength } from '../state/changes.ts'
import { readJournal } from '../state/read-journal.ts'
import type { Deploy, JournalEntry, ScenarioState, State } from '../state/state.ts'
import type { StateStore } from '../store/store.ts'
import { deployedDocument } from './deployed.ts'
import type { Goal, Strategy, Wanted } from './goal.ts'
import type { RollbackOptions } from './rollback-goal.ts'
import { createWant } from './sources-goal.ts'

/**
 * The result of an earlier deploy, whatever followed: each scenario as it was published and switched then, and inactive
 * if it did not exist. One that is held is not switched. `to` is the beginning of a commit or a run id; the last
 * deploy of a commit counts. If there is none, or several names begin so, that is an OperationError `usage`. A version
 * that is no longer stored is an OperationError `state`.
 */
export async function createDeployGoal({
  state,
  store,
  to,
  strategy,
  hold,
}: Omit<RollbackOptions, 'keys'> & { readonly to: string }): Promise<Goal> {
  const pasts = await readPasts(state, store, to)
  const scenarios: Wanted[] = []
  for (const [key, entry] of Object.entries(state.scenarios)) {
    const want = await wantedAt(key, entry, { past: pasts.get(key), store, strategy, to })
    if (want !== undefined) scenarios.push({ ...want, ...(hold !== undefined && { hold }) })
  }
  return { scenarios, isWhole: false, isByHand: true, otherKeys: Object.keys(state.scenarios) }
}

/** What the journal says about a scenario. */
interface Past {
  /** Of each published version, newest first: whether it was published since the named deploy. */
  readonly isSince: boolean[]
  /** Whether it was published, switched or removed since then. */
  isChangedSince: boolean
  /** What it was switched to before that, and after its last version. */
  isActive: boolean | undefined
  /** Its own record: replaced ones are switched as well. */
  record: string | undefined
  /** Whether it was adopted before that. */
  isAdopted: boolean
}

/**
 * The past of each scenario that the journal names. The order of the runs in the state decides what happened since a
 * deploy, as the clocks of two machines may differ. A run that is no deploy is as old as its place in the journal.
 */
async function readPasts(state: State, store: StateStore, to: string): Promise<ReadonlyMap<string, Past>> {
  const { deploys = [] } = state
  const names = new Set(deploys.flatMap(deploy => nameOf(deploy, to) ?? []))
  // A whole name counts, even if another begins with it, such as the runs 12 and 123.
  const [name] = names.has(to) ? [to] : names
  if (name === undefined) throw unknownDeploy(to, deploys)
  if (names.size > 1 && name !== to) throw ambiguous(to, names)
  const index = deploys.findLastIndex(({ run, commit }) => run === name || commit === name)
  const earlier = new Set(deploys.slice(0, index + 1).map(({ run }) => run))
  const later = new Set(deploys.slice(index + 1).map(({ run }) => run))
  const events: JournalEntry[] = []
  for await (const event of readJournal(state, store)) events.push(event)
  const firstLater = events.findLastIndex(({ run }) => later.has(run))
  const pasts = new Map<string, Past>()
  for (const [place, event] of [...events.entries()].reverse()) {
    addEvent(pasts, event, place <= firstLater && !earlier.has(event.run))
  }
  return pasts
}

function addEvent(pasts: Map<string, Past>, event: JournalEntry, isSince: boolean): void {
  const { what, key, from = key, remote_id } = event
  const past = pasts.get(from) ?? {
    isSince: [],
    isChangedSince: false,
    isActive: undefined,
    record: undefined,
    isAdopted: false,
  }
  pasts.delete(from)
  pasts.set(key, past)
  const isSwitched = (what === 'switched-on' || what === 'switched-off') && remote_id === past.record
  if (what === 'created' || what === 'resolved-created' || what === 'adopted') past.record = remote_id
  if (what === 'adopted' && !isSince) past.isAdopted = true
  if (what === 'published') past.isSince.unshift(isSince)
  if (!isSwitched && what !== 'published' && what !== 'source-removed') return
  if (isSince) past.isChangedSince = true
  // A scenario without a source is inactive. A new version is active or not as it was published.
  else past.isActive = what === 'published' ? undefined : what === 'switched-on'
}

interface Context extends Pick<RollbackOptions, 'store'> {
  readonly strategy: Strategy | undefined
  readonly past: Past | undefined
  readonly to: string
}

/** Undefined if it is as it was then. */
async function wantedAt(
  key: string,
  entry: ScenarioState,
  { past, store, strategy, to }: Context,
): Promise<Wanted | undefined> {
  const { published, history, tombstone, is_active, hold } = entry
  const isChanged = past?.isChangedSince === true
  const versions = published === undefined ? history : [published, ...history]
  // The journal does not name the version of an adopted record, which is the oldest.
  const version = versions.find((_, place) => past?.isSince[place] !== true)
  if (version === undefined) {
    // The state remembers only the last versions. An adopted record may have had one that the journal does not name.
    if (past?.isSince.includes(false) || (past?.isAdopted && history.length >= historyLength)) throw forgotten(key, to)
    const want = { isActive: false }
    return published === undefined ? undefined : { key, want, base: hashBase(entry, want) }
  }
  const isActive = isChanged && hold === undefined ? (past.isActive ?? version.activated) : (is_active ?? true)
  const isAsThen = !isChanged || (is_active === isActive && tombstone === undefined)
  // An open request may have changed more than the state knows.
  const isKnown = entry.draft === undefined && entry.intent === undefined
  if (version === published && isAsThen && isKnown) return undefined
  const document = await deployedDocument(store, key, version)
  const want = createWant(document, { isActive, ...(strategy !== undefined && { strategy }) })
  const { commit } = version
  return { key, want, document, base: hashBase(entry, want), ...(commit !== undefined && { commit }) }
}

/** The run or the commit of a deploy, whichever begins like this. */
function nameOf({ run, commit }: Deploy, to: string): string | undefined {
  return [run, commit].find(name => name?.startsWith(to))
}

function ambiguous(to: string, names: ReadonlySet<string>): OperationError {
  return new OperationError('usage', `"${to}" names more than one deploy`, {
    help: `these begin with it: ${[...names].toReversed().slice(0, 5).join(', ')}`,
  })
}

function forgotten(key: string, to: string): OperationError {
  return new OperationError('state', `the version of "${key}" after the deploy "${to}" is no longer in the state`, {
    help: `nothing was sent; check out the commit and run \`scenewright apply ${key} --allow-older\`, or name the other keys: \`scenewright rollback KEY --to VERSION\``,
  })
}

function unknownDeploy(to: string, deploys: readonly Deploy[]): OperationError {
  const latest = deploys
    .slice(-5)
    .toReversed()
    .map(({ run, at, commit }) => `${run} (${at}${commit === undefined ? '' : `, commit ${commit.slice(0, 7)}`})`)
  return new OperationError('usage', `no deploy in the state has the commit or the run "${to}"`, {
    help: latest.length === 0 ? 'nothing was deployed yet' : `the last deploys: ${latest.join(', ')}`,
  })
}
