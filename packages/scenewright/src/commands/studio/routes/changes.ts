import { type Change, type ComparedScenario, describeChange, type ScenarioDiff } from '@scenewright/differ'
import { edgePath, nodePath } from '@scenewright/model/compilation'
import { compare } from '../../diff/compare.ts'
import type { RevisionAdvice } from '../../diff/git-sides.ts'
import { drawFlow } from '../flow-picture.ts'
import type { ChangedScenario, ChangedSide, ChangeRow, ChangesAnswer } from '../protocol.ts'
import type { Route } from '../route.ts'
import type { Studio } from '../studio.ts'

/** What has changed since a revision: by default, since the merge base with the default branch. */
export const changes: Route = {
  method: 'GET',
  path: '/api/changes',
  answer: (studio, { query }) => compareWith(studio, query.get('base') ?? ''),
}

const advice: RevisionAdvice = {
  where: 'a comparison needs a revision',
  written: base => base,
  forPath: () => 'enter a branch, tag or commit',
  without: 'commit the present state, and compare later changes with it',
  withoutGit: 'to see what has changed since a revision, put the project in a git repository',
  broken: 'the view Scenarios lists the sources with errors: fix them first',
}

async function compareWith({ invocation, options }: Studio, base: string): Promise<ChangesAnswer> {
  const asked = { ...options, format: 'json', mergeBase: true, behaviour: true, advice }
  const { report } = await compare(invocation, base === '' ? [] : [base], asked)
  const { compared, scenarios, settings = [], behavior } = report
  return {
    base: report.base,
    head: report.head,
    scenarios: await Promise.all(scenarios.map(diff => describe(diff, compared))),
    settings: settings.map(rowOf),
    behaviour: behavior,
  }
}

interface ComparedSides {
  readonly base: readonly ComparedScenario[]
  readonly head: readonly ComparedScenario[]
}

async function describe(
  { key, was = key, change, changes: rows }: ScenarioDiff,
  { base, head }: ComparedSides,
): Promise<ChangedScenario> {
  const before = change === 'added' ? undefined : base.find(each => each.key === was)
  const after = change === 'removed' ? undefined : head.find(each => each.key === key)
  return {
    key,
    change,
    ...(was !== key && { was }),
    ...(before !== undefined && { before: await describeSide(before) }),
    ...(after !== undefined && { after: await describeSide(after) }),
    changes: rows.map(rowOf),
  }
}

async function describeSide({ key, document, map }: ComparedScenario): Promise<ChangedSide> {
  const { definition = { start_node_id: '', nodes: [], edges: [] }, ...fields } = document.scenario
  const { title } = fields
  const picture = await drawFlow({
    key,
    title,
    definition,
    nodeLine: index => map?.place(nodePath(index)).range.start.line ?? 0,
    edgeLine: index => map?.place(edgePath(index)).range.start.line ?? 0,
  })
  return { title, fields, picture }
}

function rowOf(change: Change): ChangeRow {
  return { ...change, message: describeChange(change) }
}
