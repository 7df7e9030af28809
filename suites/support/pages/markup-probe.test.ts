import { describe, expect, test } from 'vitest'
import { parse } from '../../../pages/reading/parse.ts'
import { createMarkupProbe, findInjected, textsOf } from './markup-probe.ts'

describe('a hostile text', () => {
  const probe = createMarkupProbe('probe-1a-7')
  const escaped = probe.text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
  const found = (html: string) => findInjected(parse({ text: html }).$, probe)

  test.each([
    ['content', (text: string) => `<p>${text}</p>`],
    ['an attribute', (text: string) => `<p title="${text}">x</p>`],
    ['an attribute in single quotes', (text: string) => `<p title='${text}'>x</p>`],
    ['a title', (text: string) => `<title>${text}</title>`],
    ['a comment', (text: string) => `<!-- ${text} -->`],
    ['a script', (text: string) => `<script>let a = ${JSON.stringify(text)}</script>`],
  ])('is found as %s', (_where, html) => expect(found(html(probe.text))).toBeDefined())

  test.each(['textarea', 'style', 'noscript', 'xmp', 'iframe', 'noembed', 'select'])(
    'is found as the text of %s',
    name => expect(found(`<${name}>${probe.text}</${name}>`)).toBeDefined(),
  )

  test('is found as an attribute if only angle brackets are escaped', () =>
    expect(found(`<p title="${probe.text.replace(/[<>]/g, '')}">`)).toContain('an attribute'))

  test('stays text if it is escaped', () => {
    expect(
      found(`<title>${escaped}</title><p title="${escaped}">${escaped}</p><textarea>${escaped}</textarea>`),
    ).toBeUndefined()
    expect(
      found(`<script type="application/json">${JSON.stringify(probe.text).replaceAll('<', '\\u003c')}</script>`),
    ).toBeUndefined()
  })

  test('is found if it has run and has disappeared from the page', () => {
    expect(probe.running).not.toContain(probe.ran)
    expect(found(`<title>${probe.ran}</title><p>Lamp</p>`)).toContain('a script')
  })

  test('runs only where scripts run', () => {
    expect(textsOf(probe, false)).not.toContain(probe.running)
    expect(textsOf(probe, true)).toContain(probe.running)
  })
})
