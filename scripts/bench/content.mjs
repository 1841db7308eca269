const words =
  'order parcel refund invoice delivery courier warranty repair account password voucher payment card exchange size colour address pickup store receipt'.split(
    ' ',
  )
const syllables = 'ba ko li mu ne ra so ti vu ze'.split(' ')

/**
 * The words of a generated scenario: 12 nodes, 14 edges, 8 examples. Deterministic; each writer formats them. Each
 * scenario is about its own product, so that its examples are unique, and excludes the messages of the previous one.
 */
export function content(index) {
  const word = offset => words[(index * 7 + offset * 3) % words.length]
  return {
    title: `Case ${index} about the ${word(0)}`,
    description: `The customer asks about the ${product(index)} and its ${word(0)} or its ${word(1)}.`,
    examples: Array.from({ length: 8 }, (_, n) => example(index, n)),
    exclusions: index === 0 ? [] : [example(index - 1, 0)],
    replies: Array.from({ length: 11 }, (_, n) => ({
      id: `step_${n}`,
      title: `Step ${n} about the ${word(n)}`,
      subject: word(n),
      part: word(n + 1),
      text: `Here is what we can say about your ${word(n)} and its ${word(n + 1)}, step ${n} of 11.`,
      next: `step_${n + 1}`,
      // The first three nodes have a second edge.
      shortcut: n < 3 ? { to: `step_${n + 2}`, word: word(n) } : undefined,
    })),
    end: 'step_11',
  }

  function example(of, n) {
    const own = offset => words[(of * 7 + offset * 3) % words.length]
    return `Question ${n} about the ${product(of)} ${own(n)} and the ${own(n + 5)} that came with it`
  }
}

/** A name with four syllables; consecutive names have little in common. */
function product(index) {
  const digits = String((index * 7919 + 1234) % 10_000).padStart(4, '0')
  return [...digits].map(digit => syllables[digit]).join('')
}
