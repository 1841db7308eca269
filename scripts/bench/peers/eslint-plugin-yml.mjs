import { pathToFileURL } from 'node:url'
import { content } from '../content.mjs'
import { yaml } from '../corpus.mjs'
import { peersFolder } from './install.mjs'

const plugin = pathToFileURL(`${peersFolder}/node_modules/eslint-plugin-yml/lib/index.mjs`)

/** ESLint with its plugin for YAML and its recommended rules, on the same files that we check. */
export const eslintPluginYml = {
  name: 'eslint-plugin-yml',
  args: ['eslint', '--max-warnings', '0', 'documents'],
  settings: {
    file: 'eslint.config.mjs',
    text: `import yml from '${plugin}'\n\nexport default yml.configs.recommended\n`,
  },
  suffix: 'yaml',
  document: index => yaml(content(index)),
  spoil: text => text.replace(/^title: .*$/m, 'title:'),
  rule: 'yml/no-empty-mapping-value',
}
