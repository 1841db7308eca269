import { sql } from 'kysely'

/** Whether a completion only waited for an earlier message of its dialogue when it was given back: it was not tried. */
export const waitedInLine = sql<boolean>`exists (
  select 1 from completions earlier
  where earlier.dialogue_id = completions.dialogue_id and earlier.owner = completions.owner
    and earlier.sequence < completions.sequence
)`
