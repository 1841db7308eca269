import type { CompiledScenario } from '@scenewright/model/compilation'
import { edgePath, nodePath } from '@scenewright/model/compilation'
import { drawFlow } from '../flow-picture.ts'
import { HttpError } from '../http/http-error.ts'
import type { ScenarioAnswer } from '../protocol.ts'
import type { Route } from '../route.ts'
import { languageOf } from '../source-language.ts'

/** A scenario with its flow, drawn. */
export const scenario: Route = {
  method: 'GET',
  path: '/api/scenario',
  async answer(studio, { query }): Promise<ScenarioAnswer> {
    const key = query.get('key') ?? ''
    const live = await studio.live()
    const holder = live.reports().find(report => report.scenarios.some(each => each.key === key))
    const source = holder && studio.files.read(live, holder.file)
    // The answer is about the text that has the hash.
    const compiled = source && (await live.compiledAs(source.file, source.text.replace(/^\ufeff/, '')))
    const found = compiled?.scenarios.find(each => each.key === key)
    if (found === undefined || source === undefined) {
      throw new HttpError(404, 'scenario', `no scenario that binds has the key "${key}"`)
    }
    const { file, isActive, document, map } = found
    const { definition, ...fields } = document.scenario
    const picture = await drawFlow({
      key,
      title: document.scenario.title,
      definition,
      nodeLine: index => map.place(nodePath(index)).range.start.line,
      edgeLine: index => map.place(edgePath(index)).range.start.line,
    })
    return {
      key,
      file,
      hash: source.hash,
      language: languageOf(file),
      isEditable: !studio.isReadOnly && canBeEdited(found),
      isActive,
      fields,
      definition,
      picture,
      findings: live.findings().filter(finding => finding.file === file && finding.scenario === key),
    }
  },
}

/** Whether changes can be made in its source at all; each is still proven on its own. */
function canBeEdited({ map }: CompiledScenario): boolean {
  const result = map.edit([])
  return !('refused' in result) || result.refused !== 'form'
}
