/** Something that the service's contract leaves open, and what Scenewright takes it to be. */
export interface Assumption {
  readonly id: string
  /** The question that the contract leaves open. */
  readonly gap: string
  /** The assumed answer. */
  readonly taken: string
  /** The features that depend on it. */
  readonly affects: string
}

/** Every assumption, in the order of its number. A number is never used again. */
export const assumptions: readonly Assumption[] = [
  {
    id: 'A-01',
    gap: 'The differences between schema_version 1 and 2 of a document are not shown.',
    taken: 'Version 1 has the fields of version 2; reading one raises its schema_version.',
    affects: '`decompile` of version 1 documents',
  },
  {
    id: 'A-02',
    gap: 'Whether the lower or the higher priority comes first is not shown, for edges and for scenarios.',
    taken: 'The lower number comes first; equal numbers in the order of the list (edges) or of the keys (scenarios).',
    affects: 'the simulator, graph/shadowed-edge; graph/order-by-assumption marks where a result depends on it',
  },
  {
    id: 'A-03',
    gap: 'How the service scores a message against a trigger is not shown.',
    taken:
      'The offline scorer approximates it, with embeddings where the config asks for them; on the same scale, 0 to 100.',
    affects: '`score`, `simulate`, `chat`, `test`, `lab`, the rules of trigger/, the local service',
  },
  {
    id: 'A-04',
    gap: 'Node types other than FIXED_REPLY and END, and condition types other than ALWAYS, are not shown.',
    taken: 'They are carried without loss; the config may declare them. The simulator stops at them and says so.',
    affects: 'graph/unknown-node-type, graph/unknown-condition, the simulator',
  },
  {
    id: 'A-05',
    gap: 'What a PATCH of a scenario with a `definition` does to its versions is not shown.',
    taken: 'It leaves a DRAFT whose definition equals what was sent; without one the deploy stops with an error.',
    affects: '`apply`',
  },
  {
    id: 'A-06',
    gap: 'Whether import, creation and publishing are idempotent is not shown, and there is no idempotency key.',
    taken: 'They are not: each is sent once, and a lost answer waits for a person or for the settle window.',
    affects: '`apply`',
  },
  {
    id: 'A-07',
    gap: 'How long a request whose answer was lost may still take effect is not shown.',
    taken: '15 minutes after it was sent (`settle_ms` of the environment).',
    affects: '`apply`',
  },
  {
    id: 'A-08',
    gap: 'Values of a version status other than DRAFT are not shown.',
    taken: 'Any value is accepted; nothing depends on the name of a published version.',
    affects: 'the client, `apply`',
  },
  {
    id: 'A-09',
    gap: 'What the customer answers to pick an offered topic is not shown.',
    taken: 'The label itself, or its number in the list; anything else is decided again and ends the offer.',
    affects: '`simulate`, `chat`, the local service',
  },
  {
    id: 'A-10',
    gap: 'The order in which the service tries matching scenarios, clarification and repetition is not shown.',
    taken: 'The order of docs/simulation.md.',
    affects: 'the simulator, the local service',
  },
  {
    id: 'A-11',
    gap: 'How a PATCH of a scenario clears a field that it had is not shown.',
    taken: 'A field that is gone from the source is sent as what a new scenario has: empty, or its default.',
    affects: '`apply`',
  },
  {
    id: 'A-12',
    gap: 'Whether the service adds fields of its own to the definition of a version is not shown.',
    taken: 'It may: a DRAFT that holds all that was sent, and more, is the one that was sent.',
    affects: '`apply`',
  },
  {
    id: 'A-13',
    gap: 'Where the journal shows what was answered is not shown; nor are the values of its status but PENDING.',
    taken: 'The field `answer` of a record, once its status is neither PENDING nor PROCESSING; ERROR is an error.',
    affects: '`test --against` without --webhook-port',
  },
  {
    id: 'A-14',
    gap: 'How the replies of a walk, and the topics of an offer, make one text is not shown.',
    taken:
      'The replies in their order, with any white space between; the labels each on a line of its own, with or without a number.',
    affects: '`test --against`',
  },
  {
    id: 'A-15',
    gap: 'Which of the two ids of a dialogue a completion takes as its `dialogue_id` is not shown.',
    taken: 'The `unique_id`, which every record has.',
    affects: '`test --against`',
  },
  {
    id: 'A-16',
    gap: 'What an update of a scenario without any field does is not shown.',
    taken: 'It changes nothing, and answers with the record and its versions.',
    affects: '`adopt`, `apply`, `plan --refresh`, `drift`',
  },
]
