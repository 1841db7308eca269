import { onContentUpdated } from 'vitepress'
import Theme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import { home, notFound } from './pages.js'
import './style.css'

export default {
  extends: Theme,
  Layout: () => h(Theme.Layout, null, { 'not-found': notFound }),
  enhanceApp: ({ app }) => app.component('Home', home),
  setup: () => onContentUpdated(() => requestAnimationFrame(showActive)),
}

/** The menu is longer than the window. Its groups open after the content. */
function showActive() {
  document.querySelector('.VPSidebar .is-active > .item')?.scrollIntoView({ block: 'nearest' })
}
