import { signal } from '@preact/signals'

/** The views, in the order of their links. */
export const views = ['scenarios', 'flow', 'chat', 'lab', 'changes', 'source'] as const
export type View = (typeof views)[number]

/** What the page shows: a view, and the scenario, node, file or revision that its address names. */
export interface Route {
  readonly view: View
  readonly key?: string
  readonly node?: string
  readonly file?: string
  readonly line?: string
  readonly base?: string
}

const parameters = ['key', 'node', 'file', 'line', 'base'] as const

/** The route of the address. */
export const route = signal<Route>(readRoute())

// A link to a part of the page leaves the route as it is. An address without a route leads to the first view.
addEventListener('hashchange', () => {
  if (location.hash === '' || location.hash.startsWith('#/')) route.value = readRoute()
})

/** The address of a route, for links. */
export function hrefOf({ view, ...rest }: Route): string {
  const query = new URLSearchParams(Object.entries(rest).filter(([, value]) => value !== undefined)).toString()
  return `#/${view}${query === '' ? '' : `?${query}`}`
}

/** Goes to a route, as a link does. */
export function goTo(next: Route): void {
  location.hash = hrefOf(next)
}

function readRoute(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  const view = views.find(each => each === path) ?? 'scenarios'
  const given = new URLSearchParams(query)
  const named = parameters.flatMap(name => {
    const value = given.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { view, ...Object.fromEntries(named) }
}
