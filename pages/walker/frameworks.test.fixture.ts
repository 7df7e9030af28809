import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { SiteReply } from '../site.test.fixture.ts'

const require = createRequire(import.meta.url)
const read = (...path: string[]) => readFileSync(join(...path), 'utf8')

/** Returns the folder of a package, resolved from another package. */
const folderOf = (name: string, from = import.meta.url) => dirname(createRequire(from).resolve(`${name}/package.json`))

const [react, reactDom] = [folderOf('react'), folderOf('react-dom')]

/** The modules of React, unmodified. */
const reactModules: Readonly<Record<string, string>> = {
  react: read(react, 'cjs/react.production.js'),
  scheduler: read(folderOf('scheduler', join(reactDom, 'package.json')), 'cjs/scheduler.production.js'),
  'react-dom': read(reactDom, 'cjs/react-dom.production.js'),
  'react-dom/client': read(reactDom, 'cjs/react-dom-client.production.js'),
}

const reactBundle = `globalThis.process = { env: { NODE_ENV: 'production' } }
const sources = { ${Object.entries(reactModules)
  .map(([name, source]) => `${JSON.stringify(name)}: (module, exports, require) => {${source}\n}`)
  .join(',')} }
const loaded = {}
const load = name => {
  if (loaded[name]) return loaded[name].exports
  loaded[name] = { exports: {} }
  sources[name](loaded[name], loaded[name].exports, load)
  return loaded[name].exports
}
Object.assign(globalThis, { React: load('react'), ReactDOM: { ...load('react-dom'), ...load('react-dom/client') } })`

const scripts: Readonly<Record<string, string>> = {
  '/react.js': reactBundle,
  '/vue.js': readFileSync(require.resolve('vue/dist/vue.esm-browser.prod.js'), 'utf8'),
}

/** Returns the script of a framework; `undefined` for any other address. */
export const frameworkAt = (url: string): SiteReply | undefined => {
  const html = scripts[url]
  return html === undefined ? undefined : { html, headers: { 'content-type': 'text/javascript; charset=utf-8' } }
}

/** Returns a page drawn by React: `component` is the source of `App`, which may use `h`, `useState`, `post` and `go`. */
export const reactPage = (title: string, component: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><div id="root"></div><script src="/react.js"></script><script>
const { createElement: h, useState, useEffect } = React
const post = async (address, data) => (await fetch(address, { method: 'POST', body: JSON.stringify(data), headers: { 'content-type': 'application/json' } })).json()
const go = ({ to }) => location.assign(to)
${component}
ReactDOM.createRoot(document.getElementById('root')).render(h(React.StrictMode, null, h(App)))
</script></html>`

/** Returns a page drawn by Vue, from a template and the source of its options. */
export const vuePage = (title: string, template: string, options: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><div id="app">${template}</div><script type="module">
import { createApp } from '/vue.js'
createApp(${options}).mount('#app')
</script></html>`

/** Returns a JSON response for a script. */
export const json = (value: unknown): SiteReply => ({
  html: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
})
