import { type Verdict, verdicts, verdictWords } from '../queries.ts'
import { html, type Markup } from './markup.ts'

const shapes: Readonly<Record<Verdict, Markup>> = {
  fail: html`<path fill="currentColor" d="M5 .5h6L15.5 5v6L11 15.5H5L.5 11V5z"/><path class="hole" d="m5 5 6 6m0-6-6 6"/>`,
  known: html`<path fill="none" stroke="currentColor" stroke-width="1.5" d="M5.2 1.2h5.6l4 4v5.6l-4 4H5.2l-4-4V5.2z"/><path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" d="m5.3 5.3 5.4 5.4m0-5.4-5.4 5.4"/>`,
  blocked: html`<circle cx="8" cy="8" r="6.6" fill="none" stroke="currentColor" stroke-width="1.8"/><path fill="none" stroke="currentColor" stroke-width="1.8" d="m3.4 12.6 9.2-9.2"/>`,
  warn: html`<path fill="currentColor" d="M8 .8 15.8 15H.2z"/><path class="hole" d="M8 5.8v4.4m0 2.3v.2"/>`,
  observed: html`<path fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" d="M8 1.4 14.6 8 8 14.6 1.4 8z"/><circle cx="8" cy="8" r="1.8" fill="currentColor"/>`,
  pass: html`<circle cx="8" cy="8" r="7.5" fill="currentColor"/><path class="hole" d="m4.6 8.3 2.3 2.4 4.5-5"/>`,
  'not-applicable': html`<path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" d="M3.5 8h9"/>`,
  'not-selected': html`<circle cx="8" cy="8" r="6.6" fill="none" stroke="currentColor" stroke-width="1.4" stroke-dasharray="2.6 2.6"/>`,
}

const symbol = (verdict: Verdict): Markup =>
  html`<symbol id="mark-${verdict}" viewBox="0 0 16 16">${shapes[verdict]}</symbol>`

/** The shapes of the verdicts, drawn once; `icon` refers to them. */
export const sprite = html`<svg class="sprite" aria-hidden="true">${verdicts.map(symbol)}</svg>`

/** Renders the shape of a verdict. Screen readers skip it, because the word is beside it. */
export const icon = (verdict: Verdict): Markup =>
  html`<svg class="mark ${verdict}" viewBox="0 0 16 16" aria-hidden="true"><use href="#mark-${verdict}"></use></svg>`

/** Renders the word for a verdict, in its colour. */
export const verdictWord = (verdict: Verdict): Markup =>
  html`<span class="word ${verdict}">${verdictWords[verdict]}</span>`

/** Turns the id of a clause or a check into the id of an element; characters with a meaning in a URL become hexadecimal. */
export const place = (id: string): string =>
  id.slice(0, 200).replace(/[^A-Za-z0-9/._-]/gu, character => `~${character.codePointAt(0)?.toString(16)}`)

/** Links to the place of a clause or a check on the page. */
export const linkTo = (id: string, text: Markup | string = id): Markup => html`<a href="#${place(id)}">${text}</a>`
