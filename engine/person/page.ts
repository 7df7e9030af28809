import { createHash } from 'node:crypto'
import { html, type Markup, textOf } from '../../reports/html/markup.ts'
import { styleSheet } from '../../reports/html/style.ts'
import { plural, short } from '../../reports/html/text.ts'
import type { Desk, OpenTask } from './desk.ts'
import { script } from './page-script.ts'

const ownStyle = html`
.task { padding: 1.1rem 1.25rem; margin-top: 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); }
.task > * + * { margin-top: .7rem; }
.task h2 { margin: 0; font-size: 1.1rem; }
.task code { overflow-wrap: anywhere; }
.actions { display: flex; flex-wrap: wrap; gap: .7rem; align-items: end; }
.actions label { display: grid; gap: .15rem; font-size: .875rem; flex: 1 1 14rem; min-width: 0; }
input { font: inherit; width: 100%; min-height: 2.75rem; padding: .4rem .6rem; color: var(--ink); background: var(--paper); border: 1px solid var(--quiet); border-radius: 6px; }
button, .open { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.1rem; border-radius: 6px; border: 1px solid var(--link); cursor: pointer; }
button { background: transparent; color: var(--link); }
.open { display: inline-block; background: var(--link); color: var(--paper); text-decoration: none; }
.wrong { color: var(--fail); }
`

const style = html`${styleSheet}${ownStyle}`

const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Headers of the page: it loads and frames nothing, and sends no referrer outside. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${digest(textOf(style))}; script-src ${digest(script)}; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  // With no referrer at all, a browser would omit the origin of a form as well.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** What the page shows: the desk, the target, and the task for which a wrong address was entered. */
export type PageView = { desk: Desk; target: string; wrong?: number | undefined }

/** Renders the person's page: what to do next, the links, and how long the run waits. */
export const personPage = (view: PageView): string => {
  const { desk, target } = view
  return textOf(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What to do next</title>
<style>${style}</style></head>
<body><header><p class="over">Conformance run of ${short(target, 160)}</p><h1>What to do next</h1>
<p id="status" role="status">${statusOf(desk)}</p>
<p class="quiet">The run waits <span id="clock" data-left="${Math.round(desk.leftMs / 1000)}">${minutes(desk.leftMs)}</span> for you, and longer with each thing that you do. Keep this page open: it continues on its own.</p></header>
<main><ol id="tasks">${desk.open.map(task => taskView(task, view.wrong === task.id))}</ol></main>
<script>${code}</script></body></html>
`)
}

const code = html([script] as unknown as TemplateStringsArray)

const minutes = (ms: number): string => plural(Math.ceil(ms / 60_000), 'minute')

/** Returns how much there is to do, in words. */
const statusOf = ({ open, done }: Pick<Desk, 'open' | 'done'>): string =>
  open.length === 0
    ? `Nothing to do right now. ${done} done.`
    : `${plural(open.length, 'thing')} to do, ${done} done. In any order, one at a time.`

const taskView = ({ id, title, todo, link, isSeen, ends }: OpenTask, isWrong: boolean): Markup => html`
<li class="task" id="task-${id}"><h2 id="title-${id}">${short(title, 160)}</h2><p>${short(todo)}</p>
<p><a class="open" href="${link}" target="_blank" rel="noopener noreferrer">Open page ${id}</a></p>
<p class="quiet">It is at <code>${short(link, 300)}</code></p>
${isSeen ? seenEnd(id, isWrong) : pastedEnd(id, isWrong, ends)}
<form class="actions" method="post" action="cannot"><input type="hidden" name="task" value="${id}">
<label>Why not (you may leave this empty)<input name="reason" maxlength="300" autocomplete="off"></label>
<button aria-describedby="title-${id}">I cannot</button></form></li>`

/** The counterpart notices when the browser returns; if something is between them, the person can enter the address. */
const seenEnd = (id: number, isWrong: boolean): Markup =>
  html`<details ${isWrong ? html`open` : ''}><summary>I am back at the shop, and this page does not continue</summary>${endForm(id, isWrong)}</details>`

const pastedEnd = (id: number, isWrong: boolean, ends: readonly string[]): Markup => html`<div>
<p>At the end your browser goes to <code>${short(ends[0] ?? '', 200)}</code>, and may say that it cannot be opened: that is right. Copy the whole address from there.</p>
${endForm(id, isWrong)}</div>`

const endForm = (id: number, isWrong: boolean): Markup => html`
<form class="actions" method="post" action="ended"><input type="hidden" name="task" value="${id}">
<label>Address at which it ended<input name="address" type="url" required maxlength="8000" autocomplete="off"></label>
<button aria-describedby="title-${id}">Continue</button></form>
${isWrong && html`<p class="wrong" role="alert">That is not where it must end. Copy the whole address, from https:// or http:// on.</p>`}`
