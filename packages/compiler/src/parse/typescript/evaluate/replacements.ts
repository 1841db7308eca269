/** What to write in place of members and classes that a source cannot use, and that people know best. */
const replacements: Readonly<Record<string, string>> = {
  'a list.copyWithin': 'Use with(…) or toSpliced(…).',
  'a list.entries': 'Use map((item, index) => …).',
  'a list.fill': 'Use map(() => …), or Array.from({ length: 3 }, () => …).',
  'a list.forEach': 'Use map(…).',
  'a list.keys': 'Use map((_, index) => index).',
  'a list.pop': 'Use at(-1) for the last item, and slice(0, -1) for the others.',
  'a list.push': 'Use [...list, item] or concat(…).',
  'a list.reverse': 'Use toReversed().',
  'a list.shift': 'Use at(0) for the first item, and slice(1) for the others.',
  'a list.sort': 'Use toSorted(…).',
  'a list.splice': 'Use toSpliced(…).',
  'a list.unshift': 'Use [item, ...list].',
  'a text.localeCompare': 'Compare with < and >. Without a function, toSorted() sorts texts.',
  'a text.match': 'Use includes(…), startsWith(…) or split(…) with a text.',
  'a text.search': 'Use indexOf(…) with a text.',
  'a text.substr': 'Use slice(…).',
  'a text.toLocaleLowerCase': 'Use toLowerCase().',
  'a text.toLocaleUpperCase': 'Use toUpperCase().',
  'Array(…)': 'Use Array.from({ length: 3 }, () => …), or write the list out.',
  'Object.assign': 'Use { ...first, ...second }.',
  'new Array': 'Use Array.from({ length: 3 }, () => …), or write the list out.',
  'new Date': 'A source must always produce the same document.',
  'new Map': 'Use an object, or a list of pairs.',
  'new Set': 'Use filter((item, index) => list.indexOf(item) === index) to leave out repeated items.',
  '/…/': 'Use replaceAll(…), split(…) or includes(…) with a text.',
  '+text': 'Use Number(…).',
}

/** The help for what a source cannot use: `a list.sort`, `new Set`. */
export function replacementHelp(name: string): { readonly help?: string } {
  const help = Object.hasOwn(replacements, name) ? replacements[name] : undefined
  return help === undefined ? {} : { help }
}
