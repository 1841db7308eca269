/**
 * The value for the tier that runs. `npm test` runs every behavior once; `npm run test:full` runs the files named
 * `*.matrix.test.ts` again with all their repetitions. The tiers differ in the number of repetitions, never in the
 * kinds of cases.
 */
export function byTier<Value>(values: { readonly once: Value; readonly full: Value }): Value {
  return process.env.SCENEWRIGHT_TEST_TIER === 'full' ? values.full : values.once
}
