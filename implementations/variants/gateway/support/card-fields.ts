import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { acceptForms, formOf } from '../../../../reference/service/forms.ts'
import { html } from '../../../../reference/service/html.ts'
import { sendPage } from '../../../../reference/service/page.ts'
import { scriptTag } from '../../../support/scripts.ts'
import { bareForm, scriptedPage } from './scripted-pages.ts'

const optionsByNumber: Readonly<Record<string, string>> = { '4242424242424242': 'card', '4000000000000002': 'declined' }

/** The config steps for a card that works, and for one that is declined. */
export const cardSteps = {
  pay: ['text:Card number=4242424242424242', 'button:Pay now'],
  fail: ['text:Card number=4000000000000002', 'button:Pay now'],
}

/** Tokenizes the card number; the form of the page sends only the token. */
const keepCards = (server: FastifyInstance): void => {
  const numbers = new Map<string, string>()
  server.register(async scope => {
    acceptForms(scope, 1_024)
    scope.post('/cards', async request => {
      const token = randomUUID()
      numbers.set(token, formOf(request).get('number') ?? '')
      return { token }
    })
  })
  server.addHook('preHandler', async request => {
    const form = formOf(request)
    const option = optionsByNumber[numbers.get(form.get('card') ?? '') ?? '']
    if (option !== undefined) form.set('option', option)
  })
}

const tokenOf = `async number => {
  const answer = await fetch('/cards', { method: 'POST', body: new URLSearchParams({ number }) })
  return (await answer.json()).token
}`

const submit = `
const [form] = document.forms
const submit = (action, card = '') => {
  form.elements.namedItem('action').value = action
  form.elements.namedItem('card').value = card
  form.submit()
}`

const cardField = html`<label>Card number <input id="number" inputmode="numeric" autocomplete="cc-number"></label>`

const typedScript = `${submit}
const [number, pay, cancel] = ['number', 'pay', 'cancel'].map(id => document.getElementById(id))
const tokenOf = ${tokenOf}
let digits = ''
number.addEventListener('input', () => {
  digits = number.value.replace(/[^0-9]/g, '').slice(0, 16)
  number.value = digits.replace(/(.{4})(?=.)/g, '$1 ')
})
pay.addEventListener('click', async () => {
  if (digits.length === 16) submit('pay', await tokenOf(digits))
  else number.setAttribute('aria-invalid', 'true')
})
cancel.addEventListener('click', () => submit('cancel'))
`

const buttons = html`<button type="button" id="pay">Pay now</button>
<button type="button" id="cancel">Cancel</button>`

/** A card number field: a script groups its digits as they are typed, and exchanges them for a token. */
export const typedCard = {
  policies: scriptedPage(
    view => html`${cardField}${bareForm(view, html`<input type="hidden" name="card">`)}${buttons}`,
    typedScript,
  ),
  prepare: keepCards,
}

/** The same field in a frame of another origin, as card schemes require. */
const framedScript = `${submit}
const frame = document.createElement('iframe')
frame.title = 'Card'
frame.src = location.origin.replace('127.0.0.1', 'localhost') + '/card-field'
form.before(frame)
const [pay, cancel] = ['pay', 'cancel'].map(id => document.getElementById(id))
addEventListener('message', ({ data, source }) => {
  if (source === frame.contentWindow && data.card) submit('pay', data.card)
})
pay.addEventListener('click', () => frame.contentWindow.postMessage('send', new URL(frame.src).origin))
cancel.addEventListener('click', () => submit('cancel'))
`

const fieldScript = `
const tokenOf = ${tokenOf}
const number = document.getElementById('number')
addEventListener('message', async ({ origin, source }) =>
  source.postMessage({ card: await tokenOf(number.value.replace(/[^0-9]/g, '')) }, origin))
`

const fieldPage = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card</title></head>
<body>${cardField}${scriptTag(fieldScript)}</body></html>`.text

const framed = scriptedPage(
  view => html`${bareForm(view, html`<input type="hidden" name="card">`)}${buttons}`,
  framedScript,
)

export const framedCard = {
  policies: {
    ...framed,
    pageHeaders: {
      ...framed.pageHeaders,
      'content-security-policy': `${framed.pageHeaders['content-security-policy']}; frame-src http://localhost:*`,
    },
  },
  prepare: (server: FastifyInstance): void => {
    keepCards(server)
    server.get('/card-field', async ({ headers: { host = '' } }, reply) =>
      sendPage(reply, 200, {
        text: fieldPage,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': `frame-ancestors http://${host.replace('localhost', '127.0.0.1')}`,
          'cache-control': 'no-store',
        },
      }),
    )
  },
}
