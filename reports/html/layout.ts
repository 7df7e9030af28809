import { createHash } from 'node:crypto'
import { html, type Markup, textOf } from './markup.ts'
import { styleSheet } from './style.ts'

/** Returns a whole page with this body; `style` adds to the style sheet of all pages. */
export const pageOf = (title: string, body: Markup, style?: Markup): string =>
  [...pageParts(title, [body], style)].join('')

/** Like `pageOf`, part by part, of a body that is rendered part by part. */
export function* pageParts(title: string, body: Iterable<Markup>, style: Markup = html``): Generator<string> {
  const css = html`${styleSheet}${style}`
  yield textOf(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(css)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${css}</style></head>
<body>`)
  for (const part of body) yield textOf(part)
  yield textOf(html`</body></html>
`)
}

/** Forbids loading, running or sending anything; allows the one style sheet by its hash, and pictures beside the page. */
const policyFor = (css: Markup): string => {
  const hash = createHash('sha256').update(textOf(css)).digest('base64')
  return `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' file:; base-uri 'none'; form-action 'none'`
}
