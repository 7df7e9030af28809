import { describe, expect, test } from 'vitest'
import { html, type Markup, textOf } from './markup.ts'

describe('html', () => {
  test('escapes text between tags and in attributes', () => {
    const text = `<b a="1" b='2'>&\``
    expect(textOf(html`<p title="${text}">${text}</p>`)).toBe(
      `<p title="&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;&#96;">&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;&#96;</p>`,
    )
  })

  test('inserts its own markup unchanged, also in lists', () => {
    expect(textOf(html`<ul>${[1, 2].map(number => html`<li>${number}</li>`)}</ul>`)).toBe(
      '<ul><li>1</li><li>2</li></ul>',
    )
  })

  test('renders nothing for undefined, false and empty lists', () =>
    expect(textOf(html`a${undefined}${false}${[]}b`)).toBe('ab'))

  test('spells out invisible characters', () => expect(textOf(html`${'a\u202eb\u0007'}`)).toBe('a⟨U+202E⟩b⟨U+0007⟩'))

  test('refuses an imitation of its own values', () => {
    const forged = JSON.parse('{"made":true,"text":"<script>"}') as Markup
    expect(() => html`${forged}`).toThrow(TypeError)
  })
})
