import { html } from './markup.ts'

const colours = html`
:root {
  color-scheme: light dark;
  --paper: #fdfcfa; --sheet: #f5f3ef; --line: #dedad2; --ink: #1d1e22; --quiet: #5c5f66; --link: #1f4f8f;
  --fail: #b3261e; --fail-tint: #fcefed; --known: #8f4a12; --known-tint: #fbf1e8; --blocked: #6a3fa0; --blocked-tint: #f4effa;
  --warn: #7d5700; --warn-tint: #fbf4e2; --observed: #1f5a94; --pass: #1d6b3c; --pass-tint: #edf6f0; --none: #63666d;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #15161a; --sheet: #1e2025; --line: #363940; --ink: #e7e6e3; --quiet: #a3a6ad; --link: #9cc2f5;
    --fail: #ff9a90; --fail-tint: #331c1b; --known: #eeb083; --known-tint: #2f2319; --blocked: #cbb0f3; --blocked-tint: #28212f;
    --warn: #e9c46a; --warn-tint: #2d2718; --observed: #9cc2f5; --pass: #8ad3a4; --pass-tint: #18281e; --none: #a3a6ad;
  }
}
.fail { --accent: var(--fail); --tint: var(--fail-tint); }
.known { --accent: var(--known); --tint: var(--known-tint); }
.blocked { --accent: var(--blocked); --tint: var(--blocked-tint); }
.warn { --accent: var(--warn); --tint: var(--warn-tint); }
.observed { --accent: var(--observed); --tint: var(--sheet); }
.pass { --accent: var(--pass); --tint: var(--pass-tint); }
.not-applicable, .not-selected { --accent: var(--none); --tint: var(--sheet); }
`

const typography = html`
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif;
  overflow-wrap: anywhere;
}
body > * { max-width: 60rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2.5rem); }
h1, h2, h3, h4, h5, p, dl, dd, ul, ol, pre, table { margin: 0; padding: 0; font-size: inherit; font-weight: inherit; }
h1 { font-size: clamp(1.6rem, 5vw, 2.2rem); font-weight: 650; line-height: 1.2; letter-spacing: -.015em; }
h2 { font-size: 1.4rem; font-weight: 650; line-height: 1.3; letter-spacing: -.01em; margin-bottom: .9rem; }
h3 { font-size: 1.1rem; font-weight: 650; line-height: 1.35; }
h5 { font-weight: 600; }
ul, ol { list-style: none; }
a { color: var(--link); text-underline-offset: .15em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
:target { scroll-margin-top: 1rem; }
code, pre, .key { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .875em; }
code { overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--sheet); border-radius: 6px; padding: .75rem .9rem; line-height: 1.5; }
.key { overflow-wrap: anywhere; color: var(--quiet); }
.quiet { color: var(--quiet); }
img.page { max-width: 100%; border: 1px solid var(--quiet); }
.lead { max-width: 44rem; color: var(--quiet); margin-bottom: 1.1rem; }
.label { font-size: .8125rem; color: var(--quiet); }
.word { color: var(--accent); font-weight: 600; font-size: .875rem; white-space: nowrap; }
.mark { width: 1.15em; height: 1.15em; flex: none; color: var(--accent); vertical-align: -.2em; }
.hole { fill: none; stroke: var(--paper); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 0; padding: .6rem 1rem; background: var(--paper); }
.sprite { position: absolute; width: 0; height: 0; }
section { margin-top: 3.25rem; }
.beside { margin-top: 2rem; }
`

const summary = html`
body > header { padding-top: clamp(1.5rem, 5vw, 3rem); }
.over { font-size: .875rem; color: var(--quiet); margin-bottom: .25rem; }
.address { margin-top: .35rem; color: var(--quiet); overflow-wrap: anywhere; }
.verdict { display: flex; gap: clamp(.9rem, 3vw, 1.5rem); align-items: center; margin-top: 1.5rem; padding: clamp(1rem, 3vw, 1.6rem);
  background: var(--tint); border: 1px solid var(--accent); border-left-width: .5rem; border-radius: 8px; }
.verdict .mark { width: clamp(2.5rem, 9vw, 3.5rem); height: clamp(2.5rem, 9vw, 3.5rem); }
.verdict h2 { margin: 0; font-size: clamp(1.6rem, 6vw, 2.4rem); line-height: 1.15; color: var(--accent); }
.verdict p { margin-top: .3rem; max-width: 42rem; }
.facts { display: flex; flex-wrap: wrap; gap: 1rem clamp(1.5rem, 4vw, 2.75rem); margin-top: 1.5rem; }
.facts .wide { flex-basis: 100%; }
.facts dt { font-size: .8125rem; color: var(--quiet); }
.facts dd { overflow-wrap: anywhere; }
main > section > h3 { margin: 2rem 0 .75rem; }
.items > li { display: grid; grid-template-columns: 1.4rem minmax(0, 1fr); gap: 0 .6rem; padding: .85rem 0; }
.items > li { border-top: 1px solid var(--line); }
.items > li:last-child { border-bottom: 1px solid var(--line); }
.items .mark { margin-top: .25em; }
.items .where { font-size: .9375rem; color: var(--quiet); margin-top: .2rem; }
.items .where code { color: var(--ink); }
.ids { margin-top: .35rem; font-size: .875rem; line-height: 1.75; }
.ids a { display: inline-block; max-width: 100%; margin-right: .65em; }
nav ol { columns: 2 17rem; column-gap: 2.5rem; }
nav li { break-inside: avoid; padding: .25rem 0; }
nav .tally { display: block; }
nav .others { display: flex; flex-wrap: wrap; gap: .3rem 1.6rem; margin-bottom: .9rem; }
`

const tables = html`
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
caption { text-align: left; color: var(--quiet); padding-bottom: .6rem; }
th, td { text-align: left; vertical-align: top; padding: .55rem 1.1rem .55rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { font-weight: 600; }
thead th { font-size: .8125rem; color: var(--quiet); font-weight: 600; overflow-wrap: normal; }
td code { white-space: pre-wrap; }
td .ids { margin-top: 0; }
.counts { max-width: 34rem; }
.counts tbody th { font-weight: 400; }
.counts td, .counts thead th + th { text-align: right; font-variant-numeric: tabular-nums; }
.counts .nil { color: var(--quiet); }
.counts .some { color: var(--accent); font-weight: 650; }
.bars { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .5rem 1rem; align-items: center; margin-bottom: 1.5rem; font-size: .9375rem; }
.bar { display: block; width: 100%; height: .7rem; border-radius: 3px; background: var(--sheet); }
.bar rect { fill: var(--accent); }
.bar .not-applicable, .bar .not-selected { fill: var(--line); }
.pairs { display: grid; grid-template-columns: minmax(6rem, auto) minmax(0, 1fr); gap: .4rem 1.2rem; }
.pairs dt { color: var(--quiet); }
.pairs dd { overflow-wrap: anywhere; }
`

const clauses = html`
.chapter { margin-top: 2.5rem; }
.chapter > header { display: flex; flex-wrap: wrap; gap: .1rem 1rem; align-items: baseline; justify-content: space-between; padding-bottom: .5rem;
  border-bottom: 2px solid var(--line); }
.tally { font-size: .875rem; color: var(--quiet); }
summary { cursor: pointer; }
.clause { border-bottom: 1px solid var(--line); }
.clause > details > summary { display: grid; grid-template-columns: 1.4rem minmax(0, 1fr) auto; gap: 0 .7rem; padding: .7rem 0; list-style: none; }
.clause > details > summary::-webkit-details-marker { display: none; }
.clause > details > summary:hover h4 { text-decoration: underline; text-decoration-color: var(--line); text-underline-offset: .2em; }
.clause > details > summary .mark { margin-top: .25em; }
.clause .id { display: inline-block; max-width: 100%; font-weight: 650; margin-right: .5em; }
.clause .state { text-align: right; white-space: nowrap; font-size: .875rem; }
.clause .state .level { color: var(--quiet); margin-right: .4em; }
.clause h4 { font-size: .9375rem; }
.clause.not-applicable h4, .clause.not-selected h4 { color: var(--quiet); }
.clause.fail > details > summary h4, .clause.known > details > summary h4 { font-weight: 600; }
.content { padding: .1rem 0 1.4rem 2.1rem; }
.advice { max-width: 44rem; }
.advice p + p { margin-top: .5rem; }
.advice b { font-weight: 650; }
.check { margin-top: 1.2rem; padding-left: 1.1rem; border-left: 3px solid var(--accent); }
.check > header { display: flex; flex-wrap: wrap; gap: .1rem .7rem; align-items: baseline; }
.check > header > *, .brief li > *, .facts > *, .verdict > div { min-width: 0; }
.check > * + * { margin-top: .65rem; }
.check .pairs { font-size: .9375rem; }
.brief { margin-top: .9rem; font-size: .9375rem; }
.brief li { display: flex; gap: .5rem; align-items: baseline; padding: .15rem 0; flex-wrap: wrap; }
.found { max-width: 46rem; }
.diagnosis { padding: .6rem .9rem; border: 1px solid var(--warn); border-radius: 6px; background: var(--warn-tint); }
.sequence { margin: 0; font-size: .9375rem; }
.sequence li { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 .8rem; break-inside: avoid; }
.sequence li > span { padding: .35rem 0; }
.sequence svg { display: block; overflow: visible; }
.sequence li > svg { height: 0; min-height: 100%; }
.sequence path { fill: none; stroke: var(--quiet); stroke-width: 1.5; }
.sequence line { stroke: var(--line); stroke-width: 1.5; }
.sequence .own { stroke-width: 4; }
.sequence .answer { font-weight: 600; }
.sequence .wrong path { stroke: var(--accent); stroke-width: 2.25; }
.sequence .wrong .answer { color: var(--accent); }
.evidence { font-size: .9375rem; }
.evidence > summary { padding: .3rem 0; color: var(--quiet); }
.evidence > summary code { color: var(--ink); }
.evidence > *:not(summary) { margin: .4rem 0 .6rem 1rem; }
.evidence .evidence > *:not(summary) { margin-left: 0; }
.evidence pre { font-size: .8125rem; }
.evidence .label { margin-bottom: .2rem; }
body > footer { margin-top: 4rem; padding-block: 1.5rem 3rem; font-size: .875rem; color: var(--quiet); }
`

const narrow = html`
@media (min-width: 40.01rem) { .stacking tbody th { min-width: 11.5rem; } .stacking td { min-width: 13rem; } }
@media (max-width: 40rem) {
  .clause > details > summary { grid-template-columns: 1.4rem minmax(0, 1fr); }
  .clause .id { display: block; }
  .clause .state { grid-column: 2; text-align: left; }
  .content { padding-left: 0; }
  .check { padding-left: .8rem; }
  .stacking thead { position: absolute; left: -100rem; }
  .stacking tr, .stacking th, .stacking td { display: block; }
  .stacking tr { padding: .7rem 0; border-bottom: 1px solid var(--line); }
  .stacking th, .stacking td { border: 0; padding: .1rem 0; }
}
@media (max-width: 30rem) { .pairs { grid-template-columns: minmax(0, 1fr); gap: 0; } .pairs dd { margin-bottom: .4rem; } }
`

const print = html`
@media print {
  @page { margin: 16mm 15mm; }
  html { font-size: 9.5pt; }
  body { background: none; }
  body > * { max-width: none; padding-inline: 0; }
  #contents, .skip, .curl { display: none; }
  a { color: inherit; text-decoration: none; }
  section { margin-top: 1.6rem; }
  h2, h3, .check > header, .clause > details > summary { break-after: avoid; }
  .items > li, tr, .verdict, .facts, .bars { break-inside: avoid; }
  pre { border: 1px solid var(--line); }
  .clause.pass > details > summary, .clause.not-applicable > details > summary, .clause.not-selected > details > summary { padding: .25rem 0; }
  .fail details::details-content, .known details::details-content, .warn details::details-content { content-visibility: visible; block-size: auto; }
  .verdict, .diagnosis, pre, .bar, .bar rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`

/** The style sheet of the report for light and dark screens, narrow screens and print. It loads nothing. */
export const styleSheet = html`${colours}${typography}${summary}${tables}${clauses}${narrow}${print}`
