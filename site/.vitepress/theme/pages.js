import { Content, withBase } from 'vitepress'
import { h } from 'vue'
import dark from '../../../docs/pictures/playground-dark.png'
import light from '../../../docs/pictures/playground-light.png'

/** Lazy, so that only the one that shows is loaded. */
const picture = {
  alt: 'The playground: the source of a scenario, a finding with its fix, and the answer of the bot.',
  loading: 'lazy',
  width: 1500,
  height: 953,
}

/** The first page: what the product is, the first commands, a picture, and then the index of the pages. */
export function home() {
  return h('main', { class: 'home' }, [
    h('div', { class: 'hero' }, [
      h('div', [
        h('h1', 'Bots as code'),
        h(
          'p',
          { class: 'lead' },
          'Write the scenarios of a question-answering bot as YAML or TypeScript files in git. Scenewright checks them, predicts what customers will read, tests whole conversations, and publishes the changes.',
        ),
        h('pre', { tabindex: 0 }, [h('code', 'npm install --save-dev scenewright\nnpx scenewright init')]),
        h('p', { class: 'actions' }, [
          h('a', { class: 'brand', href: withBase('/tutorial.html') }, 'Your first bot'),
          h('a', { href: withBase('/playground.html') }, 'Try it in the browser'),
        ]),
      ]),
      h('a', { class: 'picture', href: withBase('/playground.html') }, [
        h('img', { class: 'light-only', src: light, ...picture }),
        h('img', { class: 'dark-only', src: dark, ...picture }),
      ]),
    ]),
    h('div', { class: 'vp-doc' }, [h(Content)]),
  ])
}

/** The page for an unknown address. */
export function notFound() {
  return h('main', { class: 'home vp-doc' }, [
    h('h1', 'Page not found'),
    h('p', [
      'There is no page at this address. ',
      h('a', { href: withBase('/') }, 'The first page'),
      ' lists all pages.',
    ]),
  ])
}
