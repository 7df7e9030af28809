import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Html, html, Html as Markup } from './html.ts'
import { style } from './style.ts'

const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * The headers of every page, which keep it out of frames and caches. They leave out form-action on purpose: browsers also apply it
 * to the redirect after a form, which leads to another site. Clauses: PAGE-10, CONSENT-06.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** The parts of a document; `style` is CSS. */
type Parts = { title: string; style: string; header?: Html; main: Html }

/** Writes a whole document. */
export const documentOf = ({ title, style, header, main }: Parts): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${header && html`<header>${header}</header>\n`}<main>
${main}
</main>
</body>
</html>
`.text

/** Writes the document of a page in its usual style. */
export const page = (title: string, main: Html): string => documentOf({ title, style, main })

/** Writes a page with a title and one paragraph. */
export const notice = (title: string, text: string): string =>
  page(title, html`<section class="card notice"><h1>${title}</h1><p>${text}</p></section>`)

/** Sends a page, by default with `pageHeaders`. */
export const sendPage = (
  reply: FastifyReply,
  status: number,
  { text, headers = pageHeaders }: { text: string; headers?: Readonly<Record<string, string>> },
): FastifyReply => reply.code(status).headers(headers).send(text)

/** Redirects the browser with 303 to a web address, normalized so that a header can contain it. */
export const seeOther = (reply: FastifyReply, address: string): FastifyReply =>
  reply.code(303).header('location', new URL(address).href).send()
