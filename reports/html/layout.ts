import { createHash } from 'node:crypto'
import { html, type Markup, textOf } from './markup.ts'
import { styleSheet } from './style.ts'

const styleHash = createHash('sha256').update(textOf(styleSheet)).digest('base64')

/** Forbids loading, running or sending anything; allows the one style sheet by its hash, and pictures beside the page. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self' file:; base-uri 'none'; form-action 'none'`

/** Returns a whole page with this body. */
export const pageOf = (title: string, body: Markup): string =>
  textOf(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${styleSheet}</style></head>
<body>${body}</body></html>
`)
