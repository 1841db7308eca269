/** A gap in the service's contract, and the assumption that Scenewright makes about it. */
export interface Assumption {
  readonly id: string
  /** What the contract does not specify. */
  readonly gap: string
  /** The assumed answer. */
  readonly taken: string
  /** The features that depend on the assumption. */
  readonly affects: string
}

/** All assumptions, ordered by number. A number is never reused. */
export const assumptions: readonly Assumption[] = [
  {
    id: 'A-01',
    gap: 'The contract does not describe the differences between schema_version 1 and 2 of a document.',
    taken: 'Version 1 has the same fields as version 2; reading a version 1 document upgrades it to version 2.',
    affects: '`decompile` of version 1 documents',
  },
  {
    id: 'A-02',
    gap: 'The contract does not say whether a lower or a higher priority comes first, for edges and for scenarios.',
    taken:
      'The lower number comes first. Equal numbers are ordered by position in the list (edges) or by key (scenarios).',
    affects: 'the simulator, graph/shadowed-edge; graph/order-by-assumption reports results that depend on it',
  },
  {
    id: 'A-03',
    gap: 'The contract does not say how the service scores a message against a trigger.',
    taken:
      'The offline scorer approximates the score on the same scale, 0 to 100, with embeddings if the config enables them.',
    affects: '`score`, `simulate`, `chat`, `test`, `lab`, the rules of trigger/, the local service',
  },
  {
    id: 'A-04',
    gap: 'The contract describes only the node types FIXED_REPLY and END, and only the condition type ALWAYS.',
    taken:
      'Other types are preserved unchanged, and the config can declare them. The simulator stops at them and reports it.',
    affects: 'graph/unknown-node-type, graph/unknown-condition, the simulator',
  },
  {
    id: 'A-05',
    gap: 'The contract does not say how a PATCH with a `definition` affects the versions of a scenario.',
    taken: 'It leaves a DRAFT with exactly this definition; if there is none, the deploy stops with an error.',
    affects: '`apply`',
  },
  {
    id: 'A-06',
    gap: 'The contract does not say whether import, creation and publishing are idempotent, and has no idempotency key.',
    taken:
      'They are not idempotent: each request is sent once. After a lost response, a person resolves it or the settle window passes.',
    affects: '`apply`',
  },
  {
    id: 'A-07',
    gap: 'The contract does not say how long a request may still take effect after its response was lost.',
    taken: 'Up to 15 minutes after it was sent (`settle_ms` of the environment).',
    affects: '`apply`',
  },
  {
    id: 'A-08',
    gap: 'The contract names no version status except DRAFT.',
    taken: 'Any value is accepted; no feature depends on the status name of a published version.',
    affects: 'the client, `apply`',
  },
  {
    id: 'A-09',
    gap: 'The contract does not say which answers select an offered topic.',
    taken: 'The label, or its number in the list. Any other message ends the offer and is matched as a new message.',
    affects: '`simulate`, `chat`, the local service',
  },
  {
    id: 'A-10',
    gap: 'The contract does not specify the order of scenario matching, clarification and repetition.',
    taken: 'The order that docs/simulation.md describes.',
    affects: 'the simulator, the local service',
  },
  {
    id: 'A-11',
    gap: 'The contract does not say how a PATCH clears a field of a scenario.',
    taken: 'A field that was removed from the source is sent with the value of a new scenario: empty, or its default.',
    affects: '`apply`',
  },
  {
    id: 'A-12',
    gap: 'The contract does not say whether the service adds fields to the definition of a version.',
    taken: 'It may add fields: a DRAFT that contains at least everything that was sent is the DRAFT that was sent.',
    affects: '`apply`',
  },
  {
    id: 'A-13',
    gap: 'The contract does not say which journal field contains the answer, and names no status except PENDING.',
    taken:
      'The field `answer` contains it once the status is neither PENDING nor PROCESSING; the status ERROR is an error.',
    affects: '`test --against` without --webhook-port',
  },
  {
    id: 'A-14',
    gap: 'The contract does not say how the replies of a walk, or the topics of an offer, are joined into one text.',
    taken:
      'Replies are joined in order, with any white space between them. Each label is on its own line, with or without a number.',
    affects: '`test --against`',
  },
  {
    id: 'A-15',
    gap: 'The contract does not say which of the two ids of a dialogue a completion expects as its `dialogue_id`.',
    taken: 'The `unique_id`, because every record has one.',
    affects: '`test --against`',
  },
  {
    id: 'A-16',
    gap: 'The contract does not say what an update of a scenario without any fields does.',
    taken: 'It changes nothing, and returns the record and its versions.',
    affects: '`adopt`, `apply`, `plan --refresh`, `drift`',
  },
]
