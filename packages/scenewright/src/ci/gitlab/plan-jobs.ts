import type { CiSetup } from '../setup.ts'
import { indented, lines } from '../yaml-lines.ts'

const planFile = 'scenewright-plan.md'

/** What a merge request would do, as a file that it links to. */
export function planJob({ call, folder, environments }: CiSetup): string {
  const last = environments.at(-1)
  if (last === undefined) return ''
  return lines(
    'plan:',
    '  extends: .scenewright',
    '  stage: plan',
    '  timeout: 15 minutes',
    '  interruptible: true',
    '  rules:',
    '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"',
    '  script:',
    `    - ${call} plan --env ${last.name} --format markdown > ${planFile}`,
    '  allow_failure:',
    '    exit_codes: 4 # a request of an earlier pipeline waits for a person; no fault of this change',
    '  artifacts:',
    '    when: always',
    '    expose_as: Scenewright plan',
    `    paths: [${JSON.stringify(folder + planFile)}]`,
  )
}

/** Writes the plan into one note on the merge request, the same one every time, where there is a token that may. */
export function commentJob({ environments, folder }: CiSetup): string {
  if (environments.length === 0) return ''
  return lines(
    'comment:',
    '  image: node:22',
    '  stage: plan',
    '  timeout: 5 minutes',
    '  interruptible: true',
    '  needs: [plan]',
    '  variables:',
    '    GIT_STRATEGY: none',
    '  rules:',
    '    - if: $CI_PIPELINE_SOURCE == "merge_request_event" && $SCENEWRIGHT_GITLAB_TOKEN',
    '  script:',
    '    - |',
    indented(script(folder + planFile), 6),
  )
}

/** The note is known by its first line, which nobody sees. */
function script(file: string): string {
  return `node --input-type=module <<'END'
import { readFileSync } from 'node:fs'
const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, SCENEWRIGHT_GITLAB_TOKEN } = process.env
const notes = \`\${CI_API_V4_URL}/projects/\${CI_PROJECT_ID}/merge_requests/\${CI_MERGE_REQUEST_IID}/notes\`
const headers = { 'private-token': SCENEWRIGHT_GITLAB_TOKEN, 'content-type': 'application/json' }
const call = async (url, method, content) => {
  const response = await fetch(url, { method, headers, ...(content && { body: JSON.stringify(content) }) })
  if (!response.ok) throw new Error(\`\${method} of the note: \${response.status} \${await response.text()}\`)
  return response
}
const body = readFileSync(${JSON.stringify(file)}, 'utf8')
const [marker] = body.split('\\n')
let mine
for (let page = '1'; page && !mine; ) {
  const response = await call(\`\${notes}?per_page=100&page=\${page}\`, 'GET')
  mine = (await response.json()).find(note => note.body.startsWith(marker))
  page = response.headers.get('x-next-page')
}
await (mine ? call(\`\${notes}/\${mine.id}\`, 'PUT', { body }) : call(notes, 'POST', { body }))
END`
}
