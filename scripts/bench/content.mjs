const words =
  'order parcel refund invoice delivery courier warranty repair account password voucher payment card exchange size colour address pickup store receipt'.split(
    ' ',
  )

/** The words of one generated scenario: 12 nodes, 14 edges, 8 examples. The same every time; each writer gives them a form. */
export function content(index) {
  const word = offset => words[(index * 7 + offset * 3) % words.length]
  return {
    title: `Case ${index} about the ${word(0)}`,
    description: `The customer asks question ${index} about the ${word(0)} or the ${word(1)}.`,
    examples: Array.from(
      { length: 8 },
      (_, n) => `Question ${index}-${n} about my ${word(n)} and the ${word(n + 5)} that came with it`,
    ),
    exclusion: `Something else about the ${word(9)} number ${index}`,
    replies: Array.from({ length: 11 }, (_, n) => ({
      id: `step_${n}`,
      title: `Step ${n} about the ${word(n)}`,
      subject: word(n),
      part: word(n + 1),
      text: `Here is what we can say about your ${word(n)} and its ${word(n + 1)}, step ${n} of 11.`,
      next: `step_${n + 1}`,
      // The first three nodes have a second way out.
      shortcut: n < 3 ? { to: `step_${n + 2}`, word: word(n) } : undefined,
    })),
    end: 'step_11',
  }
}
