import type { Rule } from '../rule.ts'
import { complexity } from './graph/complexity.ts'
import { deadEnd } from './graph/dead-end.ts'
import { duplicateEdge } from './graph/duplicate-edge.ts'
import { duplicateEdgeId } from './graph/duplicate-edge-id.ts'
import { duplicateNode } from './graph/duplicate-node.ts'
import { edgeAfterEnd } from './graph/edge-after-end.ts'
import { endlessReplies } from './graph/endless-replies.ts'
import { noEnd } from './graph/no-end.ts'
import { noStart } from './graph/no-start.ts'
import { orderByAssumption } from './graph/order-by-assumption.ts'
import { shadowedEdge } from './graph/shadowed-edge.ts'
import { trap } from './graph/trap.ts'
import { unknownCondition } from './graph/unknown-condition.ts'
import { unknownNodeType } from './graph/unknown-node-type.ts'
import { unknownTarget } from './graph/unknown-target.ts'
import { unreachable } from './graph/unreachable.ts'
import { renamedWithoutTrace } from './project/renamed-without-trace.ts'
import { reusedKey } from './project/reused-key.ts'
import { suppressionWithoutReason } from './project/suppression-without-reason.ts'
import { unusedSuppression } from './project/unused-suppression.ts'
import { duplicateKey } from './source/duplicate-key.ts'
import { needsQuotes } from './source/needs-quotes.ts'
import { notStatic } from './source/not-static.ts'
import { placeholder } from './source/placeholder.ts'
import { schema } from './source/schema.ts'
import { serviceLimit } from './source/service-limit.ts'
import { syntax } from './source/syntax.ts'
import { assertsNothing } from './test/asserts-nothing.ts'
import { unknownReference } from './test/unknown-reference.ts'
import { commentCut } from './text/comment-cut.ts'
import { empty } from './text/empty.ts'
import { invisible } from './text/invisible.ts'
import { link } from './text/link.ts'
import { personalData } from './text/personal-data.ts'
import { secret } from './text/secret.ts'
import { tooLong } from './text/too-long.ts'
import { clarifyUnlabelled } from './trigger/clarify-unlabelled.ts'
import { duplicateExample } from './trigger/duplicate-example.ts'
import { exampleExcluded } from './trigger/example-excluded.ts'
import { exampleInTwo } from './trigger/example-in-two.ts'
import { exclusionUnowned } from './trigger/exclusion-unowned.ts'
import { fewExamples } from './trigger/few-examples.ts'
import { nearDuplicate } from './trigger/near-duplicate.ts'
import { noExamples } from './trigger/no-examples.ts'
import { selfMiss } from './trigger/self-miss.ts'
import { shadowed } from './trigger/shadowed.ts'
import { tie } from './trigger/tie.ts'
import { unreachableConfidence } from './trigger/unreachable-confidence.ts'

/** All rules, in the order of lists for people. */
export const rules: readonly Rule[] = [
  syntax,
  notStatic,
  schema,
  needsQuotes,
  duplicateKey,
  placeholder,
  serviceLimit,
  noStart,
  unknownTarget,
  duplicateNode,
  duplicateEdgeId,
  unreachable,
  noEnd,
  deadEnd,
  trap,
  endlessReplies,
  edgeAfterEnd,
  shadowedEdge,
  orderByAssumption,
  duplicateEdge,
  unknownNodeType,
  unknownCondition,
  complexity,
  noExamples,
  fewExamples,
  duplicateExample,
  exampleInTwo,
  exampleExcluded,
  selfMiss,
  shadowed,
  nearDuplicate,
  exclusionUnowned,
  clarifyUnlabelled,
  tie,
  unreachableConfidence,
  empty,
  tooLong,
  secret,
  personalData,
  invisible,
  link,
  commentCut,
  unknownReference,
  assertsNothing,
  unusedSuppression,
  suppressionWithoutReason,
  renamedWithoutTrace,
  reusedKey,
]

/** The rules whose errors prevent a scenario from being compiled. */
export const blockingRules: readonly Rule[] = rules.filter(({ id }) => /^(?:source|graph)\//.test(id))
