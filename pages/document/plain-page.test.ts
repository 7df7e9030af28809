import { expect, test } from 'vitest'
import { parse } from '../reading/parse.ts'
import { unplainIn } from './plain-page.ts'

const look = (html: string, type = 'text/html; charset=utf-8') => {
  const response = {
    ...{ status: 200, headers: [['Content-Type', type]] as [string, string][], bytes: new Uint8Array(), text: html },
    ...{ json: undefined, truncated: false, exchange: '1', url: 'http://a.example/', arrivedAt: 0 },
  }
  return unplainIn({ $: parse({ text: html }).$, url: 'http://a.example/', response })
}

const form = '<form method=post><label>Card <input name=card></label><button>Pay</button></form>'

test('text, tables, lists and forms are plain', () => {
  expect(
    look(
      `<!doctype html><title>Pay</title><table><tr><td>Lamp<td>4.56</table>${form}<script type=application/json>{}</script>`,
    ),
  ).toBeUndefined()
})

test.each([
  ['an image map', '<map><area href=/cancel></map>', 'a <map>'],
  ['a drawing', '<canvas></canvas>', 'a <canvas>'],
  ['what shows without script', '<noscript>Pay</noscript>', 'a <noscript>'],
  ['a custom element', '<pay-button></pay-button>', 'a <pay-button>'],
  ['a slider', '<input type=range>', 'a field of the type range'],
  ['a handler', '<p onclick="pay()">Pay</p>', 'the attribute onclick of a <p>'],
  ['text that may be pressed', '<span role=button>Cancel</span>', 'a <span> that can be pressed'],
  ['text that can have the focus', '<div tabindex=0>Cancel</div>', 'a <div> that can be pressed'],
  ['a script', '<script>document.title = 1</script>', 'a script, which is not run'],
  ['a button outside of its form', '<button>Cancel</button>', 'a button outside of its forms'],
])('%s is not plain', (_, html, said) => expect(look(form + html)).toBe(said))

test('a page of another media type is not plain', () => {
  expect(look(form, 'application/xhtml+xml')).toBe('the media type application/xhtml+xml')
})
