import type { ProjectConfig as ConfigBySchema } from '@scenewright/schemas/types/config'
import type { FindingsReport } from '@scenewright/schemas/types/findings'
import type { ImportDocumentV2 } from '@scenewright/schemas/types/import-document-v2'
import { expectTypeOf, test } from 'vitest'
import type { Environment, ProjectConfig, StateBackend } from '../src/config.ts'
import type { Finding, ImportDocument } from '../src/index.ts'

type EnvironmentBySchema = NonNullable<ConfigBySchema['environments']>[string]

/** The same type with nothing readonly, to compare the types of the model with the generated ones. */
type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T

test('the types of the model are those of the schemas', () => {
  expectTypeOf<Mutable<ImportDocument>>().toExtend<ImportDocumentV2>()
  expectTypeOf<ImportDocumentV2>().toExtend<ImportDocument>()
  // A report always says where the rule is documented; a finding leaves that out where the rule's name tells.
  expectTypeOf<Mutable<Finding> & { docs: string }>().toExtend<FindingsReport['findings'][number]>()
  expectTypeOf<FindingsReport['findings'][number]>().toExtend<Finding>()
  expectTypeOf<keyof ProjectConfig>().toEqualTypeOf<keyof ConfigBySchema>()
  expectTypeOf<ConfigBySchema['bot']>().toExtend<ProjectConfig['bot']>()
  // The other fields of a backend depend on its type, which the generated types cannot express.
  expectTypeOf<Omit<EnvironmentBySchema, 'state'>>().toExtend<Omit<Environment, 'state'>>()
  expectTypeOf<NonNullable<EnvironmentBySchema['state']>['type']>().toEqualTypeOf<StateBackend['type']>()
})
