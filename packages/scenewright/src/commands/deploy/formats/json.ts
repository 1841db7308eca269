import { planJson } from '@scenewright/deployer'
import { json as toJson } from '../../../render/json.ts'
import type { PlanFormat } from './format.ts'

/** For programs: `schemas/plan.schema.json`. */
export const json: PlanFormat = plan => toJson(planJson(plan))
