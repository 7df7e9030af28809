import { html } from '../markup.ts'

/** The matrix page's addition to the common style sheet. */
export const matrixStyle = html`
body > * { max-width: 76rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.who { font-variant-numeric: tabular-nums; color: var(--quiet); white-space: nowrap; font-weight: 400; }
.scroll { overflow-x: auto; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; font-size: .875rem; color: var(--quiet); margin-bottom: 1rem; }
.grid th, .grid td { padding: .8rem .9rem; border: 1px solid var(--line); }
.grid thead th { min-width: 11rem; font-size: .9375rem; color: var(--ink); }
.grid thead th:first-child { width: 14rem; color: var(--quiet); font-weight: 400; }
.grid td { background: var(--tint); border-left: 4px solid var(--accent); }
.grid td p + p, .grid td .reason { margin-top: .4rem; }
.grid .reason { font-size: .875rem; }
.grid .label { display: none; }
.kept { margin-top: 1.8rem; }
.kept > summary { font-weight: 650; font-size: 1.1rem; margin-bottom: .5rem; }
.kept h3 { margin-bottom: .5rem; }
.clauses th[scope="row"] { font-weight: 400; }
.clauses .id { font-weight: 650; margin-right: .4em; }
.clauses .level { color: var(--quiet); font-size: .8125rem; margin-right: .4em; }
.clauses .cell, .clauses thead th + th { width: 2.7rem; padding: .55rem .3rem; text-align: center; }
.open > li { padding: .9rem 0; border-top: 1px solid var(--line); }
.open .quiet { font-size: .9375rem; }
.open ul li { padding-left: 1.2rem; text-indent: -1.2rem; font-size: .9375rem; }
.open .settle { font-size: .9375rem; margin-top: .3rem; }
@media (max-width: 40rem) {
  .grid thead { position: absolute; left: -100rem; }
  .grid, .grid tbody, .grid tr, .grid th, .grid td { display: block; }
  .grid tr { margin-bottom: 1.2rem; }
  .grid th[scope="row"] { border: 0; padding: .4rem 0; }
  .grid td { margin-bottom: .4rem; }
  .grid .label { display: block; }
}
@media print {
  .kept::details-content { content-visibility: visible; block-size: auto; }
  .scroll { overflow: visible; }
  .grid td { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`
