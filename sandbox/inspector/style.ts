import { palette } from '../../reference/service/style.ts'

/** The style sheet of the inspector; its hash is in the content security policy. */
export const style = `${palette}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink); -webkit-text-size-adjust: 100%;
  font: .9375rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
header, main { width: min(100%, 76rem); margin: 0 auto; padding: 1.25rem 1rem 0; }
main, .state, .inside, .checks, .message, .message dl, .facts { display: grid; grid-template-columns: minmax(0, 1fr); }
main { padding-bottom: 3rem; gap: 1.25rem; }
h1, h2, h3, p, ul, dl, dd, pre { margin: 0; padding: 0; }
h1 { font-size: 1.375rem; line-height: 1.25; font-weight: 650; letter-spacing: -.01em; }
h2 { font-size: 1.0625rem; font-weight: 650; }
h3 { font-size: .875rem; font-weight: 600; color: var(--soft); }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
header p { color: var(--soft); margin-top: .25rem; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-bottom: .875rem; }
nav a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
code, pre, .mono { font: .8125rem/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; }
.mono { overflow-wrap: anywhere; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; overflow: clip; }
.card > .head { padding: .875rem 1rem; }
.state { gap: .625rem; }
.state details { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
.state summary { padding: .625rem 1rem; cursor: pointer; font-weight: 600; }
.state summary small { color: var(--soft); font-weight: 400; margin-inline-start: .375rem; }
.scroll { overflow: auto; max-height: 22rem; border-top: 1px solid var(--line); }
table { width: 100%; border-collapse: collapse; font-size: .8125rem; font-variant-numeric: tabular-nums; }
th, td { text-align: start; padding: .4375rem 1rem; vertical-align: top; white-space: nowrap; }
th { color: var(--soft); font-weight: 550; position: sticky; top: 0; background: var(--card); }
td { border-top: 1px solid var(--line); max-width: 22rem; overflow: hidden; text-overflow: ellipsis; }
.tools { display: flex; flex-wrap: wrap; gap: .625rem 1rem; align-items: end; padding: 0 1rem .875rem; }
.tools label { display: grid; gap: .25rem; font-size: .8125rem; color: var(--soft); flex: 1 1 9rem; min-width: 0; }
.tools label:first-child { flex: 4 1 16rem; }
input, select, button {
  font: inherit; font-size: .9375rem; color: var(--ink); background: var(--card); border: 1px solid var(--edge);
  border-radius: .5rem; padding: .4375rem .625rem; min-height: 2.5rem; width: 100%;
}
button { flex: 0 0 auto; width: auto; min-width: 6rem; cursor: pointer; font-weight: 550; }
button:hover { background: var(--tint); }
.count { padding: 0 1rem .75rem; color: var(--soft); font-size: .8125rem; }
.count:empty { padding: 0; }
.list { list-style: none; }
.list > li { border-top: 1px solid var(--line); }
.list summary {
  display: grid; grid-template-columns: 6.75rem 2rem minmax(0, 1fr) 3rem; gap: .125rem .75rem; align-items: baseline;
  padding: .5rem 1rem; cursor: pointer; list-style: none;
}
.list summary::-webkit-details-marker { display: none; }
.list summary:hover { background: var(--tint); }
.list time, .way { color: var(--soft); font-size: .8125rem; font-variant-numeric: tabular-nums; }
.list time::before { content: '▸'; display: inline-block; width: 1rem; }
.list [open] time::before { content: '▾'; }
.what { overflow-wrap: anywhere; }
.what b { font-weight: 600; }
.status { text-align: end; font-variant-numeric: tabular-nums; font-weight: 600; }
.why { grid-column: 3 / -1; color: var(--warn); overflow-wrap: anywhere; font-size: .875rem; }
.inside { padding: .125rem 1rem .875rem; gap: .5rem; }
.checks { list-style: none; gap: .25rem; font-size: .875rem; }
.checks li { display: grid; grid-template-columns: 4.25rem minmax(0, 1fr); gap: .5rem; overflow-wrap: anywhere; }
.verdict { color: var(--accent); font-weight: 600; }
.refused .verdict { color: var(--warn); }
.refused b { font-weight: 600; }
.refused i { font-style: normal; display: block; color: var(--soft); }
.soft { color: var(--soft); font-size: .875rem; }
.empty { padding: 1rem; border-top: 1px solid var(--line); color: var(--soft); }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1.25rem; }
.message { padding: 1rem; gap: .75rem; align-content: start; }
.message dl { gap: .125rem; }
.message dl div { overflow-wrap: anywhere; }
.message dt, .message dd { display: inline; }
.message dt { color: var(--soft); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--ground); border-radius: .5rem; padding: .75rem; }
.facts { padding: 1rem; gap: .75rem; }
.facts p { overflow-wrap: anywhere; }
.alert { color: var(--warn); font-weight: 550; overflow-wrap: anywhere; }
[hidden] { display: none !important; }
@media (max-width: 40rem) {
  th, td { padding-inline: .625rem; }
  th:first-child, td:first-child { padding-inline-start: 1rem; }
  td { max-width: 10rem; }
  .list summary { grid-template-columns: auto auto minmax(0, 1fr); }
  .status { text-align: end; }
  .what, .why { grid-column: 1 / -1; }
  .status { order: 0; }
  .what { order: 1; }
  .why { order: 2; }
}
`
