import type { Place, Position } from '@scenewright/model'
import { type CompiledScenario, type CompiledSource, scenarioPath } from '@scenewright/model/compilation'
import { count } from '@scenewright/model/text'
import { isWithin, type LiveProject, type Occurrence, occurrenceAt } from '@scenewright/workspace/live'
import { rulePageUrl } from '../../../render/docs-url.ts'
import { version } from '../../../shell/installation.ts'
import { coveringTurns, testsOf } from '../covering-tests.ts'
import { describeConfidence, examplesIn } from '../example-places.ts'
import type { Feature } from '../feature.ts'
import { fieldDescription } from '../schema-fields.ts'
import type { OpenSource, Session } from '../session.ts'
import { yamlPathAt } from '../yaml-path.ts'

/** Explains the node or scenario at a position, the field there, and the rules of findings there. */
export const hover: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register(session) {
    session.connection.onHover(async request => {
      const at = await session.sourceAt(request)
      if (at === undefined) return null
      const { live, file, source, position } = at
      const named = occurrenceAt(source, file, position)
      const rules = live
        .findings()
        .filter(finding => finding.file === file && isWithin(position, finding.range))
        .map(({ rule, docs }) => docs ?? pageLink(rule))
      const parts = [
        ...(named === undefined ? [] : await aboutName(live, source, named)),
        ...(await aboutExample(at)),
        ...fieldPart(session, request.textDocument.uri, live.text(file), position),
        ...new Set([...rules, ...suppressedRule(live, live.text(file), position)]),
      ]
      return parts.length === 0 ? null : { contents: { kind: 'markdown', value: parts.join('\n\n') } }
    })
  },
}

async function aboutName(
  live: LiveProject,
  source: CompiledSource,
  { symbol }: Occurrence,
): Promise<readonly string[]> {
  const key = symbol.kind === 'scenario' ? symbol.key : symbol.scenario
  const scenario = key === undefined ? source.scenarios[0] : await live.scenario(key)
  if (scenario === undefined) return []
  return symbol.kind === 'scenario' ? aboutScenario(live, scenario) : aboutNode(live, scenario, symbol.id)
}

/** The score of the example at a position when it is left out. */
async function aboutExample({
  live,
  file,
  source: { scenarios },
  position,
}: OpenSource & { readonly position: Position }): Promise<readonly string[]> {
  const isHere = (place: Place) => place.file === file && isWithin(position, place.range)
  // Only a message of the list needs the comparison of the whole project.
  const scenario = scenarios.find(({ document, map }) => {
    const { examples = [] } = document.scenario
    return examples.some((_, index) => isHere(map.place(scenarioPath('examples', index))))
  })
  const found = scenario && (await examplesIn(live, scenario)).find(({ place }) => isHere(place))
  return found === undefined ? [] : [markdown(describeConfidence(found))]
}

function aboutScenario(live: LiveProject, { key, document, isActive }: CompiledScenario): readonly string[] {
  const { title, min_confidence, examples = [] } = document.scenario
  const covering = testsOf(coveringTurns(live, new Set([key])).get(key) ?? [])
  const starts = isActive ? `starts from a confidence of ${min_confidence}` : 'is inactive'
  return [
    `**${markdown(key)}**: ${markdown(title)}`,
    `It ${starts}, and has ${count(examples.length, 'example')}. ${count(covering.length, 'test')} ${covering.length === 1 ? 'covers' : 'cover'} it.`,
  ]
}

function aboutNode(live: LiveProject, { key, document }: CompiledScenario, id: string): readonly string[] {
  const { nodes, edges, start_node_id: start } = document.scenario.definition
  const node = nodes.find(each => each.id === id)
  if (node === undefined) return []
  const from = [...new Set(edges.filter(({ target }) => target === id).map(({ source }) => source))]
  const to = [...new Set(edges.filter(({ source }) => source === id).map(({ target }) => target))]
  const covering = coveringTurns(live, new Set([key])).get(key) ?? []
  const walking = testsOf(covering.filter(({ turn }) => turn.expect?.walk?.includes(id)))
  const names = (ids: readonly string[]) => ids.map(codeSpan).join(', ')
  const lines = [
    id === start ? 'The flow starts here.' : from.length === 0 ? 'Nothing leads here.' : '',
    from.length > 0 ? `Reached from ${names(from)}.` : '',
    to.length > 0 ? `Leads to ${names(to)}.` : '',
    walking.length > 0 ? `In the walk of ${count(walking.length, 'test')}.` : '',
  ]
  return [`**${markdown(id)}** (${markdown(node.type)})`, lines.filter(Boolean).join(' ')]
}

/** The documentation of the field whose name is at a position. With the language `yaml`, the YAML extension shows it. */
function fieldPart(session: Session, uri: string, text: string, { line, column }: Position): readonly string[] {
  if (session.document(uri)?.languageId !== 'scenewright') return []
  const lines = text.split('\n').slice(0, line)
  const last = lines.at(-1) ?? ''
  const end = /^[\w.-]*:(?=\s|$)/.exec(last.slice(column - 1))?.[0].length
  if (end === undefined) return []
  const { path } = yamlPathAt([...lines.slice(0, -1), `${last.slice(0, column - 1 + end)} `].join('\n'))
  return [fieldDescription(uri, path) ?? []].flat()
}

/** The page of the rule whose name in a suppression is at a position. */
function suppressedRule({ rules }: LiveProject, text: string, { line, column }: Position): readonly string[] {
  const [before = '', , name = ''] =
    /^.*?(\bscenewright-ignore\s+)([\w/-]+)/.exec(text.split('\n')[line - 1] ?? '') ?? []
  const isThere = column > before.length - name.length && column <= before.length + 1
  const rule = isThere ? rules.find(({ id }) => id === name) : undefined
  return rule === undefined ? [] : [`${markdown(rule.summary)} ${pageLink(name)}`]
}

function pageLink(rule: string): string {
  return `[${rule}](${rulePageUrl(rule, version)})`
}

/** A text of an author, without markup. */
function markdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+\-.!|]/g, '\\$&')
}

/** A name of an author between backticks: more than the name has in a row, so that none of its own ends the span. */
function codeSpan(name: string): string {
  const text = name.replace(/\s+/g, ' ')
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`
}
