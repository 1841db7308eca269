import { OperationError } from '@scenewright/model'
import { readValue } from '../../data-value.ts'
import type { Intent } from '../../imported-bot.ts'
import type { InputFiles } from '../../input-files.ts'
import type { FormatInput, ImportFormat } from '../format.ts'
import { readCx } from './cx.ts'
import { readEs } from './es.ts'

/** An export of Dialogflow, ES or CX, as a folder. */
export const dialogflow: ImportFormat = {
  name: 'an export of Dialogflow',
  recognizes: async files =>
    files.names.includes('agent.json') && files.names.some(name => /^(?:intents|flows)\//.test(name)),
  read: readIntents,
}

/** Reads the export of either edition: only CX has flows. */
async function readIntents(input: FormatInput): Promise<readonly Intent[]> {
  const { files } = input
  if (!files.names.includes('agent.json')) throw noAgent(files)
  const agent = await readValue(files, 'agent.json')
  const isCx = agent.get('defaultLanguageCode') !== undefined || files.names.some(name => name.startsWith('flows/'))
  return isCx ? readCx(agent, input) : readEs(agent, input)
}

function noAgent({ path, isFolder, names }: InputFiles): OperationError {
  const nested = names.find(name => name.endsWith('/agent.json'))?.slice(0, -'/agent.json'.length)
  if (!isFolder) {
    return new OperationError('usage', `"${path}" is a file`, {
      help: 'an export is a .zip file: unpack it, and name the folder with agent.json',
    })
  }
  return new OperationError('usage', `there is no agent.json in "${path}"`, {
    help:
      nested === undefined
        ? 'name the unpacked folder of the export: it contains agent.json and intents'
        : `name the folder "${nested}" in it`,
  })
}
