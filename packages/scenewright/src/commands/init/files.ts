import { json } from '../../render/json.ts'
import { version } from '../../shell/installation.ts'
import { modeline, type StarterFile, schemaFiles, settingsFiles } from './editor.ts'
import { starterSources } from './starter-sources.ts'

/** The project file, which marks the root of a project. */
export const configPath = 'scenewright.config.yaml'

const written: readonly StarterFile[] = [
  {
    path: configPath,
    text: `# What the bot is like, so that the simulator decides as it would.
bot:
  primary_language: en
  scenario_clarify_enabled: true

# Where to deploy. Credentials come from SCENEWRIGHT_EMAIL and SCENEWRIGHT_API_KEY, never from a file.
# environments:
#   production:
#     url: https://bots.example.com
#     bot: the bot's unique_id
`,
  },
  ...starterSources,
]

/**
 * The files of a starter project, in the order of writing: small, and without findings under every rule; its tests pass
 * and cover everything.
 */
export const starterFiles: readonly StarterFile[] = [...written.map(withSchema), ...schemaFiles, ...settingsFiles]

function withSchema({ path, text }: StarterFile): StarterFile {
  if (path === configPath) return { path, text: modeline(path, 'config') + text }
  if (path.endsWith('.scenario.yaml')) return { path, text: modeline(path, 'scenario') + text }
  return { path, text: path.endsWith('.test.yaml') ? modeline(path, 'conversation-test') + text : text }
}

/** A package for a project without one: CI installs the toolkit from its lockfile, in this version. */
export const packageFile: StarterFile = {
  path: 'package.json',
  text: json({ private: true, devDependencies: { scenewright: version } }),
}
