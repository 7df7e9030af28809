/** The colours of every page, by day and by night. */
export const palette = `
:root {
  color-scheme: light dark;
  --ground: #f2f4f3; --card: #fff; --ink: #17201d; --soft: #56635e; --line: #dde3e0; --edge: #84918b;
  --accent: #0b6b50; --accent-ink: #fff; --accent-hover: #08553f; --tint: #edf6f2; --warn: #94340c; --warn-tint: #fdf0e7;
  --lift: 0 1px 2px #1720180d, 0 12px 32px #17201814;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1513; --card: #18201d; --ink: #ecf2ef; --soft: #a3b1ab; --line: #2c3733; --edge: #7a8983;
    --accent: #5fd0a8; --accent-ink: #06231a; --accent-hover: #84dfbf; --tint: #1b2d26; --warn: #f4ad82; --warn-tint: #35241a;
    --lift: 0 1px 2px #0006, 0 12px 32px #0005;
  }
}`

/** The one style sheet of the hosted pages; its hash is in the content security policy. */
export const style = `${palette}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink); -webkit-text-size-adjust: 100%;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main { width: min(100%, 30rem); margin: 0 auto; padding: clamp(1rem, 5vh, 4rem) 1rem 2rem; }
h1, h2, p, dl, dd { margin: 0; }
bdi, td, th, h1, p { overflow-wrap: anywhere; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; box-shadow: var(--lift); overflow: clip; }
.card > * { padding: 1.25rem 1.5rem; }
.card > * + * { border-top: 1px solid var(--line); }
.payee { display: flex; gap: .875rem; align-items: center; }
.mark {
  flex: none; display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: .75rem;
  background: var(--tint); color: var(--accent); font-weight: 650; font-size: 1.125rem;
}
.payee p { color: var(--soft); font-size: .875rem; line-height: 1.35; }
h1 { font-size: 1.1875rem; line-height: 1.3; font-weight: 650; letter-spacing: -.01em; }
h2 { font-size: .875rem; font-weight: 600; color: var(--soft); }
.amount { font-size: 2.25rem; line-height: 1.15; font-weight: 650; letter-spacing: -.025em; font-variant-numeric: tabular-nums; }
.amount small { font-size: 1rem; font-weight: 550; letter-spacing: 0; color: var(--soft); margin-inline-start: .375rem; }
.memo { color: var(--soft); margin-top: .5rem; }
table { width: 100%; margin-top: 1.125rem; border-collapse: collapse; font-size: .9375rem; font-variant-numeric: tabular-nums; }
th { text-align: start; font-size: .8125rem; font-weight: 550; color: var(--soft); padding: 0 0 .375rem; }
td { padding: .5rem 0; border-top: 1px solid var(--line); vertical-align: top; }
th + th, td + td { text-align: end; padding-inline-start: 1rem; white-space: nowrap; overflow-wrap: normal; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .625rem; font-size: .875rem; font-weight: 600; color: var(--soft); }
.option {
  display: flex; gap: .75rem; align-items: center; padding: .75rem .875rem; border: 1px solid var(--line);
  border-radius: .75rem; cursor: pointer;
}
.option + .option { margin-top: .5rem; }
.option:hover { border-color: var(--edge); }
.option:has(:checked) { border-color: var(--accent); background: var(--tint); box-shadow: inset 0 0 0 1px var(--accent); }
.option:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.option input { flex: none; width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent); outline: 0; }
.option b { display: block; font-weight: 550; line-height: 1.3; }
.option small { display: block; color: var(--soft); font-size: .8125rem; }
.actions { display: grid; gap: .625rem; margin-top: 1.25rem; }
button, .button {
  display: block; width: 100%; min-height: 3rem; padding: .75rem 1rem; border: 1px solid transparent; border-radius: .75rem;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
  background: var(--accent); color: var(--accent-ink);
}
button:hover, .button:hover { background: var(--accent-hover); }
button:focus-visible, .button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button.quiet { background: transparent; color: var(--ink); border-color: var(--line); }
button.quiet:hover { background: var(--tint); }
.fine { margin-top: 1rem; text-align: center; text-wrap: balance; color: var(--soft); font-size: .8125rem; }
.notice { text-align: center; padding-block: 1rem; }
.notice > * + * { border: 0; padding-top: 0; }
.notice > * { padding-block: .5rem; }
.notice p { color: var(--soft); }
.notice .amount { color: var(--ink); }
.mark { position: relative; overflow: clip; }
.mark img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; background: var(--card); }
.mark img::after { position: absolute; inset: -1px; content: attr(data-initial); display: grid; place-items: center; background: var(--tint); }
.requester { display: flex; gap: .875rem; align-items: center; }
.requester p { color: var(--soft); font-size: .875rem; }
.lead { margin-bottom: 1.25rem; }
.permission { padding-top: 1.125rem; border-top: 1px solid var(--line); }
.permission + .permission { margin-top: 1.125rem; }
.permission legend { float: inline-start; width: 100%; margin: 0 0 .125rem; font-size: 1rem; color: var(--ink); }
.permission div:first-of-type { clear: both; }
.permission p { color: var(--soft); font-size: .875rem; }
.permission p.data { color: var(--ink); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; margin-top: .75rem; }
.pair .option { margin: 0; padding-block: .625rem; }
.alert { margin-bottom: 1.25rem; padding: .75rem .875rem; border-radius: .75rem; background: var(--warn-tint); color: var(--warn); font-size: .9375rem; }
.permission p.missing { color: var(--warn); font-weight: 550; margin-top: .5rem; }
.permission:has(.missing) .option { border-color: var(--warn); }
@media (forced-colors: active) { .option:has(:checked) { outline: 2px solid; } }
@media (prefers-reduced-motion: no-preference) { button, .button, .option { transition: background .12s, border-color .12s; } }
`
