import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { adaptMarkdown } from '../markdown.ts'
import { sidebarOf, slugify, topLinks } from '../navigation.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const docs = process.env.SCENEWRIGHT_SITE_DOCS ?? join(root, 'docs')
const readPage = (page: string) => readFileSync(join(docs, page), 'utf8')
const repository = 'https://github.com/scenewright/scenewright'

/** The pages load nothing from another host. The scripts of VitePress that set the appearance are in the pages. */
const policy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
].join('; ')

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#2f5bd0"/><path d="M4 4h4v3H4zM8 9h4v3H8zM6 7v3.5h2" fill="none" stroke="#fff" stroke-width="1.3"/></svg>`

/** Vite would look for Vue from the folder of the pages, where it is not installed. Node finds it from this folder. */
const externalVue = { build: { rollupOptions: { external: ['vue', 'vue/server-renderer'] } } }

export default defineConfig({
  title: 'Scenewright',
  description: 'Scenario-as-code for question-answering bots: check, simulate, review and publish scenarios in git.',
  lang: 'en-US',
  srcDir: docs,
  outDir: join(root, 'build/site'),
  cacheDir: join(root, 'site/node_modules/.cache'),
  rewrites: page => page.replace(/(^|\/)README\.md$/, '$1index.md'),
  head: [
    ['meta', { 'http-equiv': 'Content-Security-Policy', content: policy }],
    ['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }],
  ],
  // One after the other, so that the search index has the same order in every build.
  buildConcurrency: 1,
  metaChunk: true,
  vite: {
    // As the playground.
    build: { target: 'es2022' },
    plugins: [{ name: 'external-vue', config: (_, { isSsrBuild }) => (isSsrBuild ? externalVue : undefined) }],
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { gitattributes: 'ini' },
    // Braces in a page are text.
    attrs: { disable: true },
    anchor: { slugify },
    config: md => adaptMarkdown(md, { folder: root, address: `${repository}/blob/main` }),
  },
  transformPageData: ({ relativePath }) => {
    if (relativePath === 'index.md') return { frontmatter: { layout: 'Home', sidebar: false } }
    if (relativePath === 'playground.md') {
      return { frontmatter: { sidebar: false, aside: false, pageClass: 'playground-page' } }
    }
    return undefined
  },
  themeConfig: {
    nav: [...topLinks(readPage), { text: 'Playground', link: '/playground' }],
    sidebar: sidebarOf(readPage),
    outline: [2, 3],
    search: { provider: 'local' },
  },
})
