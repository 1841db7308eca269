import type { Change as DiffChange } from '@scenewright/differ'
import type { Definition, Edit, Finding, Range, ScenarioFields } from '@scenewright/model'
import type { Change, EditRefusal } from '@scenewright/model/compilation'
import type { BotSettings } from '@scenewright/model/config'
import type { CoverageSum } from '@scenewright/simulator/coverage'
import type { NodeLook } from '../../render/graph/picture.ts'

// The requests and answers of the studio's server, all in JSON. The page imports the types alone.

export type SourceLanguage = 'yaml' | 'typescript'

/** The answer of any path to a request that is refused or fails. */
export interface ErrorAnswer {
  readonly error: { readonly code: string; readonly message: string; readonly help?: string }
}

/** 409: the file is not what the edit is based on. It has this text now, or none if it no longer exists. */
export interface ConflictAnswer extends ErrorAnswer {
  readonly hash: string | null
  readonly text: string | null
}

/** 422: no safe edit exists. */
export interface RefusedAnswer {
  readonly error: ErrorAnswer['error'] & { readonly code: 'refused'; readonly refusal: EditRefusal }
}

/** `GET /api/project` */
export interface ProjectAnswer {
  readonly name: string
  readonly version: string
  readonly isReadOnly: boolean
  /** Grows with every change of a source. */
  readonly revision: number
  /** The files of scenarios and tests, in the order of their names. */
  readonly sources: readonly string[]
  readonly scenarios: readonly ScenarioRow[]
  /** The sources that do not bind. */
  readonly broken: readonly { readonly file: string; readonly errors: number }[]
  /** The rules of all findings, sorted. */
  readonly rules: readonly string[]
  /** At most 2,000: first those of no scenario, and then the others, each sorted. */
  readonly findings: readonly Finding[]
  readonly moreFindings: number
  /** Why the baseline cannot be used: findings are then those without it. */
  readonly faults: readonly { readonly message: string; readonly help?: string }[]
  readonly bot: BotSettings
  /** Whether the findings about triggers are those of the present texts. */
  readonly isSettled: boolean
  /** The merge base that `GET /api/changes` compares with; absent without git. */
  readonly revisions?: { readonly default: string }
}

export interface ScenarioRow {
  readonly key: string
  readonly file: string
  readonly title: string
  readonly isActive: boolean
  readonly language: SourceLanguage
  readonly nodes: number
  readonly examples: number
  readonly minConfidence: number
  readonly errors: number
  readonly warnings: number
  readonly infos: number
  /** The indexes of the rules of its findings in the `rules` of the project. */
  readonly rules: readonly number[]
}

/** `GET /api/scenario?key=K` */
export interface ScenarioAnswer {
  readonly key: string
  readonly file: string
  readonly hash: string
  readonly language: SourceLanguage
  /** Whether changes can be made in its source: always in YAML, in TypeScript if it is written out. */
  readonly isEditable: boolean
  readonly isActive: boolean
  readonly fields: ScenarioFields
  readonly definition: Definition
  readonly picture: FlowPicture
  readonly findings: readonly Finding[]
}

/** A flow with positions, in pixels from the left and top. A node that does not exist is included as `missing`. */
export interface FlowPicture {
  readonly width: number
  readonly height: number
  readonly nodes: readonly FlowPictureNode[]
  readonly edges: readonly FlowPictureEdge[]
}

export interface FlowPictureNode {
  readonly id: string
  readonly name: string
  readonly text: string
  /** The lines of both that fit into the box. */
  readonly lines: { readonly name: readonly string[]; readonly text: readonly string[] }
  readonly look: NodeLook
  readonly isStart: boolean
  /** The left top corner. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Its line in the source; 0 if it has none. */
  readonly line: number
}

export interface FlowPictureEdge {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly label: string
  readonly labelAt?: readonly [x: number, y: number]
  /** Empty if the edge cannot be drawn. */
  readonly points: readonly (readonly [x: number, y: number])[]
  readonly line: number
}

/** `GET /api/source?file=F` */
export interface SourceAnswer {
  readonly file: string
  /** Its address in the messages of the language server. */
  readonly uri: string
  /** The SHA-256 of the whole file, in hexadecimal digits: edits name it. */
  readonly hash: string
  /** Without a byte order mark, which edits keep. */
  readonly text: string
  readonly language: SourceLanguage
  readonly isEditable: boolean
  /** All of the file. */
  readonly findings: readonly Finding[]
}

/** A change of the edit vocabulary that JSON can express. */
export type EditChange = Exclude<Change, { readonly kind: 'strip' }>

/** `POST /api/edit` and `POST /api/check-edit`: changes of a scenario, edits of the text, or the whole text. */
export type EditRequest = { readonly file: string; readonly hash: string } & (
  | { readonly key?: string; readonly changes: readonly EditChange[] }
  | { readonly edits: readonly Edit[] }
  | { readonly text: string }
)

/** The answer to everything that writes. */
export interface EditAnswer {
  readonly file: string
  /** That of the written text. */
  readonly hash: string
  /** The edits that restore the text before; none for a new file, which `POST /api/remove` takes back. */
  readonly inverse: readonly Edit[]
  readonly isNew?: true
  readonly revision: number
}

/** `POST /api/check-edit`. Findings about triggers are not compared: they are known after the edit. */
export interface CheckEditAnswer {
  readonly text: string
  /** That of the text after the edit. */
  readonly hash: string
  /** The findings of the file after the edit, those that it adds to the project, and those that it fixes. */
  readonly findings: readonly Finding[]
  readonly added: readonly Finding[]
  readonly fixed: readonly Finding[]
}

/** `POST /api/create` */
export interface CreateRequest {
  readonly file: string
  readonly text: string
}

/** `POST /api/remove`: takes back a new file that has this hash. */
export interface RemoveRequest {
  readonly file: string
  readonly hash: string
}

/** The file that was removed. `POST /api/create` makes it again. */
export interface RemoveAnswer {
  readonly file: string
  readonly hash: string
  readonly text: string
  readonly revision: number
}

/** `POST /api/fix` */
export interface FixRequest {
  readonly file: string
  readonly hash: string
  readonly finding: { readonly rule: string; readonly range: Range }
  /** The index of the fix in the finding. */
  readonly fix: number
}

/**
 * `POST /api/chat`. With `start`, the last message begins a walk from this node. Without a message, only the bot is
 * prepared.
 */
export interface ChatRequest {
  readonly messages: readonly string[]
  readonly start?: { readonly key: string; readonly node: string }
}

/** The turns are those of `Turn` of the simulator, each with at most 10 scores. */
export interface ChatAnswer {
  readonly turns: readonly object[]
  /** The sources that the bot lacks because they have errors. */
  readonly broken: readonly string[]
}

/** `POST /api/save-test`: the conversation as a test next to the scenario with this key. */
export interface SaveTestRequest {
  readonly name: string
  readonly messages: readonly string[]
  readonly key: string
}

/** `GET /api/coverage` */
export interface CoverageAnswer {
  readonly total: CoverageSum
  readonly scenarios: readonly {
    readonly key: string
    readonly nodes: readonly CoverageCount[]
    readonly edges: readonly CoverageCount[]
  }[]
  readonly tests: number
  /** The failed ones, which cover nothing. */
  readonly failed: number
}

export interface CoverageCount {
  readonly id: string
  readonly count: number
  /** False for a part that no simulation can reach. */
  readonly isSimulable: boolean
}

/** `POST /api/lab`. `GET /api/lab` evaluates the examples alone. */
export interface LabRequest {
  readonly messages: readonly LabMessage[]
}

/** A customer's message. */
export interface LabMessage {
  readonly message: string
  /** The key of the scenario that it should start, or `none`. */
  readonly expected?: string
  /** Its line in the text that was pasted, for errors; its place in the list by default. */
  readonly line?: number
}

/** `GET /api/changes?base=REV` */
export interface ChangesAnswer {
  /** The names of the two sides, for display: a branch and a commit, and the working files. */
  readonly base: string
  readonly head: string
  readonly scenarios: readonly ChangedScenario[]
  readonly settings: readonly ChangeRow[]
  /** The messages with another decision. */
  readonly behaviour: readonly object[]
}

export interface ChangedScenario {
  readonly key: string
  readonly change: 'added' | 'removed' | 'changed' | 'renamed'
  /** The key at the base, if it was renamed. */
  readonly was?: string
  readonly before?: ChangedSide
  readonly after?: ChangedSide
  readonly changes: readonly ChangeRow[]
}

export interface ChangedSide {
  readonly title: string
  readonly picture: FlowPicture
  readonly fields: ScenarioFields
}

/** A change as in `diff --format json`, and the sentence that describes it. */
export type ChangeRow = DiffChange & { readonly message: string }

/**
 * The lines of `GET /api/events`. With `?lsp=1`, the stream has a language server of its own, which gets the messages of
 * `POST /api/lsp?stream=…`. It always works on the studio's project.
 */
export type StudioEvent =
  | { readonly type: 'ready'; readonly revision: number; readonly stream: string }
  | { readonly type: 'changed'; readonly revision: number; readonly files: readonly string[] }
  | { readonly type: 'findings'; readonly revision: number }
  | { readonly type: 'alive' }
  | { readonly type: 'lsp'; readonly message: object }
